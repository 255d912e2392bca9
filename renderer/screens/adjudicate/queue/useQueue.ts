import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { QueueEntry } from '../../../../shared/contract/adjudications.ts';
import { orpc } from '../../../client/index.ts';
import { nextOffset, type PagedList, pagedList } from '../../../client/pagedList.ts';
import { type QueueChoice, toFilter } from './queueState.ts';

const PAGE = 100;

export type PagedCases = PagedList<QueueEntry>;

/** The cases chosen, most disputed first. */
export function useQueue(task: string, choice: QueueChoice): PagedCases {
  const query = useInfiniteQuery({
    ...orpc.adjudications.queue.infiniteOptions({
      input: (offset: number) => ({ filter: toFilter(task, choice), offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: nextOffset,
    }),
    placeholderData: keepPreviousData,
  });
  return pagedList(query);
}
