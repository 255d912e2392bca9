import { type ItemsWithImages, tooFewImages } from '../../../../shared/agreement/intervals/fewImages.ts';
import { definitionsOf, type MetricDefinition, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { ComparisonsReport, PairedComparison } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ShareCell } from '../../../../shared/statistics/clusteredShare.ts';
import { clusteredDifference, pairedShares } from '../../../../shared/statistics/pairedShares.ts';
import type { Basis } from './basis.ts';
import { addInto, type Bundle, bundleOf } from './cells.ts';
import { type FiguresOptions, shareCells } from './figures.ts';
import { compareFigures, type ComparisonResult, type Side } from './pairedFigures.ts';
import type { MetricsTable, MetricsTableRow } from './table.ts';
import { unitsOf } from './units.ts';

export interface PairwiseOptions extends FiguresOptions {
  readonly parameters: JsonObject;
  readonly metric: string;
  /** Null: answers in all conditions. */
  readonly condition: string | null;
  /** The key of the one respondent with whom all others are compared; null: everybody with everybody. */
  readonly against: string | null;
}

type Keep = (item: number, condition: number) => boolean;

/**
 * Compares every two respondents by one figure on the items on which both have it, and every respondent between
 * conditions; interval and test come from one model. Shares of one answer an item: Tango's interval and McNemar's test;
 * shares with common items, images or people: their versions over items and people; other figures: Student's t.
 */
export function pairwiseOf(
  metrics: Metrics,
  table: MetricsTable,
  basis: Basis,
  options: PairwiseOptions,
  progress: (done: number, total: number) => void,
): Pick<ComparisonsReport, 'respondents' | 'pairs' | 'majority' | 'conditions'> {
  const { parameters, metric, condition, against } = options;
  const definition = definitionsOf(metrics, parameters).find(({ id }) => id === metric);
  const rows = comparedRows(table);
  const respondents = rows.map(({ key, name }) => ({ key, name }));
  if (definition === undefined) return { respondents, pairs: [], majority: [], conditions: [] };
  const wanted = condition === null ? null : table.conditions.indexOf(condition);
  const keep: Keep =
    wanted === null ? basis.keep : (item, given) => given === wanted && basis.keepIn(item, given);
  const compare = comparer(metrics, table, definition, options);
  const humans = table.rows.filter(({ kind }) => kind === 'human');
  const sideOf = (row: MetricsTableRow, within: Keep): Side => ({
    key: row.key,
    name: row.name,
    people: (row.kind === 'people' ? humans : [row])
      .map(({ cells }) => bundleOf(cells.counted, within))
      .filter(({ size }) => size > 0),
  });
  const sides = rows.map((row) => sideOf(row, keep));
  const couples = sides.flatMap((first, at) =>
    sides
      .slice(at + 1)
      .filter((second) => against === null || first.key === against || second.key === against)
      .map((second) => [first, second] as const),
  );
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
  const votes = table.rows
    .filter(({ kind }) => kind === 'majority')
    .flatMap((row) => {
      const vote = sideOf(row, keep);
      return rows.flatMap(({ kind }, at) => {
        const side = sides[at];
        const asked = against === null || side?.key === against;
        return kind === 'model' && side !== undefined && asked ? [[vote, side] as const] : [];
      });
    });
  const total = couples.length + votes.length + twice.length;
  let done = 0;
  const next = <T>(value: T): T => {
    done += 1;
    progress(done, total);
    return value;
  };
  return {
    respondents,
    pairs: couples.map(([first, second]) => next(compare(first, second, null))),
    majority: votes.map(([first, second]) => next(compare(first, second, null))),
    conditions: twice.map(({ first, second, sides: [one, other] }) =>
      next(compare(one, other, [first, second])),
    ),
  };
}

/** People together and models; people one by one where they are few. A vote is no respondent. */
function comparedRows({ rows }: MetricsTable): readonly MetricsTableRow[] {
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
    const { common, own } = commonItems(first, second, places?.[1] ?? null);
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
      ownItems: own,
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
      return {
        ...known,
        ...ofShares(cells[0] ?? [], cells[1] ?? [], { items: order.length, images: units.count }),
      };
    }
    return {
      ...known,
      ...compareFigures(one, other, order, units, figure, columns.length, difference),
    };
  };
}

function ofShares(
  first: readonly ShareCell[],
  second: readonly ShareCell[],
  shared: ItemsWithImages,
): ComparisonResult {
  const plain = shared.items === shared.images && [first, second].every((cells) => isPlain(cells));
  if (!plain) {
    const found = clusteredDifference(first, second);
    if (!found.defined)
      return { noInterval: tooFewImages(shared, 2, 'An interval and a test take') ?? found.reason };
    return {
      ci95: [found.low, found.high],
      interval: 'score',
      p: found.p,
      test: 't',
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
    ? { ci95: [found.low, found.high], interval: 'tango', p: found.p, test: 'mcnemar' }
    : { noInterval: found.reason };
}

/** One answer of one person an item, right or wrong. */
const isPlain = (cells: readonly ShareCell[]): boolean =>
  cells.every(({ of, hits, person }) => of === 1 && (hits === 0 || hits === 1) && person === 0);

/** The items on which both have the figure (in its column of all, for shares). */
function commonItems(
  first: Side,
  second: Side,
  column: number | null,
): { readonly common: ReadonlySet<number>; readonly own: [number, number] } {
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
  const [mine, others] = [itemsOf(first), itemsOf(second)];
  return {
    common: new Set([...mine].filter((item) => others.has(item))),
    own: [mine.size, others.size],
  };
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
