import { chiSquaredTail } from './gamma.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';

/** One stratum's 2 × 2 table: right and wrong of the reference group, then of the focal group. */
export type Stratum = readonly [
  referenceRight: number,
  referenceWrong: number,
  focalRight: number,
  focalWrong: number,
];

export interface MantelHaenszel {
  /** The odds of being right in the reference group over those in the focal group, strata held. */
  readonly oddsRatio: number;
  /** Of its logarithm (Robins, Breslow and Greenland 1986). */
  readonly standardError: number;
  /** The test of 1959 with continuity correction, one degree of freedom. */
  readonly chiSquared: number;
  readonly p: number;
}

/**
 * The common odds ratio of Mantel and Haenszel (1959) over strata. Undefined where no stratum has right and wrong answers
 * of both groups, so that there is nothing to compare.
 */
export function mantelHaenszel(strata: readonly Stratum[]): Outcome<MantelHaenszel> {
  let [above, below, observed, expected, variance] = [0, 0, 0, 0, 0];
  let [pr, psqr, qs] = [0, 0, 0];
  for (const [a, b, c, d] of strata) {
    const n = a + b + c + d;
    if (n < 2) continue;
    const [r, s] = [(a * d) / n, (b * c) / n];
    const [p, q] = [(a + d) / n, (b + c) / n];
    above += r;
    below += s;
    pr += p * r;
    psqr += p * s + q * r;
    qs += q * s;
    observed += a;
    expected += ((a + b) * (a + c)) / n;
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (n * n * (n - 1));
  }
  if (!(above > 0) || !(below > 0) || !(variance > 0)) {
    return undefinedBecause(
      'The two groups share no level of ability at which both right and wrong answers occur.',
    );
  }
  const distance = Math.abs(observed - expected);
  const chiSquared = (distance - Math.min(0.5, distance)) ** 2 / variance;
  return {
    defined: true,
    oddsRatio: above / below,
    standardError: Math.sqrt(pr / (2 * above ** 2) + psqr / (2 * above * below) + qs / (2 * below ** 2)),
    chiSquared,
    p: chiSquaredTail(chiSquared, 1),
  };
}
