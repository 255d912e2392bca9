import type { ItemStatistic, ItemStatistics } from '../contract/itemStatistics.ts';
import { counted } from '../base/counts.ts';
import { type ExportColumn, type ExportTable, figureText, type Notes } from './exportTable.ts';
import { benchmarkTitle } from './resultsTables.ts';

/** An item as table and plots call it, with what tells it from others of its name. */
export interface NamedStatistic {
  readonly key: string;
  readonly name: string;
  readonly item: ItemStatistic;
}

/** The items with names of their own: the condition where there are several, the step where there are several. */
export function namedItems({ items }: ItemStatistics): readonly NamedStatistic[] {
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

const LOGITS = { factor: 1, digits: 2 } as const;

/** The items as they leave the screen. */
export function itemsTable(statistics: ItemStatistics, items: readonly NamedStatistic[]): ExportTable {
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
    caption: `${benchmarkTitle(statistics.benchmark)}: difficulty and fit of ${counted(items.length, 'item')} under the Rasch model.`,
    notes: itemsNotes(statistics, 'items'),
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
export function respondentsTable(statistics: ItemStatistics): ExportTable {
  const { respondents } = statistics;
  const sorted = respondents.toSorted(
    (a, b) => (b.ability.value ?? -Infinity) - (a.ability.value ?? -Infinity),
  );
  return {
    part: 'abilities',
    caption: `${benchmarkTitle(statistics.benchmark)}: ability of ${counted(respondents.length, 'respondent')} under the Rasch model.`,
    notes: itemsNotes(statistics, 'abilities'),
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

/** The notes below a table of item statistics: the answers they rest on, the model, and the columns. */
const itemsNotes = (
  { judge, respondents, points, threshold, graded, step, variance }: ItemStatistics,
  of: 'items' | 'abilities',
): Notes => [
  `Answers to “${step ?? 'nothing'}” of ${counted(respondents.length, 'respondent')}.`,
  judge === null ? 'Accepted verdicts count.' : `The verdicts of ${judge} count.`,
  ...(graded ? [`An answer with a score of at least ${String(threshold)} counts as right.`] : []),
  ...(points === null
    ? []
    : [
        `Rasch (1960), by marginal maximum likelihood (Bock and Aitkin 1981) over ${String(points)} points, abilities normal with a variance of ${figureText(variance.value ?? 1, { factor: 1, digits: 2 })} (${variance.estimated ? 'estimated' : 'fixed'}); in logits.`,
      ]),
  of === 'items'
    ? 'b: difficulty; SE: its standard error; infit, outfit: mean squares (Wright and Masters 1982); r: item-rest correlation.'
    : 'SD: standard deviation of the ability, given the answers.',
];
