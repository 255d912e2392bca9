import { seededRandom } from '../../statistics/random.ts';
import { resampler } from './resample.ts';
import { byUnits, type PatternUnits } from './units.ts';

export interface BootstrapOptions {
  readonly resamples: number;
  /** The same seed gives the same interval. */
  readonly seed: number;
}

/** How long work is watched and stopped from outside. */
export interface ResamplingMonitor {
  /** Told now and then how many resamples are done. */
  readonly progress?: (done: number) => void;
  /** Asked now and then; once it says yes the work ends. */
  readonly cancelled?: () => boolean;
}

/** After this many milliseconds the work reports progress and checks for cancelling. */
const PATIENCE = 50;

/** What is drawn: how many items have each pattern, and which each item has. */
export interface PatternSample {
  readonly weights: Float64Array;
  readonly patternOf: Int32Array;
  /** Items that share an image or an entity, drawn together; left out: each item by itself. */
  readonly units?: PatternUnits;
  /** 1 for patterns that a figure rests on (of two ratings or more), 0 for others; left out: all. */
  readonly pairable?: Uint8Array;
}

/** What figures come to in each of the same resamples, NaN where they are undefined; null where it was cancelled. */
export function resampledValues(
  patterns: PatternSample,
  figures: readonly ((weights: Float64Array) => number)[],
  { resamples, seed }: BootstrapOptions,
  { progress, cancelled }: ResamplingMonitor = {},
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
