import { bcaInterval } from '../../../../shared/agreement/bootstrap/bca.ts';
import { percentileInterval } from '../../../../shared/agreement/bootstrap/bootstrap.ts';
import { byItems } from '../../../../shared/agreement/bootstrap/resample.ts';
import { FEWEST_RESAMPLED, tooFewItems } from '../../../../shared/agreement/enoughItems.ts';
import { definitionsOf, type MetricDefinition, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { ComparisonsReport, PairedComparison } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import type { ShareCell } from '../../../../shared/statistics/clusteredShare.ts';
import { clusteredDifference, pairedShares } from '../../../../shared/statistics/pairedShares.ts';
import { seededRandom } from '../../../../shared/statistics/random.ts';
import type { Basis } from './basis.ts';
import { addInto, bundleOf, type Bundle } from './cells.ts';
import { FEWEST_PEOPLE, shareCells, type FiguresOptions } from './figures.ts';
import type { MetricsTable, TableRow } from './table.ts';
import { accelerationsOf, unitResampler, unitsOf, type Units } from './units.ts';

export interface PairwiseOptions extends FiguresOptions {
  readonly parameters: JsonObject;
  readonly metric: string;
  /** Null: answers in all conditions. */
  readonly condition: string | null;
}

type Keep = (item: number, condition: number) => boolean;

/** One side of a comparison: a line of the table, with what each person adds where it is of several. */
interface Side {
  readonly key: string;
  readonly name: string;
  readonly people: readonly Bundle[];
}

/**
 * Every two respondents compared by one figure on the items on which both have it, and every respondent in every two
 * conditions. Shares: Newcombe's interval and McNemar's test, or their like for answers that share items, images or
 * people; other figures: a bootstrap of the paired difference (BCa) and a sign-flip test; with several people, a
 * bootstrap over people and items.
 */
export function pairwiseOf(
  metrics: Metrics,
  table: MetricsTable,
  basis: Basis,
  options: PairwiseOptions,
  progress: (done: number, total: number) => void,
): Pick<ComparisonsReport, 'pairs' | 'conditions'> {
  const { parameters, metric, condition } = options;
  const definition = definitionsOf(metrics, parameters).find(({ id }) => id === metric);
  if (definition === undefined) return { pairs: [], conditions: [] };
  const rows = comparedRows(table);
  const wanted = condition === null ? null : table.conditions.indexOf(condition);
  const keep: Keep =
    wanted === null ? basis.keep : (item, given) => given === wanted && basis.keepIn(item, given);
  const compare = comparer(metrics, table, definition, options);
  const humans = table.rows.filter(({ kind }) => kind === 'human');
  const sideOf = (row: TableRow, within: Keep): Side => ({
    key: row.key,
    name: row.name,
    people: (row.kind === 'people' ? humans : [row])
      .map(({ cells }) => bundleOf(cells.counted, within))
      .filter(({ size }) => size > 0),
  });
  const sides = rows.map((row) => sideOf(row, keep));
  const couples = sides.flatMap((first, at) => sides.slice(at + 1).map((second) => [first, second] as const));
  const { conditions: names } = table;
  const twice =
    condition !== null
      ? []
      : rows.flatMap((row) =>
          names.flatMap((first, at) =>
            names.slice(at + 1).map((second) => {
              const inCondition = (name: string): Side => {
                const place = names.indexOf(name);
                return sideOf(row, (item, given) => given === place && basis.keepIn(item, given));
              };
              return { first, second, sides: [inCondition(first), inCondition(second)] as const };
            }),
          ),
        );
  const total = couples.length + twice.length;
  let done = 0;
  const next = <T>(value: T): T => {
    done += 1;
    progress(done, total);
    return value;
  };
  return {
    pairs: couples.map(([first, second]) => next(compare(first, second, null))),
    conditions: twice.map(({ first, second, sides: [one, other] }) =>
      next(compare(one, other, [first, second])),
    ),
  };
}

/** People together and models; people one by one where they are few. A vote is no respondent. */
function comparedRows({ rows }: MetricsTable): readonly TableRow[] {
  const people = rows.find(({ kind }) => kind === 'people');
  const several = (people?.participants ?? 0) > 1;
  return rows.filter(({ kind }) => kind !== 'majority' && kind !== (several ? 'human' : 'people'));
}

type Compare = (first: Side, second: Side, conditions: [string, string] | null) => PairedComparison;

function comparer(
  metrics: Metrics,
  table: MetricsTable,
  { id, share }: MetricDefinition,
  options: PairwiseOptions,
): Compare {
  const { parameters } = options;
  const columns = metrics.columns(parameters);
  const places = share === null ? null : ([columns.indexOf(share.hits), columns.indexOf(share.of)] as const);
  const sums = new Float64Array(columns.length);
  const figure = (from: Float64Array): number => metrics.figures(from, parameters)[id]?.value ?? Number.NaN;

  return (first, second, conditions) => {
    const common = commonItems(first, second, places?.[1] ?? null);
    const onCommon = (side: Side): Side => ({
      ...side,
      people: side.people.map((bundle) => chosen(bundle, common)).filter(({ size }) => size > 0),
    });
    const [one, other] = [onCommon(first), onCommon(second)];
    const order = [...common].sort((a, b) => a - b);
    const units = unitsOf(
      order.map((item) => table.items[item]?.group ?? ''),
      null,
    );
    const value = (side: Side): number => {
      sums.fill(0);
      for (const bundle of side.people) addInto(sums, bundle);
      return figure(sums);
    };
    const values: [number, number] = [value(one), value(other)];
    const said: PairedComparison = {
      first: first.key,
      second: second.key,
      firstName: first.name,
      secondName: second.name,
      conditions,
      items: order.length,
      groups: units.count,
      values: null,
      difference: null,
      ci95: null,
      interval: null,
      noInterval: null,
      p: null,
      test: null,
      undefined: null,
    };
    if (order.length === 0) return { ...said, undefined: 'There is no item on which both have the figure.' };
    if (values.some((each) => Number.isNaN(each)))
      return { ...said, undefined: 'One of the two has no figure on these items.' };
    const difference = values[0] - values[1];
    const known = { ...said, values, difference };
    if (places !== null) {
      const whole = { places: Int32Array.from(order) };
      const cells = [one, other].map((side) => shareCells(side.people, whole, units, places));
      return { ...known, ...ofShares(cells[0] ?? [], cells[1] ?? [], units.count === order.length) };
    }
    return { ...known, ...ofFigures(one, other, order, units, figure, columns.length, difference, options) };
  };
}

type Tested = Partial<PairedComparison>;

function ofShares(first: readonly ShareCell[], second: readonly ShareCell[], single: boolean): Tested {
  const plain = single && [first, second].every((cells) => isPlain(cells));
  if (!plain) {
    const found = clusteredDifference(first, second);
    if (!found.defined) return { noInterval: found.reason };
    return {
      ci95: [found.low, found.high],
      interval: 'score',
      ...(Number.isNaN(found.p)
        ? { undefined: 'The answers do not vary: no test exists.' }
        : { p: found.p, test: 't' }),
    };
  }
  const others = new Map(second.map(({ unit, hits }) => [unit, hits]));
  const counts = [0, 0, 0, 0];
  for (const { unit, hits } of first) {
    const place = hits === 1 ? (others.get(unit) === 1 ? 0 : 1) : others.get(unit) === 1 ? 2 : 3;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const [both = 0, one = 0, other = 0, neither = 0] = counts;
  const found = pairedShares(both, one, other, neither);
  return found.defined
    ? { ci95: [found.low, found.high], interval: 'newcombe', p: found.p, test: 'mcnemar' }
    : { noInterval: found.reason };
}

/** One answer of one person an item, right or wrong. */
const isPlain = (cells: readonly ShareCell[]): boolean =>
  cells.every(({ of, hits, person }) => of === 1 && (hits === 0 || hits === 1) && person === 0);

/** Random exchanges of the two end after so many that differ as much: the p is then large (Besag and Clifford 1991). */
const ENOUGH_EXTREME = 25;
const MOST_FLIPS = 20_000;

function ofFigures(
  first: Side,
  second: Side,
  order: readonly number[],
  units: Units,
  figure: (sums: Float64Array) => number,
  columns: number,
  difference: number,
  { resamples, seed }: PairwiseOptions,
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

/** The items on which both have the figure (in its column of all, for shares). */
function commonItems(first: Side, second: Side, column: number | null): ReadonlySet<number> {
  const itemsOf = ({ people }: Side): Set<number> => {
    const items = new Set<number>();
    for (const { size, places, starts, columns, values } of people) {
      for (let item = 0; item < size; item += 1) {
        for (let entry = starts[item] ?? 0; entry < (starts[item + 1] ?? 0); entry += 1) {
          if ((column === null || columns[entry] === column) && values[entry] !== 0)
            items.add(places[item] ?? -1);
        }
      }
    }
    return items;
  };
  const others = itemsOf(second);
  return new Set([...itemsOf(first)].filter((item) => others.has(item)));
}

/** A bundle with some of its items. */
function chosen(bundle: Bundle, items: ReadonlySet<number>): Bundle {
  const [places, starts, columns, values]: [number[], number[], number[], number[]] = [[], [], [], []];
  bundle.places.forEach((place, item) => {
    if (!items.has(place)) return;
    places.push(place);
    starts.push(columns.length);
    for (let entry = bundle.starts[item] ?? 0; entry < (bundle.starts[item + 1] ?? 0); entry += 1) {
      columns.push(bundle.columns[entry] ?? 0);
      values.push(bundle.values[entry] ?? 0);
    }
  });
  return {
    size: places.length,
    places: Int32Array.from(places),
    starts: Int32Array.from([...starts, columns.length]),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
}
