import { FEWEST_RESAMPLED } from './enoughItems.ts';
import { bcaInterval } from './bca.ts';
import {
  type BootstrapOptions,
  type PatternSample,
  resampledValues,
  type ResamplingMonitor,
} from './bootstrap.ts';
import type { BootstrapInterval } from '../../statistics/percentiles.ts';
import { jackknife } from './jackknife.ts';

/** A figure's values in resamples, and the interval that follows from them. */
export interface BootstrapResult extends BootstrapInterval {
  readonly values: Float64Array;
}

/**
 * The 95 % BCa intervals of several figures from the same resamples of the items (test/bench/coverage.ts: none for
 * fewer than thirty); null where it was cancelled.
 */
export function bootstrap(
  patterns: PatternSample,
  figures: readonly ((weights: Float64Array) => number)[],
  options: BootstrapOptions,
  watch: ResamplingMonitor = {},
): readonly BootstrapResult[] | null {
  const drawn = resampledValues(patterns, figures, options, watch);
  return (
    drawn?.map((values, place): BootstrapResult => {
      const figure = figures[place];
      if (figure === undefined || patterns.patternOf.length < FEWEST_RESAMPLED) {
        return { values, interval: null, resamplesUndefined: 0 };
      }
      const acceleration = jackknife(patterns, figure)?.acceleration ?? null;
      return { values, ...bcaInterval(values, figure(patterns.weights), acceleration) };
    }) ?? null
  );
}
