import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useTextDraft } from '../form/useFormDraft.ts';

/** Asks why a decision is taken back. */
export function ReopenDialog({
  opened,
  consequence,
  onClose,
  onReopen,
}: {
  readonly opened: boolean;
  /** What becomes current again once it is reopened. */
  readonly consequence: string;
  readonly onClose: () => void;
  readonly onReopen: (note: string) => void;
}) {
  // One case is open at a time: the address names it.
  const [note, setNote] = useTextDraft(`reopen ${window.location.hash}`, 'Reason to reopen');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Reopen the decision"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onReopen(note.trim());
          setNote('');
        }}
      >
        <Text mb="sm" c="dimmed">
          {`${consequence} The decision stays in its history.`}
        </Text>
        <Textarea
          data-autofocus
          label="Why"
          minRows={2}
          autosize
          maxLength={10_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Reopen</Button>
        </Group>
      </form>
    </Modal>
  );
}
