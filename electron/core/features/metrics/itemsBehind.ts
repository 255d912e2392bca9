import type { Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { ItemsBehindRequest } from '../../../../shared/contract/metrics.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Basis } from './basis.ts';
import { addItem, bundleOf } from './cells.ts';
import { CONDITION, strataOf } from './strata.ts';
import type { MetricsTable } from './table.ts';

type Behind = Pick<ItemsBehindRequest, 'metric' | 'sides' | 'part'>;
type Keep = (item: number, condition: number) => boolean;

/**
 * The items that a figure rests on, in the order of import; of two sides the items that count for both. Without a figure, the
 * items that were answered.
 */
export function itemsBehind(
  metrics: Metrics,
  parameters: JsonObject,
  table: MetricsTable,
  basis: Basis,
  { metric, sides, part }: Behind,
): ItemId[] {
  const strata = part === undefined ? null : strataOf(table, part.name);
  const wanted = strata === null ? -1 : strata.values.indexOf(part?.value ?? null);
  const isIn: Keep = (item, condition) => strata === null || strata.valueOf(item, condition) === wanted;
  const [first, ...others] = sides.map(({ row: key, condition }) => {
    const place = condition === null ? null : table.conditions.indexOf(condition);
    const counted = part?.name === CONDITION || place !== null ? basis.keepIn : basis.keep;
    const keep: Keep = (item, given) =>
      (place === null || given === place) && counted(item, given) && isIn(item, given);
    const row = table.rows.find((each) => each.key === key);
    if (row === undefined) return new Set<number>();
    if (metric === null)
      return new Set(
        row.units.filter(({ item, condition: given }) => keep(item, given)).map(({ item }) => item),
      );
    const bundle = bundleOf(row.cells.counted, keep);
    const sums = new Float64Array(metrics.columns(parameters).length);
    // An item by itself gives the figure an n where it counts for it.
    return new Set(
      [...bundle.places].filter((_, item) => {
        sums.fill(0);
        addItem(sums, bundle, item, 1);
        return (metrics.figures(sums, parameters)[metric]?.n ?? 0) > 0;
      }),
    );
  });
  return [...(first ?? [])]
    .filter((item) => others.every((other) => other.has(item)))
    .sort((a, b) => a - b)
    .flatMap((item) => table.items[item]?.id ?? []);
}
