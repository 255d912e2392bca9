import { REASONS } from '../ratings/estimate.ts';
import type { Patterns } from '../ratings/patterns.ts';

/** The cells of the table of two raters: what the first and the second said, for the items that both rated. */
export interface TwoRaterCells {
  /** The pattern whose weight is the cell's count. */
  readonly pattern: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** The cells of two raters' table; none where there are more or fewer raters. */
export function cellsOf({ raters, count, codes }: Patterns): TwoRaterCells {
  const both = Int32Array.from({ length: raters === 2 ? count : 0 }, (_, pattern) => pattern).filter(
    (pattern) => (codes[2 * pattern] ?? -1) >= 0 && (codes[2 * pattern + 1] ?? -1) >= 0,
  );
  return {
    pattern: both,
    first: both.map((pattern) => codes[2 * pattern] ?? 0),
    second: both.map((pattern) => codes[2 * pattern + 1] ?? 0),
  };
}

/** How many items both raters rated. */
export function itemsOf(cells: TwoRaterCells, weights: Float64Array): number {
  let items = 0;
  for (const pattern of cells.pattern) items += weights[pattern] ?? 0;
  return items;
}

/** Why a coefficient of two raters has nothing to compare, or null where it has. */
export function whyNotTwoRaters(name: string, patterns: Patterns, cells: TwoRaterCells): string | null {
  if (patterns.raters === 0) return REASONS.noRatings;
  if (patterns.raters === 1) return REASONS.oneRater;
  if (patterns.raters > 2) {
    return `${name} compares two raters; these are ${String(patterns.raters)}.`;
  }
  return cells.pattern.length === 0 ? REASONS.noItemTwice : null;
}

/** Why a coefficient of any number of raters has nothing to compare, or null where it has. */
export function whyNotRatedTwice({ raters, tally }: Patterns): string | null {
  if (raters === 0) return REASONS.noRatings;
  if (raters === 1) return REASONS.oneRater;
  return tally.size.some((size) => size >= 2) ? null : REASONS.noItemTwice;
}
