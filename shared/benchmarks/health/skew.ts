import { counted, formatCount } from '../../base/counts.ts';
import { cramersV } from '../../statistics/chiSquared.ts';
import { crossTabulate } from '../../statistics/contingency.ts';
import { testIndependence } from '../../statistics/independence.ts';
import { pInWords } from '../../statistics/probability.ts';
import type { HealthFinding } from '../benchmark.ts';
import { type KeyedItem, majorityByKey } from './classifier.ts';
import { groupBy, groupsOf, listed, percent } from './report.ts';

const SIGNIFICANT = 0.05;
/** Cohen's (1988) large effect for two classes. */
const LARGE_EFFECT = 0.5;
/** A value that one item has alone says nothing; nor is an attribute with more values than these a category. */
const FEWEST_OF_VALUE = 2;
const MOST_VALUES = 50;
const MOST_ROWS = 30;

/**
 * Whether an attribute tells the class: a finding where the two are not independent, and a milder one where a value
 * occurs in one class only. Nothing where there is one class, one value, or no category at all.
 */
export function skewFinding(
  kind: string,
  attribute: string,
  entries: readonly KeyedItem[],
): HealthFinding | null {
  const { rows, columns, counts } = crossTabulate(entries.map(({ key, label }) => [key, label]));
  if (rows.length < 2 || columns.length < 2 || rows.length > MOST_VALUES) return null;
  const test = testIndependence(counts);
  const effect = cramersV(counts);
  if (!test.defined || !effect.defined) return null;
  const oneClass = rows.filter((_, row) => {
    const cells = counts[row] ?? [];
    return cells.filter((count) => count > 0).length === 1 && Math.max(...cells) >= FEWEST_OF_VALUE;
  });
  const significant = test.p < SIGNIFICANT;
  if (!significant && oneClass.length === 0) return null;
  const guess = majorityByKey(entries);
  const byValue = groupBy(entries, ({ key }) => key);
  const shown = significant ? rows : oneClass;
  return {
    kind,
    severity: significant ? (effect.value >= LARGE_EFFECT ? 'serious' : 'notable') : 'note',
    title: significant
      ? `The ${attribute} tells something about the class`
      : `${listed(oneClass.map((value) => `"${value}"`))}: ${oneClass.length === 1 ? 'a value' : 'values'} of the ${attribute} in one class only`,
    explanation: [
      significant
        ? `The class depends on the ${attribute} (${pInWords(test.p)}, Cramér's V ${effect.value.toFixed(2)}).`
        : `As a whole the ${attribute} does not depend on the class (${pInWords(test.p)}), but each value named has items of one class only.`,
      `Guessing each ${attribute}'s more frequent class gets ${formatCount(guess.inSample)} of ${counted(guess.items, 'item')} right (${percent(guess.inSample / guess.items)}) on its training items and ${share(guess.leaveOneOut, guess.items)} leaving one out, without seeing any image; always answering the more frequent class gets ${formatCount(guess.constant)}.`,
      'Add items to the thin cells, or report results by this attribute.',
    ].join(' '),
    groups: groupsOf(shown.map((value) => [value, (byValue.get(value) ?? []).map(({ id }) => id)] as const)),
    table: tableOf(attribute, rows, columns, counts),
    statistic: {
      test: test.test,
      value: test.statistic,
      p: test.p,
      effect: { name: "Cramér's V", value: effect.value },
    },
  };
}

/** Counts with a column per class and a row per value, the most frequent first. */
export function tableOf(
  attribute: string,
  rows: readonly string[],
  columns: readonly string[],
  counts: readonly (readonly number[])[],
): NonNullable<HealthFinding['table']> {
  const sum = (cells: readonly number[]): number => cells.reduce((all, count) => all + count, 0);
  const sorted = rows
    .map((value, row) => ({ value, cells: counts[row] ?? [] }))
    .sort((a, b) => sum(b.cells) - sum(a.cells));
  const rest = sorted.slice(MOST_ROWS);
  return {
    columns: [attribute, ...columns],
    rows: [
      ...sorted.slice(0, MOST_ROWS).map(({ value, cells }) => [value, ...cells]),
      ...(rest.length === 0
        ? []
        : [
            [
              `${formatCount(rest.length)} more`,
              ...columns.map((_, column) => sum(rest.map(({ cells }) => cells[column] ?? 0))),
            ],
          ]),
    ],
  };
}

/** "59 (59 %)", with a half where ties made one. */
export function share(right: number, items: number): string {
  return `${formatCount(Math.round(right * 10) / 10)} (${percent(right / items)})`;
}
