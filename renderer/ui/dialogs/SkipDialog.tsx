import { Button, Chip, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';

interface SkipWords {
  /** What follows from it. */
  readonly description: string;
  /** Reasons that come often; any other can be typed. */
  readonly reasons: readonly string[];
}

/** Asks why something is passed over. */
export function SkipDialog({
  opened,
  title,
  onClose,
  ...rest
}: SkipWords & {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly onSkip: (reason: string) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Reasons {...rest} onClose={onClose} />}
    </Modal>
  );
}

function Reasons({
  description,
  reasons,
  onClose,
  onSkip,
}: SkipWords & {
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
        description={description}
        data-autofocus
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap={4} mt="sm">
        {reasons.map((each) => (
          <Chip key={each} size="xs" checked={given === each} onChange={() => setReason(each)}>
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
