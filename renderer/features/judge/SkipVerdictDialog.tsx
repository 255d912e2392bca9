import { Button, Chip, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';

const REASONS = ['not sure', 'answer unreadable', 'reference unclear', 'not my language'];

/** Asks why an answer is passed over. */
export function SkipVerdictDialog({
  opened,
  onClose,
  onSkip,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSkip: (reason: string) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Skip this answer"
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Reasons onClose={onClose} onSkip={onSkip} />}
    </Modal>
  );
}

function Reasons({
  onClose,
  onSkip,
}: {
  readonly onClose: () => void;
  readonly onSkip: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '') onSkip(given);
      }}
    >
      <TextInput
        label="Why?"
        description="It counts as skipped; you can come back to it and judge."
        data-autofocus
        maxLength={2000}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
      />
      <Group gap={4} mt="sm">
        {REASONS.map((each) => (
          <Chip
            key={each}
            size="xs"
            checked={given === each}
            onChange={() => {
              setReason(each);
            }}
          >
            {each}
          </Chip>
        ))}
      </Group>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={given === ''}>
          Skip
        </Button>
      </Group>
    </form>
  );
}
