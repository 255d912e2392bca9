import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../client/index.ts';
import { useListContext } from '../../ui/window/listContext.ts';

/**
 * The keyboard's place in the list. It starts where one last was (coming back from the Desk finds the item one
 * left, even if it stands elsewhere now) and goes to the top when the list becomes another one.
 */
export function useCursor(): readonly [cursor: number, setCursor: (index: number) => void] {
  const { filter, sort, cursor: remembered } = useListContext();
  const [place, setPlace] = useState<{ readonly index: number; readonly list: object } | null>(null);
  const [wanted] = useState(remembered);
  const found = useQuery(
    orpc.items.neighbours.queryOptions({
      input: wanted === null || place !== null ? skipToken : { id: wanted, filter, sort, around: 1 },
    }),
  ).data?.position;
  // The pair of filter and sort, as one object that changes with either.
  const [list, setList] = useState({ filter, sort });
  if (list.filter !== filter || list.sort !== sort) setList({ filter, sort });
  const index = place === null ? (found ?? 0) : place.list === list ? place.index : 0;
  return [
    index,
    (next) => {
      setPlace({ index: next, list });
    },
  ];
}
