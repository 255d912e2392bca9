import { type Outcome, undefinedBecause } from './outcome.ts';
import { studentTwoSided, studentTwoSidedQuantile } from './studentT.ts';

export interface PairedMeans {
  /** Pairs of values. */
  readonly n: number;
  readonly firstMean: number;
  readonly secondMean: number;
  /** The mean of first less second. */
  readonly difference: number;
  /** How large the difference is beside the spread within the two lists. */
  readonly cohensD: Outcome<{ readonly value: number }>;
}

export interface PairedTest extends PairedMeans {
  /** The 95 % interval of the difference. */
  readonly low: number;
  readonly high: number;
  readonly t: number;
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * The means of two lists of values of the same things, in the same order. Cohen's d is the mean difference over the
 * root of the mean of the two population variances (Cohen 1988; as in the tables of the Argus Inspection paper), not
 * over the spread of the differences. Undefined for lists of different lengths and without pairs.
 */
export function pairedMeans(first: readonly number[], second: readonly number[]): Outcome<PairedMeans> {
  const n = first.length;
  if (second.length !== n) return undefinedBecause('The two lists are not pairs: they differ in length.');
  if (n === 0) return undefinedBecause('There are no pairs.');
  const difference = meanOf(first.map((value, index) => value - (second[index] ?? 0)));
  const spread = Math.sqrt((varianceOf(first) + varianceOf(second)) / 2);
  return {
    defined: true,
    n,
    firstMean: meanOf(first),
    secondMean: meanOf(second),
    difference,
    cohensD:
      spread <= roundingOf(first, second)
        ? undefinedBecause('Neither list varies.')
        : { defined: true, value: difference / spread },
  };
}

/**
 * Two lists compared by their means and by the paired t test (Student 1908; the differences' mean over its standard
 * error, n - 1 degrees of freedom). Undefined where {@link pairedMeans} is, for fewer than two pairs, and where all
 * differences are equal.
 */
export function pairedComparison(first: readonly number[], second: readonly number[]): Outcome<PairedTest> {
  const n = first.length;
  const means = pairedMeans(first, second);
  if (n < 2 && second.length === n) return undefinedBecause('This needs two pairs or more.');
  if (!means.defined) return means;
  const { difference } = means;
  const deviation = Math.sqrt(
    (varianceOf(first.map((value, index) => value - (second[index] ?? 0))) * n) / (n - 1),
  );
  if (deviation <= roundingOf(first, second)) {
    return undefinedBecause('All differences are equal. Without spread among them, t and p do not exist.');
  }
  const error = deviation / Math.sqrt(n);
  const half = studentTwoSidedQuantile(0.05, n - 1) * error;
  return {
    ...means,
    low: difference - half,
    high: difference + half,
    t: difference / error,
    degrees: n - 1,
    p: studentTwoSided(difference / error, n - 1),
  };
}

/** Equal values and differences end up so far apart at most. */
const roundingOf = (first: readonly number[], second: readonly number[]): number =>
  Math.max(...[...first, ...second].map(Math.abs)) * Number.EPSILON * 4;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The population variance: over n, not n - 1. */
function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
