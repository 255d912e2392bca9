import { logGamma } from './gamma.ts';

const PRECISION = 1e-15;
/** Keeps Lentz' continued fraction away from a division by nought. */
const TINY = 1e-300;
const STEPS = 10_000;

/**
 * The regularised incomplete beta function I_x(a, b) in [0, 1] (Abramowitz and Stegun 1964, 26.5.8), by Lentz' method
 * on the side where the continued fraction converges fast. NaN for a <= 0, b <= 0 or x outside [0, 1].
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(a > 0) || !(b > 0) || !(x >= 0 && x <= 1)) return Number.NaN;
  if (x === 0 || x === 1) return x;
  const scale = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (scale * continuedFraction(x, a, b)) / a
    : 1 - (scale * continuedFraction(1 - x, b, a)) / b;
}

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromNought(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromNought(1 + even * d);
    c = awayFromNought(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromNought(1 + odd * d);
    c = awayFromNought(1 + odd / c);
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return value;
}

const awayFromNought = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The probability that Student's t with so many degrees of freedom lies at least |t| from nought, either way. */
export function studentTwoSided(t: number, degrees: number): number {
  if (Number.isNaN(t)) return Number.NaN;
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}
