import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import { useCommands } from '../../../app/commands.ts';
import { casebookChanged } from '../../../app/applicationState.ts';
import { ownWork, useListContext } from '../../../app/listContext.ts';
import { client } from '../../../client/index.ts';
import { imageUrl } from '../../../client/images.ts';
import { useDesk } from '../../../features/desk/context.ts';
import { fetchIds } from '../../../features/library/fetchIds.ts';
import { counted } from '../../../ui/format.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { useStreamedWork } from '../../../ui/useStreamedWork.ts';
import { WorkProgress } from '../../../ui/WorkProgress.tsx';
import { observatoryCommands } from '../commands.ts';
import { useAnswerForm } from '../useAnswerForm.ts';
import { faceDetector } from './faceDetector.ts';
import { proposeForList, type ListOutcome, type ListWork } from './proposeForList.ts';

/** Has the detector go through the list that the Desk walks along. */
export function ListPart() {
  const [opened, setOpened] = useState(false);
  const open = (): void => {
    setOpened(true);
  };
  useCommands('desk', [{ ...observatoryCommands.proposeList, run: open }]);
  return (
    <>
      <Button variant="subtle" size="compact-sm" rightSection={<KeyCaps value="Shift+P" />} onClick={open}>
        For the whole list …
      </Button>
      <Modal
        opened={opened}
        onClose={() => {
          setOpened(false);
        }}
        title="Propose boxes for the whole list"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ListForm />
      </Modal>
    </>
  );
}

/** What will be done, how far it is, what came of it. Closing it stops the work. */
function ListForm() {
  const { session, task } = useDesk();
  const { vocabulary } = useAnswerForm();
  const { filter, sort, atWork } = useListContext();
  const { state, start, cancel } = useStreamedWork<ListOutcome>();

  const begin = async (): Promise<void> => {
    const list = atWork ? ownWork : { filter, sort };
    await start(async (signal) =>
      proposeForList(
        {
          items: await itemsOf(list, session.itemId),
          vocabulary,
          open: async (itemId) => client.annotations.open({ itemId, task: task.id }),
          edit: async ({ itemId, round, revision }, diff) =>
            client.annotations.edit({
              itemId,
              task: task.id,
              round,
              revision,
              diff,
              mark: crypto.randomUUID(),
              activeMilliseconds: 0,
            }),
          detect: async (imageId, aborted) => faceDetector.detect(imageUrl(imageId, 'full'), aborted),
        } satisfies ListWork,
        signal,
      ),
    );
    await casebookChanged();
  };

  return (
    <Stack gap="sm">
      {state.status !== 'done' && (
        <Text>
          The face in every other item of this list is looked for, one image after the other, and its boxes
          are added to your draft, to be verified. Items that have a box, a rejected proposal or a submitted
          answer stay as they are; the open item has a key of its own.
        </Text>
      )}
      <WorkProgress
        state={state}
        onCancel={cancel}
        cancelled="What was proposed so far stays in your drafts; the rest of the list is as it was."
      />
      {state.status === 'done' && <Outcome outcome={state.result} />}
      {state.status !== 'running' && state.status !== 'done' && (
        <Group justify="flex-end">
          <Button
            data-autofocus
            onClick={() => {
              begin().catch((error: unknown) => {
                toastFailure('The list was not gone through', error);
              });
            }}
          >
            Propose boxes
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Outcome({ outcome }: { readonly outcome: ListOutcome }) {
  const { proposed, withoutFace, unreadable, left } = outcome;
  return (
    <Notice state="accepted" title={`Boxes proposed for ${counted(proposed, 'item')}.`}>
      {withoutFace > 0 && <div>No face was found in {counted(withoutFace, 'item')}.</div>}
      {unreadable > 0 && (
        <div>The original of {counted(unreadable, 'item')} is missing or could not be read.</div>
      )}
      {left > 0 && <div>Left as they were: {counted(left, 'item')}.</div>}
    </Notice>
  );
}

async function itemsOf(list: Parameters<typeof fetchIds>[0], open: ItemId): Promise<readonly ItemId[]> {
  const { total } = await client.items.list({ ...list, offset: 0, limit: 1 });
  const ids = await fetchIds(list, 0, total - 1);
  // The one at hand is being edited here.
  return ids.filter((id) => id !== open);
}
