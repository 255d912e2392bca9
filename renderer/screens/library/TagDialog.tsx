import { Button, Group, Modal, MultiSelect, Stack, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { orpc } from '../../client/index.ts';

/** Asks which tags the chosen items get and lose. */
export function TagDialog({
  opened,
  count,
  onClose,
  onChange,
}: {
  readonly opened: boolean;
  readonly count: number;
  readonly onClose: () => void;
  readonly onChange: (add: readonly string[], remove: readonly string[]) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Tags of ${counted(count, 'item')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TagForm onChange={onChange} />
    </Modal>
  );
}

function TagForm({
  onChange,
}: {
  readonly onChange: (add: readonly string[], remove: readonly string[]) => void;
}) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const counts = useQuery(orpc.items.counts.queryOptions({ input: { filter: {} } })).data;
  const known = (counts?.tags ?? []).flatMap(({ value }) => (value === null ? [] : [value]));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(add, remove);
      }}
    >
      <Stack gap="md">
        <TagsInput
          label="Add"
          description="Press Enter or comma after each tag."
          data-autofocus
          data={known}
          value={add}
          onChange={setAdd}
          acceptValueOnBlur
        />
        <MultiSelect
          label="Remove"
          data={known}
          value={remove}
          onChange={setRemove}
          searchable
          disabled={known.length === 0}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={add.length === 0 && remove.length === 0}>
            Change tags
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
