import { type Outcome, undefinedBecause } from './outcome.ts';
import { studentTwoSided, studentTwoSidedQuantile } from './studentT.ts';

export interface PairedComparison {
  /** Pairs of values. */
  readonly n: number;
  readonly firstMean: number;
  readonly secondMean: number;
  /** The mean of first less second, with its 95 % interval. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly t: number;
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
  /** How large the difference is beside the spread within the two lists. */
  readonly cohensD: Outcome<{ readonly value: number }>;
}

/**
 * Two lists of values of the same things, in the same order, compared by the paired t test (Student 1908; the
 * differences' mean over its standard error, n - 1 degrees of freedom). Cohen's d is the mean difference over the
 * root of the mean of the two population variances (Cohen 1988, with population variances, as the tables of the Argus
 * Inspection paper have it), not over the spread of the differences. Undefined for lists of different lengths, for
 * fewer than two pairs, and where all differences are equal.
 */
export function pairedComparison(
  first: readonly number[],
  second: readonly number[],
): Outcome<PairedComparison> {
  const n = first.length;
  if (second.length !== n) return undefinedBecause('The two lists are not pairs: they differ in length.');
  if (n < 2) return undefinedBecause('It takes two pairs or more.');
  const differences = first.map((value, index) => value - (second[index] ?? 0));
  const difference = meanOf(differences);
  const deviation = Math.sqrt((varianceOf(differences) * n) / (n - 1));
  // Equal differences end up a rounding error apart.
  const largest = Math.max(...[...first, ...second].map(Math.abs));
  if (deviation <= largest * Number.EPSILON * 4) return undefinedBecause('All differences are equal.');
  const error = deviation / Math.sqrt(n);
  const half = studentTwoSidedQuantile(0.05, n - 1) * error;
  const spread = Math.sqrt((varianceOf(first) + varianceOf(second)) / 2);
  return {
    defined: true,
    n,
    firstMean: meanOf(first),
    secondMean: meanOf(second),
    difference,
    low: difference - half,
    high: difference + half,
    t: difference / error,
    degrees: n - 1,
    p: studentTwoSided(difference / error, n - 1),
    cohensD:
      spread === 0 ? undefinedBecause('Neither list varies.') : { defined: true, value: difference / spread },
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The population variance: over n, not n - 1. */
function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
