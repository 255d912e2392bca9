import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/ScreenPage.tsx';
import { AgreementView } from './AgreementView.tsx';
import { useChoices } from './choices.ts';
import { ProposalsSection } from './proposals/ProposalsSection.tsx';
import { questionOf } from './question.ts';

/** How far raters agree, with an interval on every figure and the items behind it. */
export default function AgreementScreen() {
  const { path } = useCasebook();
  const choices = useChoices(path);
  const available = useQuery(orpc.agreement.choices.queryOptions());
  if (available.error !== null)
    return <ErrorState error={available.error} onRetry={() => void available.refetch()} />;
  if (available.data === undefined) return <LoadingState label="Loading the ratings" />;
  const question = questionOf(available.data, choices);
  if (question === null)
    return (
      <ScreenPage>
        <ScreenHeader
          title="Agreement"
          description="How far raters agree, with an interval on every figure and the items behind it."
        />
        <EmptyState
          icon={Users}
          title="Nobody has rated anything yet"
          actions={
            <Button
              onClick={() => {
                goTo(places.team);
              }}
            >
              Assign items in Team
            </Button>
          }
        >
          Agreement is between people who answered the same items without seeing each other’s answers. Assign
          items to two or more people, or import ratings made elsewhere.
        </EmptyState>
        <ProposalsSection choices={choices} />
      </ScreenPage>
    );
  return <AgreementView available={available.data} question={question} choices={choices} />;
}
