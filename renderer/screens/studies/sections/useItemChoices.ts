import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemFilter, ItemRow } from '../../../../shared/contract/items.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { orpc } from '../../../client/index.ts';

/** How many items are offered at once. */
export const MOST_OFFERED = 50;
const imported = { by: 'imported', descending: false } as const;

/** Items to choose from by typing: the first that the search finds, and those that are chosen. */
export interface ItemChoices {
  readonly search: string;
  readonly setSearch: (text: string) => void;
  readonly isSearching: boolean;
  readonly data: { readonly value: string; readonly label: string }[];
}

/** @param among the items that may be chosen */
export function useItemChoices(among: ItemFilter, chosenIds: readonly ItemId[]): ItemChoices {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 200);
  const chosen = useQuery(
    orpc.items.list.queryOptions({
      input: { filter: { ids: [...chosenIds] }, sort: imported, offset: 0, limit: MOST_OFFERED },
      placeholderData: keepPreviousData,
    }),
  );
  // A field of one item shows its name as if it were typed: that looks for nothing, and all are offered.
  const text = chosen.data?.rows.some((row) => named(row) === typed) === true ? '' : typed;
  const found = useQuery(
    orpc.items.list.queryOptions({
      input: {
        filter: text === '' ? among : { ...among, text },
        sort: imported,
        offset: 0,
        limit: MOST_OFFERED,
      },
      placeholderData: keepPreviousData,
    }),
  );
  const rows = new Map<ItemId, ItemRow>(
    [...(found.data?.rows ?? []), ...(chosen.data?.rows ?? [])].map((row) => [row.id, row]),
  );
  return {
    search,
    setSearch,
    isSearching: found.isFetching,
    data: [
      ...[...rows.values()].map((row) => ({ value: row.id, label: named(row) })),
      ...chosenIds.filter((id) => !rows.has(id)).map((id) => ({ value: id, label: '…' })),
    ],
  };
}

const named = ({ externalId, label, title }: ItemRow): string =>
  [externalId, label, title]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
    .slice(0, 120);
