import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { HubState } from '../../../shared/contract/hub.ts';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';

/** How often the state is asked for where somebody looks at it, in milliseconds. */
export const HUB_LOOK_EVERY = 2000;
/** The same in the frame around every screen. */
export const HUB_GLANCE_EVERY = 5000;
/** While an exchange runs somebody may be watching it. Milliseconds. */
const WATCHED = 1000;
/** Work that is cancelled ends a moment after the window asked for it. Milliseconds. */
const AFTER_CANCELLING = 1500;

/**
 * What goes on between the open casebook and its hub; data null: it is connected to none. Asked anew every so many
 * milliseconds while it is connected and the window can be seen; null: somebody else asks already.
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

/** Asks again what cancelled work may have changed before it ended. */
export function lookAfterCancelling(queryKey: QueryKey): void {
  const look = (): void => void queryClient.invalidateQueries({ queryKey });
  look();
  setTimeout(look, AFTER_CANCELLING);
}

/** Asks anew for what an exchange can have brought, after each one. */
export function useFollowExchanges(state: HubState | null | undefined): void {
  const exchangedAt = state?.exchangedAt ?? null;
  const before = useRef(exchangedAt);
  useEffect(() => {
    const earlier = before.current;
    before.current = exchangedAt;
    if (exchangedAt === null || earlier === null || earlier === exchangedAt) return;
    const { items, assignments, people, merging, hub } = orpc;
    for (const queryKey of [
      items.key(),
      assignments.key(),
      people.key(),
      merging.conflicts.key(),
      hub.refusals.key(),
    ])
      void queryClient.invalidateQueries({ queryKey });
  }, [exchangedAt]);
}

/** The time, anew each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(clock);
    };
  }, []);
  return now;
}
