import type { Estimate } from '../ratings/ratings.ts';

/**
 * A coefficient made ready for one set of ratings: whatever does not change between resamples has been worked out.
 */
export interface Prepared {
  /** The figure with its standard error, or why there is none. */
  estimate(): Estimate;
  /** The bare figure if each pattern stood for this many items; NaN where it is undefined. */
  value(weights: Float64Array): number;
  /**
   * The disagreement expected by chance, as a share of the greatest there could be, so that the figure is
   * 1 − observed / expected with the observed disagreement in [0, 1]; 1 for plain shares. NaN where it is undefined.
   */
  expected(): number;
  /** Whether each item adds 0 or 1, so that the figure is a share of items (or 2 × a share − 1). */
  readonly share?: boolean;
}
