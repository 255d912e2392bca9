import { mannWhitney } from '../../statistics/mannWhitney.ts';
import { holm } from '../../statistics/proportions.ts';
import { pInWords } from '../../statistics/probability.ts';
import type { HealthFinding } from '../benchmark.ts';
import { groupBy, groupsOf, type LabelledItem } from './report.ts';

export interface MeasuredItem extends LabelledItem {
  readonly value: number;
}

const SIGNIFICANT = 0.05;
/** A probability of superiority of 0.71 is a large effect (Vargha and Delaney 2000). */
const LARGE_EFFECT = 0.21;
/** Fewer items of a class than these are not compared. */
const FEWEST_ITEMS = 5;
const MOST_EXTREME = 10;

/**
 * Whether a measure (a text's length, an image's size) lies higher in one class than in the others: the
 * Mann-Whitney test of each class against the rest, adjusted after Holm where there are more than two classes.
 */
export function differenceFinding(
  kind: string,
  what: string,
  unit: string,
  entries: readonly MeasuredItem[],
): HealthFinding | null {
  const classes = [...groupBy(entries, ({ label }) => label)].filter(
    ([, items]) => items.length >= FEWEST_ITEMS,
  );
  if (classes.length < 2) return null;
  const compared = classes.length === 2 ? classes.slice(0, 1) : classes;
  const tested = compared.flatMap(([label, items]) => {
    const rest = classes.filter(([other]) => other !== label).flatMap(([, others]) => others);
    const test = mannWhitney(
      items.map(({ value }) => value),
      rest.map(({ value }) => value),
    );
    return test.defined ? [{ label, items, rest, test }] : [];
  });
  const adjusted = holm(tested.map(({ test }) => test.p));
  const strongest = tested
    .map((each, index) => ({ ...each, p: adjusted[index] ?? 1 }))
    .sort((a, b) => a.p - b.p)[0];
  if (strongest === undefined || strongest.p >= SIGNIFICANT) return null;
  const { label, items, rest, test, p } = strongest;
  const larger = test.superiority > 0.5;
  const extreme = [...items]
    .sort((a, b) => (larger ? b.value - a.value : a.value - b.value))
    .slice(0, MOST_EXTREME);
  const against = classes.length === 2 ? (classes[1]?.[0] ?? '') : 'the others';
  return {
    kind,
    severity: Math.abs(test.superiority - 0.5) >= LARGE_EFFECT ? 'serious' : 'notable',
    title: `The ${what} is ${larger ? 'larger' : 'smaller'} for ${label} than for ${against}`,
    explanation: `Median ${figure(median(items))} against ${figure(median(rest))} ${unit}; a ${label} item has the larger value with probability ${test.superiority.toFixed(2)} (0.50 would be chance; ${pInWords(p)}). This alone gives a reader a head start.`,
    groups: groupsOf([[`${larger ? 'largest' : 'smallest'} of ${label}`, extreme.map(({ id }) => id)]]),
    table: {
      columns: ['class', 'items', 'smallest', 'median', 'largest'],
      rows: classes.map(([name, own]) => {
        const sorted = own.map(({ value }) => value).sort((a, b) => a - b);
        return [name, own.length, sorted[0] ?? 0, median(own), sorted.at(-1) ?? 0];
      }),
    },
    statistic: {
      test: compared.length > 1 ? `${test.test}, Holm-adjusted` : test.test,
      value: test.u,
      p,
      effect: { name: 'Probability of superiority', value: test.superiority },
    },
  };
}

function median(entries: readonly MeasuredItem[]): number {
  const sorted = entries.map(({ value }) => value).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

const figure = (value: number): string => String(Math.round(value * 100) / 100);
