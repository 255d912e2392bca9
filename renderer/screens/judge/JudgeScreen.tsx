import { useQuery } from '@tanstack/react-query';
import { Lock, Stamp } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'wouter';
import { JudgingId } from '../../../shared/base/ids.ts';
import { useCasebook, usePerson } from '../../ui/window/applicationState.ts';
import { client, orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Judging } from './Judging.tsx';
import { Overview } from './Overview.tsx';
import { outboxOf } from './store/outboxes.ts';

/** Judging answers, one at a time, without knowing whose they are. */
export default function JudgeScreen() {
  const { roles } = usePerson();
  return (
    <>
      <ScreenTitle>Judge</ScreenTitle>
      {roles.includes('judge') ? (
        <Judge />
      ) : (
        <EmptyState icon={Lock} title="This screen is for judges">
          A curator assigns the judge’s role on the Team screen.
        </EmptyState>
      )}
    </>
  );
}

function Judge() {
  const { path } = useCasebook();
  const { id: person } = usePerson();
  const outbox = useMemo(() => outboxOf(path, person), [path, person]);
  const mine = useQuery({ ...orpc.judging.mine.queryOptions(), staleTime: 0 });
  const criteria = useQuery(orpc.judging.criteria.queryOptions());
  const params = useParams();
  const judging = JudgingId.safeParse(params['judging']);
  const criterion = params['criterion'];
  const error = mine.error ?? criteria.error;
  if (error !== null && (mine.data === undefined || criteria.data === undefined))
    return (
      <ErrorState
        title="Your judging could not be read"
        error={error}
        onRetry={() => {
          void mine.refetch();
          void criteria.refetch();
        }}
      />
    );
  if (mine.data === undefined || criteria.data === undefined)
    return <LoadingState label="Loading your judging" />;
  const given = mine.data.find(({ id }) => judging.success && id === judging.data);
  const described = criteria.data.find(({ id }) => id === criterion);
  if (given !== undefined && described !== undefined)
    return (
      <Judging
        key={`${given.id} ${described.id}`}
        given={given}
        criterion={described}
        criteria={criteria.data}
        transport={client.judging}
        outbox={outbox}
      />
    );
  if (mine.data.length === 0)
    return (
      <EmptyState icon={Stamp} title="Nothing to judge yet">
        A curator assigns answers to judge. Yours appear here, without the names of those who answered.
      </EmptyState>
    );
  return <Overview mine={mine.data} criteria={criteria.data} />;
}
