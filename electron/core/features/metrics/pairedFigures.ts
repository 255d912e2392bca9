import { FEWEST_RESAMPLED } from '../../../../shared/agreement/intervals/enoughItems.ts';
import { tooFewImages } from '../../../../shared/agreement/intervals/fewImages.ts';
import type { PairedComparison } from '../../../../shared/contract/metrics.ts';
import type { Bundle } from './cells.ts';
import { type FigureOfSums, influenceOf, spreadOf, studentInterval } from './influence.ts';
import type { Units } from './units.ts';

/** One side of a comparison: a line of the table, with what each person adds where it is of several. */
export interface Side {
  readonly key: string;
  readonly name: string;
  readonly people: readonly Bundle[];
}

/** What a comparison came to, beside who was compared. */
export type ComparisonResult = Partial<PairedComparison>;

/**
 * The paired difference of a figure that is no share: interval and test are Student's t over one standard error, which
 * takes items and, where they are several, people as sampled (test/bench/figureCoverage.ts has how often it holds).
 */
export function compareFigures(
  first: Side,
  second: Side,
  order: readonly number[],
  units: Units,
  figure: FigureOfSums,
  columns: number,
  difference: number,
): ComparisonResult {
  const unitOf = new Map(order.map((place, item) => [place, units.of[item] ?? 0]));
  const [one, other] = [first, second].map(({ people }) =>
    influenceOf(people, (place) => unitOf.get(place) ?? 0, figure, columns),
  );
  const few = tooFewImages(
    { items: order.length, images: units.count },
    FEWEST_RESAMPLED,
    'An interval and a test take',
  );
  if (few !== null) return { noInterval: few };
  const spread =
    one == null || other == null
      ? null
      : spreadOf([one, other.map((cell) => ({ ...cell, influence: -cell.influence }))]);
  if (spread === null || !(spread.error > SMALLEST)) return { noInterval: NOT_VARIED };
  const { ci95, p } = studentInterval(difference, spread);
  return { ci95, interval: 't', p, test: 't' };
}

/** Below this a standard error is rounding: derivatives are differences. */
const SMALLEST = 1e-9;
const NOT_VARIED = 'No interval: the difference does not vary between the answers.';
