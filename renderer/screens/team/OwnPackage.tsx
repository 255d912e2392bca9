import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import type { OpenCasebook } from '../../../shared/contract/application.ts';
import { useCasebook, usePerson, useWritable } from '../../ui/window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useHubState } from '../../ui/hub/useHubState.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { PackageForm } from '../../ui/files/PackageForm.tsx';
import { HubSection } from './HubSection.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import classes from './Team.module.css';
import { useTaskTitle } from '../../ui/assign/useTaskTitle.ts';

/**
 * The screen in a casebook that is a package: whose it is, how much is done, and how answers get back: as a file, or over
 * the team’s hub.
 */
export function OwnPackage({ owner }: { readonly owner: NonNullable<OpenCasebook['packageFor']> }) {
  const people = useQuery(orpc.people.list.queryOptions());
  const progress = useQuery(orpc.assignments.progress.queryOptions());
  const { title: casebook, device } = useCasebook();
  const hasJoined = device !== undefined;
  const title = useTaskTitle();
  const hub = useHubState(null);
  const writable = useWritable();
  const isOwner = usePerson().id === owner.personId;
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
  if (people.data === undefined || progress.data === undefined || hub.isPending) return <LoadingState />;
  // Where the hub’s state cannot be read, a file still goes back.
  const connected = hub.data != null;
  const own = progress.data.filter(({ personId }) => personId === owner.personId);
  const person = people.data.find(({ id }) => id === owner.personId);
  return (
    <ScreenPage>
      <ScreenHeader
        title="Team"
        description={
          connected
            ? `This casebook holds the items of ${owner.name}. Submitted answers go to the team over the hub.`
            : hasJoined
              ? `This casebook joined a team’s hub as ${owner.name} and is not connected now.`
              : `This casebook is a package for ${owner.name}. Send it back when you have answered.`
        }
      />
      {own.length === 0 ? (
        <EmptyState
          icon={PackageOpen}
          title={connected ? 'Nothing is assigned to you yet' : 'Nothing was assigned in this package'}
        >
          {connected
            ? 'Items that a curator assigns to you arrive with the next exchange.'
            : 'Ask the sender for another one.'}
        </EmptyState>
      ) : (
        <section className={classes['section']} aria-label="Progress">
          <h2>Progress</h2>
          {own.map((each) => (
            <div key={`${each.task} ${String(each.round)}`} className={classes['line']}>
              <span>{title(each)}</span>
              <ProgressBar progress={each} />
            </div>
          ))}
        </section>
      )}
      {person !== undefined && !connected && (
        <section className={classes['section']} aria-label="Send it back">
          <h2>Send it back</h2>
          <p>You can send it before you finish, and again later. Casebook counts nothing twice.</p>
          <PackageForm
            person={person}
            action="Write package to send back"
            description="One file with the answers submitted so far. Drafts stay here until they are submitted."
            suggestedName={`${casebook} from ${person.handle}`}
          />
        </section>
      )}
      <HubSection invited={hasJoined ? REJOIN : INVITED} mayConnect={writable && isOwner} />
    </ScreenPage>
  );
}

const INVITED =
  'If your team uses a hub, you can connect instead of sending packages. A curator sends you the invitation.';
const REJOIN =
  'To join again, ask a curator for a new invitation: they find it on their Team screen, in the menu beside your name. Then choose “Connect to a hub…” and paste it. Casebook sends your answers that the hub lacks, and fetches the rest.';
