import { logGamma } from './gamma.ts';

const PRECISION = 1e-16;
/** Keeps Lentz' continued fraction away from a division by zero. */
const TINY = 1e-300;
const STEPS = 100_000;

/**
 * The regularised incomplete beta function I_x(a, b) in [0, 1] (Abramowitz and Stegun 1964, 26.5.1): the continued
 * fraction 26.5.8, evaluated by Lentz' method (Lentz 1976, as modified by Thompson and Barnett 1986), on the side of
 * the mean where it converges quickly, and I_x(a, b) = 1 - I_{1-x}(b, a) on the other. NaN for a <= 0, b <= 0 or x
 * outside of [0, 1].
 */
export function regularisedBeta(x: number, a: number, b: number): number {
  return betaOfParts(x, 1 - x, a, b);
}

/** The same from x and 1 - x, each to the last digit: beside 1 the difference alone would lose them. */
export function betaOfParts(x: number, rest: number, a: number, b: number): number {
  if (!(a > 0) || !(b > 0) || !(x >= 0) || !(rest >= 0)) return Number.NaN;
  if (x === 0) return 0;
  if (rest === 0) return 1;
  const scale = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest));
  return x < (a + 1) / (a + b + 2)
    ? (scale / a) * continuedFraction(x, a, b)
    : 1 - (scale / b) * continuedFraction(rest, b, a);
}

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromNought(1 - ((a + b) * x) / (a + 1));
  let value = d;
  const step = (numerator: number): number => {
    d = 1 / awayFromNought(1 + numerator * d);
    c = awayFromNought(1 + numerator / c);
    value *= d * c;
    return d * c;
  };
  for (let m = 1; m < STEPS; m += 1) {
    step((m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)));
    const factor = step((-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)));
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return value;
}

const awayFromNought = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
