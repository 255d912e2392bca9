import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import type { VerdictCaseProps } from './caseDraft.ts';
import { CaseView } from './CaseView.tsx';

/** One case, to be decided or looked at. */
export function CaseScreen(props: VerdictCaseProps) {
  const read = useQuery(orpc.verdicts.case.queryOptions({ input: props.unit }));
  if (read.data !== undefined) return <CaseView {...props} kase={read.data} />;
  if (read.error !== null)
    return (
      <ErrorState title="The case could not be opened" error={read.error} onRetry={() => void read.refetch()}>
        <Button variant="default" onClick={props.onLeave}>
          Back to the queue
        </Button>
      </ErrorState>
    );
  return <LoadingState label="Opening the case" />;
}
