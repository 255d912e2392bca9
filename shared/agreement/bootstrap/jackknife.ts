import type { Resampled } from './bootstrap.ts';

/** What leaving out items one by one tells of a figure. */
export interface Jackknife {
  /** The variance of the figure, with divisor n (Efron and Tibshirani 1993, equation 11.5, times (n − 1) / n). */
  readonly variance: number;
  /** How fast the standard error changes with the figure: a of the BCa interval (Efron 1987; equation 14.15 of 1993). */
  readonly acceleration: number;
}

/** Up to so many patterns each is left out for itself; more are left out in groups, which costs a bounded time. */
const MOST_PATTERNS = 1000;
const GROUPS = 200;

/**
 * The jackknife of a figure over the items. Null where there are fewer than two items, and where the figure is
 * undefined once some of them are left out.
 */
export function jackknife(
  { weights, patternOf }: Resampled,
  figure: (weights: Float64Array) => number,
): Jackknife | null {
  const without = Float64Array.from(weights);
  /** What the figure is without each part, and how many parts are like it. */
  const left: { readonly value: number; readonly times: number }[] = [];
  if (weights.length <= MOST_PATTERNS) {
    weights.forEach((times, pattern) => {
      if (times === 0) return;
      without[pattern] = times - 1;
      left.push({ value: figure(without), times });
      without[pattern] = times;
    });
  } else {
    for (let group = 0; group < GROUPS; group += 1) {
      without.set(weights);
      for (let item = group; item < patternOf.length; item += GROUPS) {
        const pattern = patternOf[item] ?? 0;
        without[pattern] = (without[pattern] ?? 0) - 1;
      }
      left.push({ value: figure(without), times: 1 });
    }
  }
  const parts = left.reduce((sum, { times }) => sum + times, 0);
  if (parts < 2 || left.some(({ value }) => Number.isNaN(value))) return null;
  const mean = left.reduce((sum, { value, times }) => sum + value * times, 0) / parts;
  let [squares, cubes] = [0, 0];
  for (const { value, times } of left) {
    squares += times * (mean - value) ** 2;
    cubes += times * (mean - value) ** 3;
  }
  return {
    variance: (squares * (parts - 1) ** 2) / parts ** 2,
    acceleration: squares === 0 ? 0 : cubes / (6 * squares ** 1.5),
  };
}
