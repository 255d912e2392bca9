import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A list that is read a page at a time. */
export interface PagedList<Row> {
  /** Undefined while it is read for the first time. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly error: unknown;
  readonly again: () => void;
  /** Reads on, where there is more; after a failure only once somebody had it read again. */
  readonly more: () => void;
}

/** Where the page after these begins; undefined where they are all. */
export function nextOffset<Row>(last: Page<Row>, pages: readonly Page<Row>[]): number | undefined {
  const known = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return last.rows.length > 0 && known < last.total ? known : undefined;
}

/** The list that the pages of a query make. */
export function pagedList<Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>, unknown>,
): PagedList<Row> {
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  return {
    rows: data?.pages.flatMap(({ rows }) => rows),
    total: data?.pages.at(-1)?.total ?? 0,
    error,
    again: () => void query.refetch(),
    more: () => {
      // Lists ask at every drawing: what fails would be asked for without end.
      if (hasNextPage && !isFetchingNextPage && error === null) void query.fetchNextPage();
    },
  };
}
