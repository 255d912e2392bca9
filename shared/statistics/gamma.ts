/** Coefficients of Lanczos' approximation with g = 7 and nine terms (as computed by Godfrey 2001). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const PRECISION = 1e-15;
/** Keeps Lentz' continued fraction away from a division by zero. */
const TINY = 1e-300;
const STEPS = 100_000;

/**
 * The natural logarithm of the gamma function for x > 0 (Lanczos 1964, with Godfrey's coefficients);
 * NaN for x <= 0, where this project never needs it.
 */
export function logGamma(x: number): number {
  if (!(x > 0)) return Number.NaN;
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const base = shifted + 7.5;
  let sum: number = LANCZOS[0];
  LANCZOS.slice(1).forEach((coefficient, index) => {
    sum += coefficient / (shifted + index + 1);
  });
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * The regularised upper incomplete gamma function Q(a, x) = Γ(a, x) / Γ(a) in [0, 1] (Abramowitz and Stegun 1964,
 * 6.5.3): below x = a + 1 one minus the series 6.5.29, above it the continued fraction 6.5.31, evaluated by
 * Lentz' method (Lentz 1976, as modified by Thompson and Barnett 1986). NaN for a <= 0 or x < 0.
 */
export function upperGamma(a: number, x: number): number {
  if (!(a > 0) || !(x >= 0)) return Number.NaN;
  if (x === 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? Math.max(0, 1 - scale * series(a, x)) : scale * continuedFraction(a, x);
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < STEPS; n += 1) {
    term *= x / (a + n);
    sum += term;
    if (term < sum * PRECISION) break;
  }
  return sum;
}

function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < STEPS; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = awayFromNought(numerator * d + b);
    c = awayFromNought(b + numerator / c);
    d = 1 / d;
    const factor = d * c;
    value *= factor;
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return value;
}

const awayFromNought = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The probability that a standard normal variable lies at least |z| from zero, either way: Q(1/2, z² / 2). */
export function normalTwoSided(z: number): number {
  return upperGamma(0.5, (z * z) / 2);
}

/** The probability that a chi-squared variable is at least `value`: Q(degrees / 2, value / 2). */
export function chiSquaredTail(value: number, degrees: number): number {
  return upperGamma(degrees / 2, value / 2);
}

/** Natural logarithms of 0! to n!, summed up so that small ones are right to the last digits. */
export function logFactorials(n: number): Float64Array {
  const logarithms = new Float64Array(n + 1);
  for (let k = 2; k <= n; k += 1) logarithms[k] = (logarithms[k - 1] ?? 0) + Math.log(k);
  return logarithms;
}
