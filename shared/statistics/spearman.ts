import { type Outcome, undefinedBecause } from './outcome.ts';
import { studentTwoSided } from './studentT.ts';

export interface RankCorrelation {
  /** -1 to 1. */
  readonly rho: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * The rank correlation of Spearman (1904), ties at their mean rank; p by Student's t with two degrees of freedom fewer
 * than pairs (Kendall and Stuart 1973, 31.19). Undefined for fewer than three pairs and where one side does not vary.
 */
export function spearman(first: readonly number[], second: readonly number[]): Outcome<RankCorrelation> {
  const n = Math.min(first.length, second.length);
  if (n < 3) return undefinedBecause('There are fewer than three pairs of values.');
  const [a, b] = [midranks(first.slice(0, n)), midranks(second.slice(0, n))];
  // The mean of ranks is the same whatever the ties.
  const mean = (n + 1) / 2;
  let [together, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < n; at += 1) {
    const [x, y] = [(a[at] ?? mean) - mean, (b[at] ?? mean) - mean];
    together += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  if (ofA === 0 || ofB === 0) return undefinedBecause('All values of one side are the same.');
  const rho = Math.min(1, Math.max(-1, together / Math.sqrt(ofA * ofB)));
  const rest = 1 - rho * rho;
  const p = rest === 0 ? 0 : studentTwoSided(rho * Math.sqrt((n - 2) / rest), n - 2);
  return { defined: true, rho, p };
}

/** Ranks from 1 in the order given, ties at their mean. */
function midranks(values: readonly number[]): Float64Array {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const index of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}
