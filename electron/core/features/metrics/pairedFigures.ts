import { bcaInterval } from '../../../../shared/agreement/bootstrap/bca.ts';
import { percentileInterval } from '../../../../shared/agreement/bootstrap/bootstrap.ts';
import { byItems } from '../../../../shared/agreement/bootstrap/resample.ts';
import { FEWEST_RESAMPLED, tooFewItems } from '../../../../shared/agreement/enoughItems.ts';
import type { PairedComparison } from '../../../../shared/contract/metrics.ts';
import { seededRandom } from '../../../../shared/statistics/random.ts';
import { addInto, type Bundle } from './cells.ts';
import { FEWEST_PEOPLE, type FiguresOptions } from './figures.ts';
import { accelerationsOf, unitResampler, type Units } from './units.ts';

/** One side of a comparison: a line of the table, with what each person adds where it is of several. */
export interface Side {
  readonly key: string;
  readonly name: string;
  readonly people: readonly Bundle[];
}

/** What a comparison came to, beside who was compared. */
export type Tested = Partial<PairedComparison>;

/** Random exchanges of the two end after so many that differ as much: the p is then large (Besag and Clifford 1991). */
const ENOUGH_EXTREME = 25;
const MOST_FLIPS = 20_000;

/**
 * The paired difference of a figure that is no share: its interval from a bootstrap, and its test. With several people
 * both draw people as well as items.
 */
export function comparedFigures(
  first: Side,
  second: Side,
  order: readonly number[],
  units: Units,
  figure: (sums: Float64Array) => number,
  columns: number,
  difference: number,
  { resamples, seed }: FiguresOptions,
): Tested {
  const itemOf = new Map(order.map((place, item) => [place, item]));
  const aligned = [first, second].map(({ people }) =>
    people.map((bundle) => ({
      bundle,
      items: bundle.places.map((place) => itemOf.get(place) ?? 0),
      weights: new Float64Array(bundle.size),
    })),
  );
  const sums = [new Float64Array(columns), new Float64Array(columns)] as const;
  /** The figures' difference where items count so often for the first side and the second, and people so often. */
  const differenceOf = (
    weights: readonly [Float64Array, Float64Array],
    times: readonly (Float64Array | null)[],
    swapped = false,
  ): number => {
    for (const own of sums) own.fill(0);
    aligned.forEach((side, at) => {
      side.forEach((person, place) => {
        const often = times[at]?.[place] ?? 1;
        for (const target of swapped ? [0, 1] : [at]) {
          // Exchanged: an item goes to the own side or to the other.
          const source = weights[target === at ? 0 : 1];
          person.items.forEach((item, own) => {
            person.weights[own] = source[item] ?? 0;
          });
          addInto(sums[target === 0 ? 0 : 1], person.bundle, person.weights, often);
        }
      });
    });
    return figure(sums[0]) - figure(sums[1]);
  };
  const people = Math.max(...aligned.map(({ length }) => length)) > 1;
  const fewest = Math.min(...aligned.map(({ length }) => length).filter((length) => length > 1));
  const few =
    tooFewItems(units.count, FEWEST_RESAMPLED, units.count < order.length ? 'groups of items' : 'items') ??
    (people ? tooFewItems(fewest, FEWEST_PEOPLE, 'people') : null);
  const test: Tested = people
    ? {}
    : { p: signFlip(units, order.length, difference, seed, differenceOf), test: 'sign_flip' };
  if (few !== null || resamples === 0) return { ...test, noInterval: few ?? NOT_ASKED };

  const random = seededRandom(seed);
  const draw = unitResampler(units, random);
  const weights = new Float64Array(order.length);
  const drawers = aligned.map((side) =>
    side.length > 1
      ? { draw: byItems(Int32Array.from(side.keys()), random), times: new Float64Array(side.length) }
      : null,
  );
  const values = Float64Array.from({ length: resamples }, () => {
    draw(weights);
    for (const drawer of drawers) drawer?.draw(drawer.times);
    return differenceOf(
      [weights, weights],
      drawers.map((drawer) => drawer?.times ?? null),
    );
  });
  const [acceleration = null] = people
    ? []
    : accelerationsOf(units, (left) => [differenceOf([left, left], [])]);
  const { interval } = people ? percentileInterval(values) : bcaInterval(values, difference, acceleration);
  if (interval === null) return { ...test, noInterval: NOT_VARIED };
  if (!people) return { ...test, ci95: [...interval], interval: 'bca' };
  const beyond = values.filter((value) => value * Math.sign(difference) <= 0).length;
  const p = Math.min(1, (2 * (beyond + 1)) / (values.length + 1));
  return { ci95: [...interval], interval: 'bootstrap', p, test: 'bootstrap' };
}

const NOT_ASKED = 'No interval: no resamples were asked for.';
const NOT_VARIED = 'No interval: the difference does not vary, or is undefined, in too many resamples.';

/**
 * The two-sided p of a difference if it made no difference who gave which answer: the two are exchanged at random, unit
 * by unit (Fisher 1935, section 21), counting what was observed as one of the exchanges.
 */
function signFlip(
  units: Units,
  items: number,
  difference: number,
  seed: number,
  differenceOf: (
    weights: readonly [Float64Array, Float64Array],
    times: readonly null[],
    swapped: boolean,
  ) => number,
): number {
  const random = seededRandom(seed);
  const [own, other] = [new Float64Array(items), new Float64Array(items)];
  const flips = new Float64Array(units.count);
  const limit = Math.abs(difference) - 1e-12;
  let [extreme, done] = [0, 0];
  while (done < MOST_FLIPS && extreme < ENOUGH_EXTREME) {
    for (let unit = 0; unit < flips.length; unit += 1) flips[unit] = random() < 0.5 ? 1 : 0;
    units.of.forEach((unit, item) => {
      own[item] = flips[unit] ?? 0;
      other[item] = 1 - (flips[unit] ?? 0);
    });
    if (!(Math.abs(differenceOf([own, other], [], true)) < limit)) extreme += 1;
    done += 1;
  }
  return (extreme + 1) / (done + 1);
}
