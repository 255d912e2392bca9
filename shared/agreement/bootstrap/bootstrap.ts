import { seededRandom } from '../../statistics/random.ts';
import type { Interval } from '../ratings.ts';
import { resampler } from './resample.ts';
import { type PatternUnits, byUnits } from './units.ts';

export interface BootstrapOptions {
  readonly resamples: number;
  /** The same seed gives the same interval. */
  readonly seed: number;
}

/** How long work is watched and stopped from outside. */
export interface Watch {
  /** Told now and then how many resamples are done. */
  readonly progress?: (done: number) => void;
  /** Asked now and then; once it says yes the work ends. */
  readonly cancelled?: () => boolean;
}

/** The interval of one figure; null where more than a twentieth of the resamples left it undefined. */
export interface BootstrapInterval {
  readonly interval: Interval | null;
  readonly resamplesUndefined: number;
}

/** Progress is told and cancelling asked for after this many milliseconds. */
const PATIENCE = 50;

/** What is drawn: how many items have each pattern, and which each item has. */
export interface Resampled {
  readonly weights: Float64Array;
  readonly patternOf: Int32Array;
  /** Items that share an image or an entity, drawn together; left out: each item by itself. */
  readonly units?: PatternUnits;
  /** 1 for patterns that a figure rests on (of two ratings or more), 0 for others; left out: all. */
  readonly pairable?: Uint8Array;
}

/** What figures come to in each of the same resamples, NaN where they are undefined; null where it was cancelled. */
export function resampledValues(
  patterns: Resampled,
  figures: readonly ((weights: Float64Array) => number)[],
  { resamples, seed }: BootstrapOptions,
  { progress, cancelled }: Watch = {},
): readonly Float64Array[] | null {
  const random = seededRandom(seed);
  const draw = patterns.units === undefined ? resampler(patterns, random) : byUnits(patterns.units, random);
  const weights = new Float64Array(patterns.weights.length);
  const values = figures.map(() => new Float64Array(resamples));
  let told = Date.now();
  for (let resample = 0; resample < resamples; resample += 1) {
    draw(weights);
    figures.forEach((figure, index) => {
      const list = values[index];
      if (list !== undefined) list[resample] = figure(weights);
    });
    if (Date.now() - told < PATIENCE) continue;
    if (cancelled?.() === true) return null;
    progress?.(resample + 1);
    told = Date.now();
  }
  progress?.(resamples);
  return values;
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
