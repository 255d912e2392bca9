import type { MetricDefinition } from '../../../../shared/benchmarks/metrics.ts';
import type { MetricSpread } from '../../../../shared/contract/metrics.ts';
import { type SpreadCell, spreadTest } from '../../../../shared/statistics/spread.ts';
import type { Bundle } from './cells.ts';
import { type NamedFigures, shareCells } from './figures.ts';

/** The columns of a share. */
export type SharePlaces = readonly [hits: number, of: number];

/** What one group of a spread rests on: some items, and the columns of its share. */
interface Part {
  readonly bundle: Bundle;
  readonly places: SharePlaces;
}

/**
 * The highest share less the lowest, beside what chance alone gives when items share an image or an entity; null for
 * fewer than two parts.
 * @param groupOf what the item at a place of the table shares with others
 */
export function spreadOfParts(
  parts: readonly Part[],
  groupOf: (place: number) => string,
  seed: number,
): Omit<MetricSpread, 'row' | 'metric'> | null {
  const numbers = new Map<string, number>();
  const numberOf = (group: string): number => {
    const known = numbers.get(group) ?? numbers.size;
    numbers.set(group, known);
    return known;
  };
  const cells = parts.flatMap(({ bundle, places }, group) => {
    const units = { of: Int32Array.from(bundle.places, (place) => numberOf(groupOf(place))) };
    return shareCells([bundle], bundle, units, places).map(({ unit, hits, of }): SpreadCell => ({
      group,
      unit,
      hits,
      of,
    }));
  });
  const found = spreadTest(cells, seed);
  return found.defined ? { spread: found.spread, byChance: found.byChance, p: found.p } : null;
}

/** Where the columns of a share stand; null for figures that are none. */
export function sharePlaces({ share }: MetricDefinition, columns: readonly string[]): SharePlaces | null {
  return share === null ? null : [columns.indexOf(share.hits), columns.indexOf(share.of)];
}

/** Adds to figures that are the highest share less the lowest what chance alone would give. */
export function chanceAdder(
  definitions: readonly MetricDefinition[],
  columns: readonly string[],
  groupOf: (place: number) => string,
  seed: number,
): (figures: NamedFigures, bundle: Bundle | null) => NamedFigures {
  const placesOf = new Map(
    definitions.map((definition) => [definition.id, sharePlaces(definition, columns)]),
  );
  const spreads = definitions.flatMap(({ id, spreadOf }) =>
    spreadOf === undefined ? [] : [{ id, parts: spreadOf.map((part) => placesOf.get(part) ?? null) }],
  );
  return (figures, bundle) => {
    const added = spreads.flatMap(({ id, parts }) => {
      const figure = figures[id];
      if (bundle === null || figure === undefined || figure.value === null) return [];
      const own = parts.flatMap((places) => (places === null ? [] : [{ bundle, places }]));
      const found = spreadOfParts(own, groupOf, seed);
      return found === null
        ? []
        : [[id, { ...figure, byChance: { value: found.byChance, p: found.p } }] as const];
    });
    return { ...figures, ...Object.fromEntries(added) };
  };
}
