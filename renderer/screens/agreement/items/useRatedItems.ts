import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { AgreementCell, AgreementRequest, RatedItem } from '../../../../shared/contract/agreement.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { client, orpc } from '../../../client/index.ts';

const PAGE_SIZE = 100;
/** The most that is asked for at once. */
const LARGEST_PAGE = 500;
/** The longest list that is handed to the Library. */
export const LONGEST_LIST = 5000;

export interface RatedItems {
  readonly total: number;
  /** Undefined until it is loaded. */
  readonly rowAt: (index: number) => RatedItem | undefined;
  /** Says which places are on the screen, so that their pages are fetched. */
  readonly show: (first: number, last: number) => void;
  readonly error: Error | null;
  readonly loading: boolean;
  readonly refetch: () => void;
}

/** The items behind a cell of a report; only the pages on the screen are fetched. */
export function useRatedItems(request: AgreementRequest, cell: AgreementCell): RatedItems {
  const head = useQuery({
    ...orpc.agreement.items.queryOptions({ input: pageOf(request, cell, 0, PAGE_SIZE) }),
    placeholderData: keepPreviousData,
  });
  const [[first, last], setRange] = useState<readonly [first: number, last: number]>([0, 0]);
  // The first page is asked for above.
  const firstAsked = Math.max(1, Math.floor(first / PAGE_SIZE));
  const count = Math.max(0, Math.floor(last / PAGE_SIZE) - firstAsked + 1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) =>
      orpc.agreement.items.queryOptions({
        input: pageOf(request, cell, (firstAsked + index) * PAGE_SIZE, PAGE_SIZE),
      }),
    ),
  });
  const show = useCallback((from: number, to: number) => {
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
  }, []);
  return {
    total: head.data?.total ?? 0,
    rowAt: (index) => {
      const page = Math.floor(index / PAGE_SIZE);
      const rows = page === 0 ? head.data?.rows : pages[page - firstAsked]?.data?.rows;
      return rows?.[index - page * PAGE_SIZE];
    },
    show,
    error: head.error ?? pages.find(({ error }) => error !== null)?.error ?? null,
    loading: head.isPending || head.isPlaceholderData,
    refetch: () => {
      void head.refetch();
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}

/** The ids of the items behind a cell, most disputed first, up to {@link LONGEST_LIST}. */
export async function fetchRatedIds(request: AgreementRequest, cell: AgreementCell): Promise<ItemId[]> {
  const ids: ItemId[] = [];
  while (ids.length < LONGEST_LIST) {
    const { total, rows } = await client.agreement.items(pageOf(request, cell, ids.length, LARGEST_PAGE));
    ids.push(...rows.map(({ item }) => item.id));
    if (rows.length === 0 || ids.length >= total) break;
  }
  return ids;
}

function pageOf(
  { task, field, raters, round, filter, threshold }: AgreementRequest,
  cell: AgreementCell,
  offset: number,
  limit: number,
) {
  return {
    task,
    field,
    ...(raters !== undefined && { raters }),
    ...(round !== undefined && { round }),
    ...(filter !== undefined && { filter }),
    ...(threshold !== undefined && { threshold }),
    cell,
    offset,
    limit,
  };
}
