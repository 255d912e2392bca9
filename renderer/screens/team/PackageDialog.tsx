import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../../shared/contract/application.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { PackageForm } from '../../ui/PackageForm.tsx';

/** Writes what somebody was given as one file. */
export function PackageDialog({
  person,
  onClose,
}: {
  /** Null: closed. */
  readonly person: Person | null;
  readonly onClose: () => void;
}) {
  const { title } = useCasebook();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={person === null ? '' : `Package for ${person.name}`}
      size="lg"
      // While work runs, leaving is what its Cancel button is for.
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {person !== null && (
        <PackageForm
          person={person}
          action="Write package"
          description={`One file with what ${person.name} was given: the items, their images and the guidelines; no labels, and nothing of anybody else.`}
          suggestedName={`${title} for ${person.handle}`}
          onBusy={setBusy}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
