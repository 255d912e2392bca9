/** The interval of one figure; null where more than a twentieth of the resamples left it undefined. */
export interface BootstrapInterval {
  readonly interval: readonly [low: number, high: number] | null;
  readonly resamplesUndefined: number;
}

/**
 * The 95 % percentile interval of a figure's values in resamples, NaN where it was undefined; null where it was in more
 * than a twentieth of them.
 */
export function percentileInterval(values: Float64Array): BootstrapInterval {
  const defined = values.filter((value) => !Number.isNaN(value)).sort();
  const resamplesUndefined = values.length - defined.length;
  return {
    interval:
      resamplesUndefined > values.length / 20 || defined.length === 0
        ? null
        : [quantile(defined, 0.025), quantile(defined, 0.975)],
    resamplesUndefined,
  };
}

/**
 * A quantile of the sorted figures of resamples: the one at (resamples + 1) times the share, on a straight line between
 * neighbours (Davison and Hinkley 1997, section 5.3), for a few resamples the outermost.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const place = Math.min(Math.max((sorted.length + 1) * share, 1), sorted.length) - 1;
  const low = Math.floor(place);
  const below = sorted[low] ?? Number.NaN;
  const above = sorted[low + 1] ?? below;
  return below + (place - low) * (above - below);
}
