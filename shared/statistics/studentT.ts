import { betaOfParts } from './beta.ts';

/**
 * The probability that a variable of Student's t distribution (Student 1908) lies at least |t| from zero, either
 * way: I_x(df / 2, 1 / 2) with x = df / (df + t²) (Abramowitz and Stegun 1964, 26.7.1). NaN for df <= 0.
 */
export function studentTwoSided(t: number, degrees: number): number {
  if (!(degrees > 0) || Number.isNaN(t)) return Number.NaN;
  if (Math.abs(t) === Number.POSITIVE_INFINITY) return 0;
  const ratio = (t / degrees) * t;
  return betaOfParts(1 / (1 + ratio), ratio / (1 + ratio), degrees / 2, 0.5);
}

/**
 * The value from which on, either way, a variable of Student's t distribution lies with the probability `p`, found
 * by bisection to the last digits; infinite for p <= 0, zero for p >= 1, NaN for df <= 0.
 */
export function studentTwoSidedQuantile(p: number, degrees: number): number {
  if (!(degrees > 0) || Number.isNaN(p)) return Number.NaN;
  if (p <= 0) return Number.POSITIVE_INFINITY;
  if (p >= 1) return 0;
  let [low, high] = [0, 1];
  while (studentTwoSided(high, degrees) > p && high < Number.MAX_VALUE / 4) [low, high] = [high, high * 2];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentTwoSided(middle, degrees) > p) low = middle;
    else high = middle;
  }
}
