import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined } from 'lucide-react';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { ResultsView } from './ResultsView.tsx';

/** The benchmark's own figures of people and models. */
export default function ResultsScreen() {
  const available = useQuery(orpc.metrics.choices.queryOptions());
  if (available.error !== null)
    return <ErrorState error={available.error} onRetry={() => void available.refetch()} />;
  if (available.data === undefined) return <LoadingState label="Loading the results" />;
  if (!available.data.available)
    return (
      <ScreenPage>
        <ScreenHeader
          title="Results"
          description="The benchmark’s own figures for people and models, side by side."
        />
        <EmptyState
          icon={ChartNoAxesCombined}
          title="This benchmark has no figures of its own"
          actions={<Button onClick={() => goTo(places.agreement)}>Go to Agreement</Button>}
        >
          Results are for benchmarks with judged answers. The Agreement screen shows how far raters agree.
        </EmptyState>
      </ScreenPage>
    );
  return <ResultsView available={available.data} />;
}
