import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCommands } from '../../../ui/commands/commands.ts';
import { ownWork, useListContext } from '../../../ui/window/listContext.ts';
import { client } from '../../../client/index.ts';
import { useDesk } from '../../../ui/form/context.ts';
import { fetchIds } from '../../../ui/items/fetchIds.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { observatoryCommands } from '../commands.ts';
import { ListForm } from './ListForm.tsx';

/** Has the detector go through the list that the Desk walks along. */
export function ListPart() {
  const { session, task, vocabulary } = useDesk();
  const [opened, setOpened] = useState(false);
  const open = (): void => setOpened(true);
  useCommands('desk', [{ ...observatoryCommands.proposeList, run: open }]);
  return (
    <>
      <Button variant="subtle" size="compact-sm" rightSection={<KeyCaps value="Shift+P" />} onClick={open}>
        For the whole list …
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Propose boxes for the whole list"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ListForm
          task={task.id}
          vocabulary={vocabulary}
          itemsOf={async () => {
            const { filter, sort, atWork } = useListContext.getState();
            const list = atWork ? ownWork : { filter, sort };
            const { total } = await client.items.list({ ...list, offset: 0, limit: 1 });
            const ids = await fetchIds(list, 0, total - 1);
            // The open item is being edited here.
            return ids.filter((id) => id !== session.itemId);
          }}
        >
          Casebook looks for the face in all other items in this list and adds its boxes to your draft. Verify
          them afterwards. Items with a box, a rejected proposal or a submitted answer stay unchanged; the
          open item has its own shortcut.
        </ListForm>
      </Modal>
    </>
  );
}
