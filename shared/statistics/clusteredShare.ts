import { wilsonInterval } from './proportions.ts';
import { studentTwoSidedQuantile } from './studentT.ts';

/** Answers that belong together: how many count, and how many of these are hits. */
export interface ShareCell {
  /** Numbers of the item (or of the items that share an image) and of the person. */
  readonly unit: number;
  readonly person: number;
  readonly hits: number;
  readonly of: number;
}

/**
 * The variance of a share of answers, hits over all, that are clustered by items, by people, or by both (Cameron,
 * Gelbach and Miller 2011, equation 2.11 with the correction of each part: by units + by people − by both; never less
 * than that of one alone), with the smaller of the two numbers. With one person it is the usual cluster-robust variance.
 */
export function clusteredVariance(cells: readonly ShareCell[]): {
  readonly variance: number;
  /** What it would be if people were taken as given. */
  readonly ofUnits: number;
  /** Units or people, whichever there are fewer of (people: where there are several). */
  readonly clusters: number;
} {
  const of = cells.reduce((sum, cell) => sum + cell.of, 0);
  const share = cells.reduce((sum, cell) => sum + cell.hits, 0) / of;
  const by = (key: (cell: ShareCell) => number): { readonly variance: number; readonly count: number } => {
    const residuals = new Map<number, number>();
    for (const cell of cells) {
      if (cell.of === 0) continue;
      residuals.set(key(cell), (residuals.get(key(cell)) ?? 0) + (cell.hits - share * cell.of) / of);
    }
    const count = residuals.size;
    const squares = [...residuals.values()].reduce((sum, residual) => sum + residual ** 2, 0);
    return { count, variance: (squares * count) / (count - 1) };
  };
  const units = by(({ unit }) => unit);
  const people = by(({ person }) => person);
  if (people.count < 2) return { variance: units.variance, ofUnits: units.variance, clusters: units.count };
  const size = 1 + cells.reduce((most, { unit }) => Math.max(most, unit), 0);
  const both = by(({ unit, person }) => person * size + unit);
  return {
    variance: Math.max(units.variance + people.variance - both.variance, units.variance, people.variance),
    ofUnits: units.variance,
    clusters: Math.min(units.count, people.count),
  };
}

/**
 * The 95 % interval of such a share: Wilson's (1927) over the number of independent answers that would vary as much
 * (the effective sample size of Korn and Graubard 1998), with Student's t for the number of clusters less one, as
 * Cameron, Gelbach and Miller 2011 advise where clusters are few. Null for fewer than two clusters.
 */
export function clusteredShareInterval(
  cells: readonly ShareCell[],
): readonly [low: number, high: number] | null {
  const of = cells.reduce((sum, cell) => sum + cell.of, 0);
  const share = cells.reduce((sum, cell) => sum + cell.hits, 0) / of;
  const { variance, clusters } = clusteredVariance(cells);
  if (!(of > 0) || clusters < 2) return null;
  // Where everything is right or everything wrong, nothing tells how alike answers are: as if each cluster were one.
  const effective = variance > 0 ? Math.min((share * (1 - share)) / variance, of) : clusters;
  const interval = wilsonInterval(share * effective, effective, studentTwoSidedQuantile(0.05, clusters - 1));
  return interval.defined ? [interval.low, interval.high] : null;
}
