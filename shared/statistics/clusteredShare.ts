import { crossedVariance, type InfluenceCell } from './crossed.ts';
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

/** A share of answers, hits over all; NaN of none. */
export const shareOf = (cells: readonly ShareCell[]): number =>
  cells.reduce((sum, cell) => sum + cell.hits, 0) / answersOf(cells);

const answersOf = (cells: readonly ShareCell[]): number => cells.reduce((sum, cell) => sum + cell.of, 0);

/** What each cell adds to the deviation of the share; cells without answers add nothing and are left out. */
export function shareInfluence(cells: readonly ShareCell[]): readonly InfluenceCell[] {
  const [share, of] = [shareOf(cells), answersOf(cells)];
  return cells
    .filter((cell) => cell.of > 0)
    .map(({ unit, person, ...cell }) => ({ unit, person, influence: (cell.hits - share * cell.of) / of }));
}

/** A share with the number of independent answers that would vary as much. */
export interface EffectiveShare {
  readonly share: number;
  readonly variance: number;
  /** Korn and Graubard 1998; where nothing varies, the number of units: as if the answers on each were one. */
  readonly answers: number;
  readonly degrees: number;
}

/**
 * A share of answers that share items, images or people, as one of independent answers (`crossedVariance` has its
 * variance). Null for answers to fewer than two units.
 */
export function effectiveShare(cells: readonly ShareCell[]): EffectiveShare | null {
  const found = crossedVariance([shareInfluence(cells)]);
  if (found === null) return null;
  const share = shareOf(cells);
  const { variance, degrees, units } = found;
  const answers = variance > 0 ? Math.min((share * (1 - share)) / variance, answersOf(cells)) : units;
  return { share, variance, answers, degrees };
}

/**
 * The 95 % interval of such a share: Wilson's (1927) over its effective number of answers, with Student's t for the
 * degrees of freedom of its variance. Null for answers to fewer than two units.
 */
export function clusteredShareInterval(
  cells: readonly ShareCell[],
): readonly [low: number, high: number] | null {
  const found = effectiveShare(cells);
  if (found === null) return null;
  const { share, answers, degrees } = found;
  const interval = wilsonInterval(share * answers, answers, studentTwoSidedQuantile(0.05, degrees));
  return interval.defined ? [interval.low, interval.high] : null;
}
