import type { ItemStatistic, ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import type { ExportColumn, ExportTable } from '../../../ui/figures/export/exportTable.ts';

/** An item as table and plots call it, with what tells it from others of its name. */
export interface NamedItem {
  readonly key: string;
  readonly name: string;
  readonly item: ItemStatistic;
}

/** The items with names of their own: the condition where there are several, the step where there are several. */
export function namedItems({ items }: ItemStatistics): readonly NamedItem[] {
  const several = (value: (item: ItemStatistic) => string): boolean => new Set(items.map(value)).size > 1;
  const conditions = several(({ condition }) => condition);
  const steps = several(({ step }) => step);
  return items.map((item) => ({
    key: JSON.stringify([item.itemId, item.condition, item.step]),
    name: [
      item.item,
      ...(conditions && item.condition !== '' ? [item.condition] : []),
      ...(steps ? [item.step] : []),
    ].join(' · '),
    item,
  }));
}

/** Which items are listed. */
export const SHOWN = ['all', 'kept', 'left out', 'easy', 'medium', 'hard'] as const;
export type Shown = (typeof SHOWN)[number];

export function isShown({ problems, tier }: ItemStatistic, shown: Shown): boolean {
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
export const columnsOf = (items: readonly NamedItem[]): readonly (typeof COLUMNS)[number][] =>
  COLUMNS.filter(({ id, of }) => id !== 'difference' || items.some(({ item }) => of(item) !== null));

export type SortKey = 'name' | 'filter' | (typeof COLUMNS)[number]['id'];

export interface ItemSort {
  readonly by: SortKey;
  readonly descending: boolean;
}

/** In the order asked for; what has no figure comes last either way. */
export function sortedItems(items: readonly NamedItem[], { by, descending }: ItemSort): readonly NamedItem[] {
  const sign = descending ? -1 : 1;
  const compareNames = (a: NamedItem, b: NamedItem): number =>
    a.name.localeCompare(b.name, 'en', { numeric: true });
  if (by === 'name') return items.toSorted((a, b) => sign * compareNames(a, b));
  const column = COLUMNS.find(({ id }) => id === by);
  const valueOf = ({ item }: NamedItem): number | null =>
    column === undefined ? item.problems.length : column.of(item);
  return items.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || compareNames(a, b);
    return sign * (x - y) || compareNames(a, b);
  });
}

const LOGITS = { factor: 1, digits: 2 } as const;

/** The items as they leave the screen. */
export function itemsTable(
  statistics: ItemStatistics,
  items: readonly NamedItem[],
  caption: string,
): ExportTable {
  const of = items.map(({ item }) => item);
  const columns: readonly ExportColumn[] = [
    { kind: 'text', title: 'Item', cells: items.map(({ name }) => name) },
    { kind: 'count', title: 'n', cells: of.map(({ answered }) => answered) },
    { kind: 'count', title: 'Right', cells: of.map(({ right }) => right) },
    { kind: 'figure', title: 'b', cells: of.map(({ difficulty }) => difficulty), print: LOGITS },
    {
      kind: 'figure',
      title: 'SE',
      cells: of.map(({ standardError }) =>
        standardError === null ? null : { value: standardError, undefined: null },
      ),
      print: LOGITS,
    },
    { kind: 'figure', title: 'Infit', cells: of.map(({ infit }) => infit), print: LOGITS },
    { kind: 'figure', title: 'Outfit', cells: of.map(({ outfit }) => outfit), print: LOGITS },
    { kind: 'figure', title: 'r', cells: of.map(({ pointBiserial }) => pointBiserial), print: LOGITS },
    { kind: 'text', title: 'Tier', cells: of.map(({ tier }) => tier) },
    {
      kind: 'text',
      title: 'Filter',
      cells: of.map(({ problems }) => (problems.length === 0 ? 'kept' : 'left out')),
    },
  ];
  return {
    part: 'items',
    caption,
    columns,
    everything: [
      ...columns,
      ...differenceColumns(of),
      { kind: 'text', title: 'Left out because', cells: of.map(({ problems }) => problems.join('; ')) },
      { kind: 'text', title: 'Version', cells: of.map(({ condition }) => condition) },
      { kind: 'text', title: 'Step', cells: of.map(({ step }) => step) },
    ],
  };
}

function differenceColumns(items: readonly ItemStatistic[]): readonly ExportColumn[] {
  if (items.every(({ difference }) => difference === null)) return [];
  const figure = (
    title: string,
    of: (difference: NonNullable<ItemStatistic['difference']>) => number,
  ): ExportColumn => ({
    kind: 'figure',
    title,
    cells: items.map(({ difference }) =>
      difference === null ? null : { value: of(difference), undefined: null },
    ),
    print: LOGITS,
  });
  return [
    figure('DIF, delta', ({ delta }) => delta),
    figure('DIF, SE', ({ standardError }) => standardError),
    figure('DIF, p after Holm', ({ pHolm }) => pHolm),
    { kind: 'text', title: 'DIF, size', cells: items.map(({ difference }) => difference?.size ?? null) },
  ];
}

/** The respondents as they leave the screen, ablest first. */
export function respondentsTable({ respondents }: ItemStatistics, caption: string): ExportTable {
  const sorted = respondents.toSorted(
    (a, b) => (b.ability.value ?? -Infinity) - (a.ability.value ?? -Infinity),
  );
  return {
    part: 'abilities',
    caption,
    columns: [
      { kind: 'text', title: 'Respondent', cells: sorted.map(({ name }) => name) },
      { kind: 'count', title: 'n', cells: sorted.map(({ answered }) => answered) },
      { kind: 'count', title: 'Right', cells: sorted.map(({ right }) => right) },
      { kind: 'figure', title: 'Ability', cells: sorted.map(({ ability }) => ability), print: LOGITS },
      {
        kind: 'figure',
        title: 'SD',
        cells: sorted.map(({ standardDeviation }) =>
          standardDeviation === null ? null : { value: standardDeviation, undefined: null },
        ),
        print: LOGITS,
      },
    ],
  };
}
