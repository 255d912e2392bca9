/** What divides items or answers besides the benchmark's facets. */
export const LABEL = 'label';
export const CONDITION = 'condition';

/** The values of a stratum, null (none) last, and which one an item in a condition has, by its place among them. */
export interface Strata {
  readonly values: readonly (string | null)[];
  valueOf(item: number, condition: number): number;
}

/** What is divided. */
interface StrataSource {
  readonly items: readonly { readonly label: string | null; readonly facets: ReadonlyMap<string, string> }[];
  readonly conditions: readonly string[];
}

/** A facet, `label` or `condition` over the items of a table. */
export function strataOf({ items, conditions }: StrataSource, name: string): Strata {
  if (name === CONDITION) {
    const values = [...conditions].sort(compare);
    const places = conditions.map((condition) => values.indexOf(condition));
    return { values, valueOf: (_item, condition) => places[condition] ?? 0 };
  }
  const of = items.map(({ label, facets }) => (name === LABEL ? label : (facets.get(name) ?? null)));
  const values = [...new Set(of)].sort((a, b) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b),
  );
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const places = of.map((value) => placeOf.get(value) ?? 0);
  return { values, valueOf: (item) => places[item] ?? 0 };
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
