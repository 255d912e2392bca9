import { logChoose } from './exact.ts';
import { Z95 } from './normal.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';

/**
 * The 95 % score interval of a proportion (Wilson 1927); `trials` may be an effective number, `quantile` Student's.
 * Undefined for no trials.
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  quantile = Z95,
): Outcome<{ readonly low: number; readonly high: number }> {
  if (trials <= 0) return undefinedBecause('The proportion has no cases.');
  const share = successes / trials;
  const square = quantile ** 2;
  const centre = (share + square / (2 * trials)) / (1 + square / trials);
  const half =
    (quantile * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2))) /
    (1 + square / trials);
  return { defined: true, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * The sign test (Arbuthnot 1710): the two-sided probability that fair coins fall at least as unevenly as
 * `heads` to `tails`, twice the smaller tail. Undefined for no coins.
 */
export function signTest(heads: number, tails: number): Outcome<{ readonly p: number }> {
  const n = heads + tails;
  if (n === 0) return undefinedBecause('There is nothing to count.');
  const choose = logChoose(n);
  let tail = 0;
  for (let k = 0; k <= Math.min(heads, tails); k += 1) tail += Math.exp(choose(n, k) - n * Math.LN2);
  return { defined: true, p: Math.min(1, 2 * tail) };
}

/**
 * p values adjusted for being several (Holm 1979, section 3): each times the number of those not smaller, made
 * monotone, at most 1; in the order given.
 */
export function holm(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const adjusted = values.map(() => 1);
  let highest = 0;
  order.forEach((index, rank) => {
    highest = Math.min(1, Math.max(highest, (values[index] ?? 1) * (values.length - rank)));
    adjusted[index] = highest;
  });
  return adjusted;
}
