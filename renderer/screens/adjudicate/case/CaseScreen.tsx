import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Case } from '../../../../shared/contract/adjudications.ts';
import type { Role } from '../../../../shared/domain/status.ts';
import { useCasebook, usePerson, useWritable } from '../../../ui/window/applicationState.ts';
import { orpc } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import type { SessionKey } from '../../../save/document/sessions.ts';
import { useDecisionSession } from '../useDecisionSession.ts';
import type { CaseScreenProps } from './caseContext.ts';
import { DecidingCase } from './DecidingCase.tsx';
import { ShownCase } from './ShownCase.tsx';

/** One case: claimed and open for a decision where that is possible, else to be looked at. */
export function CaseScreen(props: CaseScreenProps) {
  const { itemId, task, onLeave } = props;
  const { path } = useCasebook();
  const { id: person, roles } = usePerson();
  const writable = useWritable();
  const [overruling, setOverruling] = useState(false);
  const look = useQuery(orpc.adjudications.look.queryOptions({ input: { itemId, task: task.id } }));
  const deciding = writable && look.data !== undefined && mayDecide(look.data, roles, overruling);
  const key = useMemo<SessionKey | null>(
    () => (deciding ? { casebook: path, person, itemId, task: task.id, purpose: 'decision' } : null),
    [deciding, path, person, itemId, task.id],
  );
  const opened = useDecisionSession(key);
  const leave = (
    <Button variant="default" onClick={onLeave}>
      Back to the queue
    </Button>
  );

  if (look.error !== null && look.data === undefined)
    return (
      <ErrorState title="The case could not be opened" error={look.error} onRetry={() => void look.refetch()}>
        {leave}
      </ErrorState>
    );
  if (look.data === undefined || opened.status === 'loading')
    return <LoadingState label="Opening the case" />;
  if (opened.status === 'failed')
    return (
      <ErrorState
        title="The case could not be claimed"
        error={opened.error}
        onRetry={() => void look.refetch()}
      >
        {leave}
      </ErrorState>
    );
  return opened.status === 'ready' ? (
    <DecidingCase key={itemId} {...props} kase={look.data} decision={opened.decision} />
  ) : (
    <ShownCase
      key={itemId}
      {...props}
      kase={look.data}
      onOverrule={
        writable && mayDecide(look.data, roles, true)
          ? () => {
              setOverruling(true);
            }
          : null
      }
    />
  );
}

/** Whether this person can decide on the case as it stands; `overruling`: also where nobody differs. */
function mayDecide({ state, claim, barred }: Case, roles: readonly Role[], overruling: boolean): boolean {
  if (barred || !roles.includes('adjudicator') || (claim !== null && !claim.you)) return false;
  // Anybody who has begun to overrule raters goes on with it.
  if (state === 'unanimous') return overruling || claim !== null;
  return state === 'disputed' || state === 'conflict';
}
