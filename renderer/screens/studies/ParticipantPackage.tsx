import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Participant, Study } from '../../../shared/contract/studies.ts';
import { PackageForm } from '../../ui/PackageForm.tsx';

/** Writes a participant's sittings as one file, for another machine. */
export function ParticipantPackage({
  study,
  participant,
  onClose,
}: {
  readonly study: Study;
  /** Null: closed. */
  readonly participant: Participant | null;
  readonly onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={participant !== null}
      onClose={onClose}
      title={`Package for ${participant?.name ?? ''}`}
      size="lg"
      // While work runs, leaving is what its Cancel button is for.
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {participant !== null && (
        <PackageForm
          person={{ id: participant.personId }}
          action="Write package"
          description={`One file with the questions and images of ${participant.name}’s sittings; no labels, no clues, no expected answers but those of practice items. Casebook shows each question when it is its turn; somebody who takes the file apart could read ahead. What comes back is merged on the Team screen.`}
          suggestedName={`${study.title} for ${participant.handle}`}
          onBusy={setBusy}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
