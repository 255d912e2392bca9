import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ItemFilter, ItemRow, ItemSort } from '../../../../shared/contract/items.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { ownWork, useListContext } from '../../../ui/window/listContext.ts';
import { orpc } from '../../../client/index.ts';

export interface Neighbours {
  readonly previous: ItemRow | null;
  readonly next: ItemRow | null;
  /** The item's place in the list, from 0; null where the list does not hold it. */
  readonly position: number | null;
  readonly total: number;
  /** Whether the core has named the neighbours of this item; until then `next` null does not mean that it is the last. */
  readonly known: boolean;
  readonly error: unknown;
  /** Its neighbours once the core has named them; throws where it cannot be told. */
  readonly find: () => Promise<Beside>;
}

type Beside = Pick<Neighbours, 'previous' | 'next'>;

/**
 * The list that the Desk walks along: the person's own assignments, or what the Library shows and what of it was worked on
 * here: an item that is submitted stays where it was, whatever the filter finds now.
 */
export function useQueue(): { readonly filter: ItemFilter; readonly sort: ItemSort } {
  const filter = useListContext((state) => state.filter);
  const sort = useListContext((state) => state.sort);
  const kept = useListContext((state) => state.kept);
  const atWork = useListContext((state) => state.atWork);
  return useMemo(
    () => (atWork ? ownWork : { filter: kept.length === 0 ? filter : { ...filter, kept: [...kept] }, sort }),
    [atWork, filter, kept, sort],
  );
}

/** The neighbours of an item in the list the person came from, asked again once the item is kept in it. */
export function useNeighbours(itemId: ItemId): Neighbours {
  const { filter, sort } = useQueue();
  const [asOf] = useState(() => Date.now());
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...orpc.items.neighbours.queryOptions({ input: { id: itemId, filter, sort, around: 1 } }),
    queryKey: ['desk', 'neighbours', asOf, itemId, filter, sort],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const known = data !== undefined && !isPlaceholderData;
  return {
    ...(known ? beside(data.rows, itemId) : { previous: null, next: null }),
    position: data?.position ?? null,
    total: data?.total ?? 0,
    known,
    error,
    async find() {
      // A request that was already sent is awaited.
      const found = await refetch({ cancelRefetch: false, throwOnError: true });
      return beside(found.data?.rows ?? [], itemId);
    },
  };
}

function beside(rows: readonly ItemRow[], itemId: ItemId): Beside {
  const at = rows.findIndex((row) => row.id === itemId);
  return {
    previous: at > 0 ? (rows[at - 1] ?? null) : null,
    // An item that left the list, or never was in it: the list is entered at its beginning.
    next: at >= 0 ? (rows[at + 1] ?? null) : (rows.find((row) => row.id !== itemId) ?? null),
  };
}
