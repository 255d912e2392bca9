import { useEffect, useState } from 'react';
import { endSessionsOfOthers, type SessionKey } from '../../save/document/sessions.ts';
import { closeDecision, type DecisionSession, openDecision } from './decisionSessions.ts';

export type OpenedDecision =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly decision: DecisionSession }
  | { readonly status: 'failed'; readonly error: unknown };

interface SessionLookup {
  readonly key: SessionKey | null;
  readonly opened: OpenedDecision;
}

/**
 * The draft of the decision on a case, which is claimed for it; null: the case is only looked at. The same key object
 * means the same visit: after a decision was taken back, another one opens it anew.
 */
export function useDecisionSession(key: SessionKey | null): OpenedDecision {
  const [found, setFound] = useState<SessionLookup>({ key: null, opened: { status: 'none' } });
  useEffect(() => {
    if (key === null) return undefined;
    endSessionsOfOthers(key.casebook);
    let current = true;
    const opening = openDecision(key);
    opening.then(
      (decision) => {
        if (current) setFound({ key, opened: { status: 'ready', decision } });
      },
      (error: unknown) => {
        if (current) setFound({ key, opened: { status: 'failed', error } });
      },
    );
    return () => {
      current = false;
      opening.then(
        (decision) => closeDecision(key, decision),
        // A case that could not be claimed has nothing to give back; why, the screen has said.
        () => undefined,
      );
    };
  }, [key]);
  if (key === null) return { status: 'none' };
  return found.key === key ? found.opened : { status: 'loading' };
}
