import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GitMerge, ListPlus, Stamp } from 'lucide-react';
import { useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { Person } from '../../../shared/contract/application.ts';
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

function Team() {
  const curates = usePerson().roles.includes('curator');
  const writable = useWritable();
  const editable = writable && curates;
  const isOwn = useOwnsCasebook();
  const judged = findBenchmark(useCasebook().benchmark)?.judging !== undefined;
  const people = useQuery(orpc.people.list.queryOptions());
  const progress = useQuery(orpc.assignments.progress.queryOptions());
  const [dialog, setDialog] = useState<'assign' | 'merge' | null>(null);
  const hub = useHubState(null).data;
  const [packaging, setPackaging] = useState<Person | null>(null);
  const [inviting, setInviting] = useState<Person | null>(null);
  const address = useQuery(
    orpc.webAccess.address.queryOptions({ enabled: curates, staleTime: Number.POSITIVE_INFINITY }),
  );
  const [invitingHere, setInvitingHere] = useState<Person | null>(null);
  const openDialog = (kind: 'assign' | 'merge') => () => {
    setDialog(kind);
  };
  const offered = () =>
    editable && dialog === null && packaging === null && inviting === null && invitingHere === null;
  useCommands('screen', [
    { ...teamCommands.assign, enabled: offered, run: openDialog('assign') },
    { ...teamCommands.merge, enabled: offered, run: openDialog('merge') },
  ]);
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
  const close = () => {
    setDialog(null);
  };
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Team"
        description="Casebook keeps work under the current user’s name. Changing the user loses no unsubmitted work."
        actions={
          editable && (
            <>
              <Button
                variant="default"
                leftSection={<GitMerge size={14} aria-hidden />}
                onClick={openDialog('merge')}
              >
                Merge…
              </Button>
              {judged && (
                <Button
                  variant="default"
                  leftSection={<Stamp size={14} aria-hidden />}
                  onClick={() => {
                    goTo(places.assignJudging);
                  }}
                >
                  Assign judging…
                </Button>
              )}
              <Button leftSection={<ListPlus size={14} aria-hidden />} onClick={openDialog('assign')}>
                Assign items…
              </Button>
            </>
          )
        }
      />
      {editable && <NextStep people={people.data} progress={progress.data} />}
      <PeopleTable
        people={people.data}
        progress={progress.data}
        curates={curates}
        editable={editable}
        onPackage={setPackaging}
        onInvite={editable && hub?.role === 'curator' ? setInviting : null}
        onInviteHere={editable && address.data != null ? setInvitingHere : null}
      />
      <HubSection
        invited="Over a hub, everybody works in a casebook of their own, offline too, and submitted work meets in one place. Nobody sends packages."
        mayConnect={editable || (writable && isOwn)}
      />
      {address.error !== null && (
        <Notice state="disputed" title="Casebook cannot tell whether it is on a network">
          {failureOf(address.error).message} {failureOf(address.error).hint}
        </Notice>
      )}
      {address.data != null && <WebSessions url={address.data.url} editable={editable} />}
      {curates && <Conflicts editable={editable} />}
      {editable && <AddPerson />}
      <AssignDialog
        opened={dialog === 'assign'}
        onClose={close}
        people={people.data}
        progress={progress.data}
      />
      <MergeDialog opened={dialog === 'merge'} onClose={close} />
      <InviteDialog
        person={inviting}
        onClose={() => {
          setInviting(null);
        }}
      />
      <WebInviteDialog
        person={invitingHere}
        onClose={() => {
          setInvitingHere(null);
        }}
      />
      <PackageDialog
        person={packaging}
        onClose={() => {
          setPackaging(null);
        }}
      />
    </ScreenPage>
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
