import type { Person } from '../../../shared/contract/application.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { PackageForm } from '../../ui/PackageForm.tsx';
import { WorkDialog } from '../../ui/WorkDialog.tsx';

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
  return (
    <WorkDialog
      opened={person !== null}
      onClose={onClose}
      title={person === null ? '' : `Package for ${person.name}`}
    >
      {person !== null && (
        <PackageForm
          person={person}
          action="Write package"
          description={`One file with ${person.name}’s assigned items, their images and the guidelines. It has no labels and nothing from other people.`}
          suggestedName={`${title} for ${person.handle}`}
          onClose={onClose}
        />
      )}
    </WorkDialog>
  );
}
