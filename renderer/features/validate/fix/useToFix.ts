import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { FixRow } from '../../../../shared/contract/validation.ts';
import { orpc } from '../../../client/index.ts';

const PAGE = 200;

export interface ToFix {
  /** Undefined while they are read for the first time. */
  readonly rows: readonly FixRow[] | undefined;
  readonly total: number;
  readonly error: unknown;
  readonly again: () => void;
  /** Reads on, where there is more. */
  readonly more: () => void;
}

/** The items that wait to be fixed, longest first. */
export function useToFix(): ToFix {
  const query = useInfiniteQuery({
    ...orpc.validation.toFix.infiniteOptions({
      input: (offset: number) => ({ offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => {
        const known = pages.reduce((sum, { rows }) => sum + rows.length, 0);
        return last.rows.length > 0 && known < last.total ? known : undefined;
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  return {
    rows: data?.pages.flatMap(({ rows }) => rows),
    total: data?.pages.at(-1)?.total ?? 0,
    error,
    again: () => void query.refetch(),
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage();
    },
  };
}
