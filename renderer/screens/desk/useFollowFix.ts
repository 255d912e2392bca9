import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import type { DeskSession } from '../../save/document/session.ts';
import { itemsChanged } from '../../ui/window/applicationState.ts';

/** Others fix texts in their own windows, and exchanges with a hub bring fixes, in milliseconds. */
const LOOK_EVERY = 5000;

/** Has an open item follow fixes of its texts, where the benchmark has any. */
export function useFollowFix({ store, itemId }: DeskSession, isValidated: boolean): void {
  const { data } = useQuery({
    ...orpc.items.get.queryOptions({ input: { id: itemId } }),
    enabled: isValidated,
    refetchInterval: isValidated && LOOK_EVERY,
  });
  const shown = useStore(store, ({ edition }) => edition.id);
  const found = data?.edition;
  useEffect(() => {
    if (!isValidated || found === undefined || found === shown) return;
    store.refresh();
    void itemsChanged();
    void queryClient.invalidateQueries({ queryKey: orpc.validation.key() });
  }, [store, isValidated, found, shown]);
}
