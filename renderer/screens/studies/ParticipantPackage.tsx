import type { Participant, Study } from '../../../shared/contract/studies.ts';
import { PackageForm } from '../../ui/files/PackageForm.tsx';
import { WorkDialog } from '../../ui/work/WorkDialog.tsx';

/** Writes a participant's study sessions as one file, for another machine. */
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
          description={`One file with the questions and images of ${participant.name}’s study sessions. It has no labels, clues or expected answers, except for practice items. Casebook shows one question at a time, but somebody who unpacks the file could read ahead. Merge the returned file on the Team screen.`}
          suggestedName={`${study.title} for ${participant.handle}`}
          onClose={onClose}
        />
      )}
    </WorkDialog>
  );
}
