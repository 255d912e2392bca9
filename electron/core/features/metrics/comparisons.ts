import type { MetricComparison, Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { pairedComparison, pairedMeans } from '../../../../shared/statistics/pairedComparison.ts';
import { holm } from '../../../../shared/statistics/proportions.ts';
import type { Basis } from './basis.ts';
import { bundleOf, sumInto } from './cells.ts';
import { strataOf } from './strata.ts';
import type { MetricsTable, MetricsTableRow } from './table.ts';

type Comparison = MetricsReport['comparisons'][number];
type Test = Comparison['byGroup'][number];

/** One respondent's figure in a group under either condition; null where there is none. */
type Pair = readonly [number | null, number | null];

/**
 * The benchmark's comparisons of two conditions: for each group over the models (over participants where there are no
 * models), and for each respondent over the groups.
 */
export function comparisonsOf(
  metrics: Metrics,
  parameters: JsonObject,
  table: MetricsTable,
  keep: Basis['keepIn'],
): Comparison[] {
  return metrics.comparisons.flatMap((comparison) => {
    const conditions = comparison.conditions.map((condition) => table.conditions.indexOf(condition));
    const [first = -1, second = -1] = conditions;
    return first < 0 || second < 0
      ? []
      : [compared(metrics, parameters, table, comparison, [first, second], keep)];
  });
}

function compared(
  metrics: Metrics,
  parameters: JsonObject,
  table: MetricsTable,
  { id, title, metric, conditions, groups }: MetricComparison,
  places: readonly [number, number],
  keep: Basis['keepIn'],
): Comparison {
  const strata = strataOf(table, groups);
  const sums = new Float64Array(metrics.columns(parameters).length);
  const figureOf = (row: MetricsTableRow, group: number, wanted: number): number | null => {
    const bundle = bundleOf(
      row.cells.counted,
      (item, condition) =>
        condition === wanted && keep(item, condition) && strata.valueOf(item, condition) === group,
    );
    if (bundle.size === 0) return null;
    sumInto(sums, bundle);
    return metrics.figures(sums, parameters)[metric]?.value ?? null;
  };
  const rows = table.rows.filter(({ kind }) => kind !== 'majority');
  const pairs = rows.map((row) =>
    strata.values.map((_, group): Pair => [figureOf(row, group, places[0]), figureOf(row, group, places[1])]),
  );
  const models = rows.flatMap(({ kind }, place) => (kind === 'model' ? [place] : []));
  const over =
    models.length > 0 ? models : rows.flatMap(({ kind }, place) => (kind === 'human' ? [place] : []));
  const byGroup = strata.values.map((value, group) =>
    testOf(
      { key: null, name: value ?? 'none' },
      over.flatMap((row) => {
        const pair = pairs[row]?.[group];
        return pair === undefined ? [] : [pair];
      }),
    ),
  );
  const byRespondent = rows.map(({ key, name }, row) => testOf({ key, name }, pairs[row] ?? []));
  // Both tables are shown together: they are one family of tests.
  correct([...byGroup, ...byRespondent]);
  return { id, title, metric, conditions: [...conditions], byGroup, byRespondent };
}

/** Holm's correction (1979) over all tests there are. */
function correct(tests: readonly Test[]): void {
  const tested = tests.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  tested.forEach((test, place) => {
    test.pHolm = adjusted[place] ?? null;
  });
}

/** The paired test over those that have both figures; means and difference also where there is no test. */
function testOf({ key, name }: Pick<Test, 'key' | 'name'>, pairs: readonly Pair[]): Test {
  const [first, second]: [number[], number[]] = [[], []];
  for (const [a, b] of pairs) {
    if (a === null || b === null) continue;
    first.push(a);
    second.push(b);
  }
  const means = pairedMeans(first, second);
  const found = pairedComparison(first, second);
  return {
    key,
    name,
    n: first.length,
    mean: means.defined ? means.difference : null,
    means: means.defined ? [means.firstMean, means.secondMean] : null,
    t: found.defined ? found.t : null,
    df: found.defined ? found.degrees : null,
    ci95: found.defined ? [found.low, found.high] : null,
    p: found.defined ? found.p : null,
    pHolm: null,
    d: means.defined && means.cohensD.defined ? means.cohensD.value : null,
    undefined: found.defined ? null : found.reason,
  };
}
