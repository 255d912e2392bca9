import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { AgreementView } from './AgreementView.tsx';
import { useChoices } from './choices.ts';
import { ProposalsSection } from './proposals/ProposalsSection.tsx';
import { questionOf } from './question.ts';

/** How far raters agree: figures with intervals, and the items behind them. */
export default function AgreementScreen() {
  const { path, benchmark } = useCasebook();
  const choices = useChoices(path);
  const available = useQuery(orpc.agreement.choices.queryOptions());
  if (available.error !== null)
    return <ErrorState error={available.error} onRetry={() => void available.refetch()} />;
  if (available.data === undefined) return <LoadingState label="Loading the ratings" />;
  const question = questionOf(available.data, choices, findBenchmark(benchmark)?.tasks ?? []);
  if (question === null)
    return (
      <ScreenPage>
        <ScreenHeader
          title="Agreement"
          description="How far raters agree: figures with intervals, and the items behind them."
        />
        <EmptyState
          icon={Users}
          title="Nobody has rated anything yet"
          actions={<Button onClick={() => goTo(places.team)}>Assign items in Team</Button>}
        >
          Agreement compares people who answered the same items blind. Assign items to two or more people, or
          import ratings.
        </EmptyState>
        <ProposalsSection choices={choices} />
      </ScreenPage>
    );
  return <AgreementView available={available.data} question={question} choices={choices} />;
}
