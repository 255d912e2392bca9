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
  /** The figures' difference where items count so often, and people so often. */
  const differenceOf = (weights: Float64Array, times: readonly (Float64Array | null)[]): number => {
    aligned.forEach((side, at) => {
      const own = sums[at === 0 ? 0 : 1];
      own.fill(0);
      side.forEach((person, place) => {
        person.items.forEach((item, mine) => {
          person.weights[mine] = weights[item] ?? 0;
        });
        addInto(own, person.bundle, person.weights, times[at]?.[place] ?? 1);
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
    : {
        p: signFlip(unitSums(aligned, units, columns), columns, figure, difference, seed),
        test: 'sign_flip',
      };
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
      weights,
      drawers.map((drawer) => drawer?.times ?? null),
    );
  });
  const [acceleration = null] = people
    ? []
    : accelerationsOf(units, (left) => {
        weights.fill(1);
        for (const item of left) weights[item] = 0;
        return [differenceOf(weights, [])];
      });
  const { interval } = people ? percentileInterval(values) : bcaInterval(values, difference, acceleration);
  if (interval === null) return { ...test, noInterval: NOT_VARIED };
  if (!people) return { ...test, ci95: [...interval], interval: 'bca' };
  const beyond = values.filter((value) => value * Math.sign(difference) <= 0).length;
  const p = Math.min(1, (2 * (beyond + 1)) / (values.length + 1));
  return { ci95: [...interval], interval: 'bootstrap', p, test: 'bootstrap' };
}

const NOT_ASKED = 'No interval: no resamples were asked for.';
const NOT_VARIED = 'No interval: the difference does not vary, or is undefined, in too many resamples.';

/** What each side adds in each unit, and the columns in which the two differ there. */
interface UnitSums {
  /** The whole of the first side and of the second. */
  readonly whole: readonly [Float64Array, Float64Array];
  /** Of each unit, second less first, by column. */
  readonly differences: readonly (readonly (readonly [column: number, change: number])[])[];
}

function unitSums(
  aligned: readonly (readonly { readonly bundle: Bundle; readonly items: Int32Array }[])[],
  units: Units,
  columns: number,
): UnitSums {
  const whole = [new Float64Array(columns), new Float64Array(columns)] as const;
  const changes = Array.from({ length: units.count }, () => new Map<number, number>());
  aligned.forEach((side, at) => {
    for (const { bundle, items } of side) {
      addInto(whole[at === 0 ? 0 : 1], bundle);
      items.forEach((item, own) => {
        const change = changes[units.of[item] ?? 0];
        for (let entry = bundle.starts[own] ?? 0; entry < (bundle.starts[own + 1] ?? 0); entry += 1) {
          const column = bundle.columns[entry] ?? 0;
          const value = (at === 0 ? -1 : 1) * (bundle.values[entry] ?? 0);
          change?.set(column, (change.get(column) ?? 0) + value);
        }
      });
    }
  });
  return { whole, differences: changes.map((change) => [...change].filter(([, value]) => value !== 0)) };
}

/**
 * The two-sided p of a difference if it made no difference who gave which answer: the two are exchanged at random, unit
 * by unit (Fisher 1935, section 21), counting what was observed as one of the exchanges.
 */
function signFlip(
  { whole, differences }: UnitSums,
  columns: number,
  figure: (sums: Float64Array) => number,
  difference: number,
  seed: number,
): number {
  const random = seededRandom(seed);
  const [first, second] = [new Float64Array(columns), new Float64Array(columns)];
  const limit = Math.abs(difference) - 1e-12;
  let [extreme, done] = [0, 0];
  while (done < MOST_FLIPS && extreme < ENOUGH_EXTREME) {
    first.set(whole[0]);
    second.set(whole[1]);
    for (const unit of differences) {
      if (random() < 0.5) continue;
      for (const [column, change] of unit) {
        first[column] = (first[column] ?? 0) + change;
        second[column] = (second[column] ?? 0) - change;
      }
    }
    if (!(Math.abs(figure(first) - figure(second)) < limit)) extreme += 1;
    done += 1;
  }
  return (extreme + 1) / (done + 1);
}
