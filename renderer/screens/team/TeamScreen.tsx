import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GitMerge, ListPlus, Stamp } from 'lucide-react';
import { useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';
import { useCasebook, useOwnsCasebook, usePerson, useWritable } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { teamCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { InviteDialog } from '../../ui/hub/InviteDialog.tsx';
import { useHubState } from '../../ui/hub/useHubState.ts';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { AddPerson } from './AddPerson.tsx';
import { AssignDialog } from '../../ui/assign/AssignDialog.tsx';
import { Conflicts } from './Conflicts.tsx';
import { HubSection } from './HubSection.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { NextStep } from './NextStep.tsx';
import { OwnPackage } from './OwnPackage.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { WebInviteDialog } from './WebInviteDialog.tsx';
import { WebSessions } from './WebSessions.tsx';
import { PackageForm } from '../../ui/files/PackageForm.tsx';
import { WorkDialog } from '../../ui/work/WorkDialog.tsx';

/** Who works on the casebook, what they were given and how far they are; work that goes out and comes back. */
export default function TeamScreen() {
  const { packageFor } = useCasebook();
  return packageFor === null ? <Team /> : <OwnPackage owner={packageFor} />;
}

interface PersonDialog {
  readonly kind: 'package' | 'invite' | 'inviteHere';
  readonly person: Person;
}
type TeamDialog = PersonDialog | { readonly kind: 'assign' | 'merge' };

function Team() {
  const people = useQuery(orpc.people.list.queryOptions());
  const progress = useQuery(orpc.assignments.progress.queryOptions());
  const error = people.error ?? progress.error;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void people.refetch();
          void progress.refetch();
        }}
      />
    );
  if (people.data === undefined || progress.data === undefined) return <LoadingState />;
  return <TeamPage people={people.data} progress={progress.data} />;
}

function TeamPage({
  people,
  progress,
}: {
  readonly people: readonly Person[];
  readonly progress: readonly AssignmentProgress[];
}) {
  const curates = usePerson().roles.includes('curator');
  const writable = useWritable();
  const editable = writable && curates;
  const isOwn = useOwnsCasebook();
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  const hub = useHubState(null).data;
  const address = useQuery(
    orpc.webAccess.address.queryOptions({ enabled: curates, staleTime: Number.POSITIVE_INFINITY }),
  );
  const openDialog = (kind: 'assign' | 'merge') => () => setDialog({ kind });
  const openFor = (kind: PersonDialog['kind']) => (person: Person) => setDialog({ kind, person });
  const personIn = (kind: PersonDialog['kind']) => (dialog?.kind === kind ? dialog.person : null);
  const offered = () => editable && dialog === null;
  useCommands('screen', [
    { ...teamCommands.assign, enabled: offered, run: openDialog('assign') },
    { ...teamCommands.merge, enabled: offered, run: openDialog('merge') },
  ]);
  /** A dialog closes itself alone: what it began can end after another one was opened. */
  const close = (kind: TeamDialog['kind']) => () => setDialog((open) => (open?.kind === kind ? null : open));
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Team"
        description="Casebook keeps work under the current user’s name. Changing the user loses no unsubmitted work."
        actions={editable && <HeaderActions onMerge={openDialog('merge')} onAssign={openDialog('assign')} />}
      />
      {editable && <NextStep people={people} progress={progress} />}
      <PeopleTable
        people={people}
        progress={progress}
        curates={curates}
        editable={editable}
        onPackage={openFor('package')}
        onInvite={editable && hub?.role === 'curator' ? openFor('invite') : null}
        onInviteHere={editable && address.data != null ? openFor('inviteHere') : null}
      />
      <HubSection
        invited="Over a hub, everybody works in a casebook of their own, offline too, and submitted work meets in one place. Nobody sends packages."
        mayConnect={editable || (writable && isOwn)}
      />
      <WebAccess error={address.error} address={address.data} editable={editable} />
      {curates && <Conflicts editable={editable} />}
      {editable && <AddPerson />}
      <AssignDialog
        opened={dialog?.kind === 'assign'}
        onClose={close('assign')}
        people={people}
        progress={progress}
      />
      <MergeDialog opened={dialog?.kind === 'merge'} onClose={close('merge')} />
      <InviteDialog person={personIn('invite')} onClose={close('invite')} />
      <WebInviteDialog person={personIn('inviteHere')} onClose={close('inviteHere')} />
      <PackageDialog person={personIn('package')} onClose={close('package')} />
    </ScreenPage>
  );
}

/** Lists the browsers signed in over the network, if the casebook is on one. */
function WebAccess({
  error,
  address,
  editable,
}: {
  readonly error: Error | null;
  /** Null: the casebook is not on a network. */
  readonly address: { readonly url: string } | null | undefined;
  readonly editable: boolean;
}) {
  return (
    <>
      {error !== null && (
        <Notice state="disputed" title="Casebook cannot tell whether it is on a network">
          {failureOf(error).message} {failureOf(error).hint}
        </Notice>
      )}
      {address != null && <WebSessions url={address.url} editable={editable} />}
    </>
  );
}

function HeaderActions({
  onMerge,
  onAssign,
}: {
  readonly onMerge: () => void;
  readonly onAssign: () => void;
}) {
  const judged = findBenchmark(useCasebook().benchmark)?.judging !== undefined;
  return (
    <>
      <Button variant="default" leftSection={<GitMerge size={14} aria-hidden />} onClick={onMerge}>
        Merge…
      </Button>
      {judged && (
        <Button
          variant="default"
          leftSection={<Stamp size={14} aria-hidden />}
          onClick={() => goTo(places.assignJudging)}
        >
          Assign judging…
        </Button>
      )}
      <Button leftSection={<ListPlus size={14} aria-hidden />} onClick={onAssign}>
        Assign items…
      </Button>
    </>
  );
}

/** Writes what somebody was given as one file. */
function PackageDialog({
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
