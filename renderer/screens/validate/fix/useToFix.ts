import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { FixRow } from '../../../../shared/contract/validation.ts';
import { orpc } from '../../../client/index.ts';
import { nextOffset, type PagedList, pagedList } from '../../../client/pagedList.ts';

const PAGE = 200;

/** The items that wait to be fixed, longest first. */
export function useToFix(): PagedList<FixRow> {
  const query = useInfiniteQuery({
    ...orpc.validation.toFix.infiniteOptions({
      input: (offset: number) => ({ offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: nextOffset,
    }),
    placeholderData: keepPreviousData,
  });
  return pagedList(query);
}
