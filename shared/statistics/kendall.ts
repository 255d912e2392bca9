import { type Outcome, undefinedBecause } from './outcome.ts';

/**
 * Kendall's rank correlation of two lists in the same order, corrected for ties (tau-b; Kendall 1945). Undefined for
 * fewer than two pairs, and where one list does not vary.
 */
export function kendall(
  first: readonly number[],
  second: readonly number[],
): Outcome<{ readonly tau: number }> {
  const n = first.length;
  if (second.length !== n || n < 2) return undefinedBecause('It takes two pairs or more.');
  let [score, untiedFirst, untiedSecond] = [0, 0, 0];
  for (let a = 0; a < n; a += 1) {
    for (let b = a + 1; b < n; b += 1) {
      const x = Math.sign((first[a] ?? 0) - (first[b] ?? 0));
      const y = Math.sign((second[a] ?? 0) - (second[b] ?? 0));
      score += x * y;
      untiedFirst += x * x;
      untiedSecond += y * y;
    }
  }
  const product = Math.sqrt(untiedFirst * untiedSecond);
  return product === 0
    ? undefinedBecause('One of the two does not vary.')
    : { defined: true, tau: score / product };
}
