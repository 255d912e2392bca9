import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { orpc } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { CaseView } from './CaseView.tsx';

/** What a case has to do with the screen around it. */
export interface CaseScreenProps {
  readonly unit: VerdictUnit;
  /** The case was decided in this visit. */
  readonly fresh: boolean;
  readonly onDecided: (next: VerdictUnit | null) => void;
  readonly onReopened: () => void;
  readonly onNext: () => void;
  readonly onLeave: () => void;
}

/** One case, to be decided or looked at. */
export function CaseScreen(props: CaseScreenProps) {
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
