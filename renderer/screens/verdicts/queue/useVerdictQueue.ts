import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { VerdictEntry } from '../../../../shared/contract/verdicts.ts';
import { orpc } from '../../../client/index.ts';
import { nextOffset, type PagedList, pagedList } from '../../../client/pagedList.ts';
import { toFilter, type VerdictQueueChoice } from './queueState.ts';

const PAGE = 100;

export type PagedVerdicts = PagedList<VerdictEntry>;

/** The cases chosen. */
export function useVerdictQueue(choice: VerdictQueueChoice): PagedVerdicts {
  const query = useInfiniteQuery({
    ...orpc.verdicts.queue.infiniteOptions({
      input: (offset: number) => ({ filter: toFilter(choice), offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: nextOffset,
    }),
    placeholderData: keepPreviousData,
  });
  return pagedList(query);
}
