import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { VerdictEntry } from '../../../../shared/contract/verdicts.ts';
import { orpc } from '../../../client/index.ts';
import { toFilter, type QueueChoice } from './queueState.ts';

const PAGE = 100;

export interface VerdictQueue {
  /** Undefined while it is read for the first time. */
  readonly rows: readonly VerdictEntry[] | undefined;
  readonly total: number;
  readonly error: unknown;
  readonly again: () => void;
  /** Reads on, where there is more. */
  readonly more: () => void;
}

/** The cases chosen. */
export function useVerdictQueue(choice: QueueChoice): VerdictQueue {
  const query = useInfiniteQuery({
    ...orpc.verdicts.queue.infiniteOptions({
      input: (offset: number) => ({ filter: toFilter(choice), offset, limit: PAGE }),
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
