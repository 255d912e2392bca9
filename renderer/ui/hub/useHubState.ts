import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { HubState } from '../../../shared/contract/hub.ts';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { casebookChanged } from '../window/applicationState.ts';

/** How often the state is asked for where somebody looks at it, in milliseconds. */
export const HUB_LOOK_EVERY = 2000;
/** The same in the frame around every screen. */
export const HUB_GLANCE_EVERY = 5000;
/** While an exchange runs somebody may be watching it. Milliseconds. */
const WATCHED = 1000;
/** Work that is cancelled ends a moment after the window asked for it. Milliseconds. */
const AFTER_CANCELLING = 1500;

/**
 * What goes on between the open casebook and its hub; data null: it is connected to none. `every`: how often the state is
 * read, in milliseconds, while it is connected and the window can be seen; null: another component reads it already.
 */
export function useHubState(every: number | null, enabled = true) {
  return useQuery(
    orpc.hub.state.queryOptions({
      enabled,
      refetchInterval: ({ state: { data } }) => {
        if (every === null || data === undefined || data === null) return false;
        return data.phase === 'exchanging' ? Math.min(every, WATCHED) : every;
      },
    }),
  );
}

/** Shows a state that a call brought, whatever an earlier question still brings. */
export async function showHubState(state: HubState | null): Promise<void> {
  const queryKey = orpc.hub.state.queryKey();
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, state);
}

/** Asks what the core has now, once work that was cancelled or failed has ended. */
export async function afterCancelling<T>(ask: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => {
    setTimeout(resolve, AFTER_CANCELLING);
  });
  return ask();
}

/** Asks anew for everything that is shown, once rows have come in. */
export function useFollowExchanges(state: HubState | null | undefined): void {
  const received = state?.received ?? null;
  const before = useRef(received);
  useEffect(() => {
    const earlier = before.current;
    before.current = received;
    if (received !== null && earlier !== null && earlier !== received) void casebookChanged();
  }, [received]);
}

/** The time, renewed at this interval in milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(clock);
  }, [every]);
  return now;
}
