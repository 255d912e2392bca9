import type { Estimate } from './ratings.ts';

/**
 * A coefficient made ready for one set of ratings: whatever does not change between resamples has been worked out.
 */
export interface Prepared {
  /** The figure with its standard error, or why there is none. */
  estimate(): Estimate;
  /** The bare figure if each pattern stood for this many items; NaN where it is undefined. */
  value(weights: Float64Array): number;
}
