import { normalTwoSided } from './gamma.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';

/** Up to this many values in both samples together, p is exact. */
const EXACT_LIMIT = 50;

export interface MannWhitney {
  /** How p was found, in the words a report prints. */
  readonly test: string;
  /** U of the first sample: the pairs in which its value is the larger one, ties counted half. */
  readonly u: number;
  /** The probability that a value of the first sample exceeds one of the second, ties half (Vargha and Delaney 2000, A). */
  readonly superiority: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * The rank sum test of Mann and Whitney (1947). Chosen over Welch's t because lengths and
 * sizes are skewed and ranks do not mind. Up to 50 values p is exact given the ties (the shift algorithm of
 * Streitberg and Röhmel 1986), twice the smaller tail; above it the normal approximation with ties (Lehmann 1975) and a continuity correction of a half. Undefined where a sample is empty or all values are equal.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): Outcome<MannWhitney> {
  const n = first.length + second.length;
  if (first.length === 0 || second.length === 0) return undefinedBecause('One of the samples is empty.');
  const { doubled, ties } = midranks(first, second);
  if (doubled.every((rank) => rank === doubled[0])) return undefinedBecause('All values are equal.');
  const rankSum = doubled.slice(0, first.length).reduce((sum, rank) => sum + rank, 0);
  const pairs = first.length * second.length;
  const u = rankSum / 2 - (first.length * (first.length + 1)) / 2;
  const superiority = u / pairs;
  if (n <= EXACT_LIMIT) {
    const p = exactP(doubled, first.length, rankSum);
    return { defined: true, test: 'Mann-Whitney U test, exact', u, superiority, p };
  }
  const deviation = Math.sqrt((pairs / 12) * (n + 1 - ties / (n * (n - 1))));
  const z = Math.max(0, Math.abs(u - pairs / 2) - 0.5) / deviation;
  return {
    defined: true,
    test: 'Mann-Whitney U test, normal approximation',
    u,
    superiority,
    p: normalTwoSided(z),
  };
}

/** Twice the mean ranks (whole numbers, then) in the order given, and the sum of t³ - t over groups of ties. */
function midranks(first: readonly number[], second: readonly number[]): { doubled: number[]; ties: number } {
  const values = [...first, ...second];
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const doubled = values.map(() => 0);
  let ties = 0;
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    const size = end - start;
    ties += size ** 3 - size;
    for (const index of order.slice(start, end)) doubled[index] = start + end + 1;
    start = end;
  }
  return { doubled, ties };
}

/** Counts, over all ways to choose `size` of the ranks, those whose sum lies as far out as the observed one. */
function exactP(ranks: readonly number[], size: number, observed: number): number {
  const highest = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(highest + 1));
  const none = ways[0];
  if (none !== undefined) none[0] = 1;
  for (const rank of ranks) {
    for (let chosen = size; chosen >= 1; chosen -= 1) {
      const to = ways[chosen];
      const from = ways[chosen - 1];
      if (to === undefined || from === undefined) continue;
      for (let sum = highest; sum >= rank; sum -= 1) to[sum] = (to[sum] ?? 0) + (from[sum - rank] ?? 0);
    }
  }
  let all = 0;
  let below = 0;
  let above = 0;
  ways[size]?.forEach((count, sum) => {
    all += count;
    if (sum <= observed) below += count;
    if (sum >= observed) above += count;
  });
  return Math.min(1, (2 * Math.min(below, above)) / all);
}
