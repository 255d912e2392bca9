import { Button, Chip, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';

const REASONS = ['not sure', 'come back later', 'needs a second opinion', 'not my language'];

/** Asks why an item is passed over. */
export function SkipDialog({
  opened,
  assigned,
  onClose,
  onSkip,
}: {
  readonly opened: boolean;
  /** Whether the person was given the item to answer. */
  readonly assigned: boolean;
  readonly onClose: () => void;
  readonly onSkip: (reason: string) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Skip this item"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Reasons assigned={assigned} onClose={onClose} onSkip={onSkip} />}
    </Modal>
  );
}

function Reasons({
  assigned,
  onClose,
  onSkip,
}: {
  readonly assigned: boolean;
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
        description={
          assigned
            ? 'The item counts as skipped in your work; you can come back to it and answer.'
            : 'The item stays as it is; the reason is noted in its history.'
        }
        data-autofocus
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
