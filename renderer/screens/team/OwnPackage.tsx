import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import type { OpenCasebook } from '../../../shared/contract/application.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/ScreenPage.tsx';
import { PackageForm } from '../../ui/PackageForm.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import classes from './Team.module.css';
import { useTaskTitle } from '../../ui/assign/useTaskTitle.ts';

/** The screen in a casebook that is a package: whose it is, how much is done, and sending it back. */
export function OwnPackage({ owner }: { readonly owner: NonNullable<OpenCasebook['packageFor']> }) {
  const people = useQuery(orpc.people.list.queryOptions());
  const progress = useQuery(orpc.assignments.progress.queryOptions());
  const { title: casebook } = useCasebook();
  const title = useTaskTitle();
  const [, setBusy] = useState(false);
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
  const own = progress.data.filter(({ personId }) => personId === owner.personId);
  const person = people.data.find(({ id }) => id === owner.personId);
  return (
    <ScreenPage>
      <ScreenHeader
        title="Team"
        description={`This casebook is a package for ${owner.name}. The answers given here go back to where it came from.`}
      />
      {own.length === 0 ? (
        <EmptyState icon={PackageOpen} title="Nothing was assigned in this package">
          Ask whoever sent it for another one.
        </EmptyState>
      ) : (
        <section className={classes['section']} aria-label="What is done">
          <h2>What is done</h2>
          {own.map((each) => (
            <div key={`${each.task} ${String(each.round)}`} className={classes['line']}>
              <span>{title(each)}</span>
              <ProgressBar progress={each} />
            </div>
          ))}
        </section>
      )}
      {person !== undefined && (
        <section className={classes['section']} aria-label="Send it back">
          <h2>Send it back</h2>
          <p>
            Also before everything is done: what comes later can be sent again, and nothing is counted twice.
          </p>
          <PackageForm
            person={person}
            action="Write the package to send back"
            description="One file with the answers submitted so far. Drafts stay here until they are submitted."
            suggestedName={`${casebook} from ${person.handle}`}
            onBusy={setBusy}
          />
        </section>
      )}
    </ScreenPage>
  );
}
