import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type { Participant, Study } from '../../../shared/contract/studies.ts';
import type { StudyId } from '../../../shared/base/ids.ts';
import { useWritable } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { studyCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { client, orpc } from '../../client/index.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { workAs } from '../../ui/window/workAs.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { ExcludeDialog } from './ExcludeDialog.tsx';
import { InviteDialog } from '../../ui/hub/InviteDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { ParticipantPackage } from './ParticipantPackage.tsx';
import type { ParticipantAction } from './participantActions.ts';
import { ParticipantsTable } from './ParticipantsTable.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { ElsewhereSection } from './recruitment/ElsewhereSection.tsx';
import { studiesChanged, StudyActions } from './StudyActions.tsx';
import { StudyFacts } from './StudyFacts.tsx';
import { TranslationsSection } from './TranslationsSection.tsx';
import { studyLooks } from './studyLooks.ts';
import { useStudyBoard } from './useStudyBoard.ts';
import classes from './Studies.module.css';

/** What is open over a study. */
type StudyDialog =
  | { readonly kind: 'enrol' | 'report' }
  | {
      readonly kind: 'exclude' | 'include' | 'link' | 'package' | 'invite';
      readonly participant: Participant;
    };

/** One study: what it is, who takes part and how far they are. */
export function StudyPage({ id }: { readonly id: StudyId }) {
  const writable = useWritable();
  const study = useQuery(orpc.studies.get.queryOptions({ input: { id } }));
  const board = useStudyBoard({ id, state: study.data?.state ?? 'draft' });
  const [dialog, setDialog] = useState<StudyDialog | null>(null);
  const isOpen = study.data?.state === 'open';
  const offered = () => writable && dialog === null;
  const tryOut = useMutation({
    ...orpc.studies.tryOut.mutationOptions(),
    onSuccess: ({ studySessionId }) => {
      goTo(places.studySession(studySessionId));
    },
    onError: (error) => toastFailure('The study cannot be tried out', error),
  });
  const act = useParticipantActions(setDialog);
  useCommands('screen', [
    {
      ...studyCommands.enrol,
      enabled: () => offered() && isOpen,
      run: () => setDialog({ kind: 'enrol' }),
    },
    {
      ...studyCommands.tryOut,
      enabled: () => offered() && study.data !== undefined && study.data.state !== 'closed',
      run: () => {
        tryOut.mutate({ id });
      },
    },
  ]);
  // What was read a moment ago stays while it cannot be read again, where the numbers say so.
  const error = study.error ?? (board.data?.numbers == null ? board.error : null);
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void study.refetch();
          void board.refetch();
        }}
      />
    );
  if (study.data === undefined || board.data === undefined) return <LoadingState />;
  const { participants } = board.data;
  const close = () => setDialog(null);
  return (
    <ScreenPage wide>
      <ScreenHeader
        title={study.data.title}
        description={descriptions[study.data.state]}
        actions={
          <Group gap="sm" wrap="nowrap">
            <StateBadge look={studyLooks[study.data.state]} />
            <Button
              variant="default"
              leftSection={<ArrowLeft size={14} aria-hidden />}
              onClick={() => goTo(places.studies)}
            >
              All studies
            </Button>
            {writable && (
              <StudyActions
                study={study.data}
                participants={participants}
                onTryOut={() => tryOut.mutate({ id })}
                onEnrol={() => setDialog({ kind: 'enrol' })}
                onReport={() => setDialog({ kind: 'report' })}
              />
            )}
          </Group>
        }
      />
      <ElsewhereSection study={study.data} board={board} />
      <TranslationsSection study={study.data} isWritable={writable} />
      {study.data.state !== 'draft' && (
        <ParticipantsSection participants={participants} editable={writable} isOpen={isOpen} onAction={act} />
      )}
      <StudyFacts study={study.data} />
      <StudyDialogs study={study.data} dialog={dialog} onClose={close} />
    </ScreenPage>
  );
}

/** Who takes part, and how far they are. */
function ParticipantsSection({
  participants,
  editable,
  isOpen,
  onAction,
}: {
  readonly participants: readonly Participant[];
  readonly editable: boolean;
  readonly isOpen: boolean;
  readonly onAction: (action: ParticipantAction, participant: Participant) => void;
}) {
  return (
    <section className={classes['section']} aria-label="Participants">
      <h2>Participants</h2>
      {participants.length === 0 ? (
        <Text c="dimmed">
          {isOpen
            ? 'Nobody is enrolled yet. Enrol people, then give each a link or a package, or start on this computer.'
            : 'Nobody took part.'}
        </Text>
      ) : (
        <ParticipantsTable
          participants={participants}
          editable={editable}
          isOpen={isOpen}
          onAction={onAction}
        />
      )}
    </section>
  );
}

/** What can be done with a participant; what needs a dialog opens it. */
function useParticipantActions(
  open: (dialog: StudyDialog) => void,
): (action: ParticipantAction, participant: Participant) => void {
  const unenrol = useMutation({
    ...orpc.studies.unenrol.mutationOptions(),
    onSuccess: studiesChanged,
    onError: (error) => toastFailure('The enrolment could not be cancelled', error),
  });
  const erase = useMutation({
    ...orpc.studies.erase.mutationOptions(),
    onSuccess: studiesChanged,
    onError: (error) => toastFailure('Nothing was deleted', error),
  });
  const askToErase = async ({ studySessionId, name, answered }: Participant) => {
    const goAhead = await confirm({
      title: `Delete the answers of ${name}?`,
      message: `Do this if they ask for it. Casebook deletes their ${counted(answered, 'answer')} and all verdicts on them, in this casebook and in those that it is merged into. They count as withdrawn. Their name stays in Team and in History. Backups, packages and exports from before still contain the answers.`,
      action: 'Delete answers',
      dangerous: true,
    });
    if (goAhead) erase.mutate({ studySessionId });
  };
  return (action, participant) => {
    if (action === 'handOver') void handOver(participant);
    else if (action === 'unenrol') unenrol.mutate({ studySessionId: participant.studySessionId });
    else if (action === 'erase') void askToErase(participant);
    else open({ kind: action, participant });
  };
}

/** The dialogs of a study, at most one of them open. */
function StudyDialogs({
  study,
  dialog,
  onClose,
}: {
  readonly study: Study;
  readonly dialog: StudyDialog | null;
  readonly onClose: () => void;
}) {
  const about = (...kinds: readonly StudyDialog['kind'][]): Participant | null =>
    dialog !== null && 'participant' in dialog && kinds.includes(dialog.kind) ? dialog.participant : null;
  const invited = about('invite');
  return (
    <>
      <EnrolDialog study={study} opened={dialog?.kind === 'enrol'} onClose={onClose} />
      <ReportDialog study={study} opened={dialog?.kind === 'report'} onClose={onClose} />
      <ExcludeDialog participant={about('exclude', 'include')} onClose={onClose} />
      <InviteDialog
        person={invited === null ? null : { id: invited.personId, name: invited.name }}
        onClose={onClose}
      />
      <LinkDialog participant={about('link')} onClose={onClose} />
      <ParticipantPackage study={study} participant={about('package')} onClose={onClose} />
    </>
  );
}

const descriptions: Readonly<Record<Study['state'], string>> = {
  draft: 'Not open yet. Opening it draws its items.',
  open: 'Participants can take part. Its items and settings are fixed.',
  closed: 'Nobody can continue; Casebook keeps the answers.',
};

/** Hands this window to a participant, who does not give it back. */
async function handOver({ personId, name }: Participant): Promise<void> {
  const goAhead = await confirm({
    title: `Hand this window to ${name}?`,
    message: 'From then on it shows only the study. To work here again, restart Casebook.',
    action: 'Hand over window',
  });
  if (!goAhead) return;
  try {
    const person = (await client.people.list()).find(({ id }) => id === personId);
    if (person !== undefined) await workAs(person);
  } catch (error) {
    toastFailure('The window was not handed over', error);
  }
}
