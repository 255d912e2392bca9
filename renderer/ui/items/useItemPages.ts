import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useState } from 'react';
import type { ItemFilter, ItemRow, ItemSort } from '../../../shared/contract/items.ts';
import { orpc } from '../../client/index.ts';

const PAGE_SIZE = 200;

interface ListKey {
  readonly filter: ItemFilter;
  readonly sort: ItemSort;
}

export interface ItemPages {
  readonly total: number;
  /** The row at a place of the list; undefined until it is loaded. */
  readonly rowAt: (index: number) => ItemRow | undefined;
  /** Says which places are on the screen, so that their pages are fetched. */
  readonly show: (first: number, last: number) => void;
  /** What the rows belong to; lags behind the filter until its first page is there. */
  readonly shown: ListKey;
  readonly error: Error | null;
  readonly loading: boolean;
  readonly refetch: () => void;
}

/**
 * A filtered, sorted list of any length; only the pages on the screen are fetched. After a change of
 * filter the old list stays until the first page of the new one is there, so that nothing flickers.
 */
export function useItemPages(filter: ItemFilter, sort: ItemSort): ItemPages {
  const head = useQuery({
    ...orpc.items.list.queryOptions({ input: { filter, sort, offset: 0, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  const [shown, setShown] = useState<ListKey>({ filter, sort });
  const arrived = head.data !== undefined && !head.isPlaceholderData;
  // Adjusted while rendering, not in an effect: rows of two lists must never be drawn together.
  if (arrived && (shown.filter !== filter || shown.sort !== sort)) setShown({ filter, sort });

  const [range, setRange] = useState<readonly [first: number, last: number]>([0, 0]);
  // Scrolling goes on while pages of places already left behind are dropped.
  const [firstPage, lastPage] = useDeferredValue(range);
  // The first page is asked for above; a second observer would ask for it once more.
  const firstAsked = Math.max(firstPage, 1);
  const pageNumbers = Array.from(
    { length: Math.max(0, lastPage - firstAsked + 1) },
    (_, index) => firstAsked + index,
  );
  const pages = useQueries({
    queries: pageNumbers.map((page) =>
      orpc.items.list.queryOptions({
        input: { ...shown, offset: page * PAGE_SIZE, limit: PAGE_SIZE },
        gcTime: 60_000,
      }),
    ),
  });

  const show = useCallback((first: number, last: number) => {
    const next = [Math.floor(first / PAGE_SIZE), Math.floor(last / PAGE_SIZE)] as const;
    setRange((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
  }, []);

  return {
    total: head.data?.total ?? 0,
    rowAt: (index) => {
      const page = Math.floor(index / PAGE_SIZE);
      const within = index - page * PAGE_SIZE;
      const rows = page === 0 ? head.data?.rows : pages[page - firstAsked]?.data?.rows;
      return rows?.[within];
    },
    show,
    shown,
    error: head.error ?? pages.find((page) => page.error !== null)?.error ?? null,
    loading: head.isPending,
    refetch: () => {
      void head.refetch();
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}
