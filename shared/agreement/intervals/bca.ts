import { normalBelow, normalQuantile, Z95 } from '../../statistics/normal.ts';
import { type BootstrapInterval, quantile } from '../../statistics/percentiles.ts';

/**
 * The 95 % bias-corrected and accelerated interval (Efron 1987; Efron and Tibshirani 1993, section 14.3) from a
 * figure's values in resamples, NaN for undefined ones. Null if more than a twentieth are undefined, if they do not
 * vary, or if all lie on one side of the figure, which hides the bias.
 * @param acceleration of the jackknife; null where there is none
 */
export function bcaInterval(
  values: Float64Array,
  figure: number,
  acceleration: number | null,
): BootstrapInterval {
  const defined = values.filter((value) => !Number.isNaN(value)).sort();
  const resamplesUndefined = values.length - defined.length;
  const none = { interval: null, resamplesUndefined };
  const varies = (defined[0] ?? 0) < (defined[defined.length - 1] ?? 0);
  if (acceleration === null || !varies || resamplesUndefined > values.length / 20) return none;
  // A tie counts half: figures of few items fall on few values.
  const below = defined.reduce((sum, value) => sum + (value < figure ? 1 : value === figure ? 0.5 : 0), 0);
  const bias = normalQuantile(below / defined.length);
  if (!Number.isFinite(bias)) return none;
  const share = (z: number): number => normalBelow(bias + (bias + z) / (1 - acceleration * (bias + z)));
  return { interval: [quantile(defined, share(-Z95)), quantile(defined, share(Z95))], resamplesUndefined };
}
