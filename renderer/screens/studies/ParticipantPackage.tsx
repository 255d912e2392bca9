import type { Participant, Study } from '../../../shared/contract/studies.ts';
import { PackageForm } from '../../ui/PackageForm.tsx';
import { WorkDialog } from '../../ui/WorkDialog.tsx';

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
  return (
    <WorkDialog
      opened={participant !== null}
      onClose={onClose}
      title={`Package for ${participant?.name ?? ''}`}
    >
      {participant !== null && (
        <PackageForm
          person={{ id: participant.personId }}
          action="Write package"
          description={`One file with the questions and images of ${participant.name}’s sittings; no labels, no clues, no expected answers but those of practice items. Casebook shows each question when it is its turn; somebody who takes the file apart could read ahead. What comes back is merged on the Team screen.`}
          suggestedName={`${study.title} for ${participant.handle}`}
          onClose={onClose}
        />
      )}
    </WorkDialog>
  );
}
