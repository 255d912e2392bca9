import { type NamedStatistic } from '../../../../shared/figures/itemTables.ts';
import type { ItemStatistic } from '../../../../shared/contract/itemStatistics.ts';

/** Which items are listed. */
export const SHOWN = ['all', 'kept', 'left out', 'easy', 'medium', 'hard'] as const;
export type ItemScope = (typeof SHOWN)[number];

export function isShown({ problems, tier }: ItemStatistic, shown: ItemScope): boolean {
  switch (shown) {
    case 'all':
      return true;
    case 'kept':
      return problems.length === 0;
    case 'left out':
      return problems.length > 0;
    case 'easy':
    case 'medium':
    case 'hard':
      return tier === shown;
  }
}

/** The figures of an item that the table has a column of. */
export const COLUMNS = [
  { id: 'answered', title: 'n', words: 'answered', of: ({ answered }: ItemStatistic) => answered },
  { id: 'right', title: 'Right', words: 'right', of: ({ right }: ItemStatistic) => right },
  {
    id: 'difficulty',
    title: 'b',
    words: 'difficulty',
    of: ({ difficulty }: ItemStatistic) => difficulty.value,
  },
  {
    id: 'standardError',
    title: 'SE',
    words: 'standard error',
    of: ({ standardError }: ItemStatistic) => standardError,
  },
  { id: 'infit', title: 'Infit', words: 'infit', of: ({ infit }: ItemStatistic) => infit.value },
  { id: 'outfit', title: 'Outfit', words: 'outfit', of: ({ outfit }: ItemStatistic) => outfit.value },
  {
    id: 'pointBiserial',
    title: 'r',
    words: 'r',
    of: ({ pointBiserial }: ItemStatistic) => pointBiserial.value,
  },
  {
    id: 'difference',
    title: 'DIF',
    words: 'difference between models and participants',
    of: ({ difference }: ItemStatistic) => difference?.delta ?? null,
  },
] as const;

/** The columns that some item has something in: participants and models may be too few to compare. */
export const columnsOf = (items: readonly NamedStatistic[]): readonly (typeof COLUMNS)[number][] =>
  COLUMNS.filter(({ id, of }) => id !== 'difference' || items.some(({ item }) => of(item) !== null));

export type SortKey = 'name' | 'filter' | (typeof COLUMNS)[number]['id'];

export interface StatisticSort {
  readonly by: SortKey;
  readonly descending: boolean;
}

/** In the order asked for; what has no figure comes last either way. */
export function sortedItems(
  items: readonly NamedStatistic[],
  { by, descending }: StatisticSort,
): readonly NamedStatistic[] {
  const sign = descending ? -1 : 1;
  const compareNames = (a: NamedStatistic, b: NamedStatistic): number =>
    a.name.localeCompare(b.name, 'en', { numeric: true });
  if (by === 'name') return items.toSorted((a, b) => sign * compareNames(a, b));
  const column = COLUMNS.find(({ id }) => id === by);
  const valueOf = ({ item }: NamedStatistic): number | null =>
    column === undefined ? item.problems.length : column.of(item);
  return items.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || compareNames(a, b);
    return sign * (x - y) || compareNames(a, b);
  });
}
