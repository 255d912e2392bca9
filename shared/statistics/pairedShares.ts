import { clusteredShareInterval, clusteredVariance, type ShareCell } from './clusteredShare.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';
import { signTest, wilsonInterval } from './proportions.ts';
import { studentTwoSided } from './studentT.ts';

/** How two shares of the same things differ: first less second. */
export interface PairedDifference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * Two shares of the same items, one answer each: the difference with the interval of Newcombe 1998 (method 10: Wilson's
 * intervals put together under the items' correlation, with his correction of phi), and McNemar's test (1947), exact
 * over the items on which one alone is right. Undefined for no items.
 * @param both items on which both are right; then those on which only the first, only the second, and neither is
 */
export function pairedShares(
  both: number,
  first: number,
  second: number,
  neither: number,
): Outcome<PairedDifference> {
  const n = both + first + second + neither;
  const [one, other] = [wilsonInterval(both + first, n), wilsonInterval(both + second, n)];
  if (!one.defined || !other.defined) return undefinedBecause('No item was answered by both.');
  const product = both * neither - first * second;
  const margins = (both + first) * (second + neither) * (both + second) * (first + neither);
  const corrected = product > 0 ? Math.max(product - n / 2, 0) : product;
  const test = signTest(first, second);
  return {
    defined: true,
    ...combined(
      { share: (both + first) / n, ...one },
      { share: (both + second) / n, ...other },
      margins === 0 ? 0 : corrected / Math.sqrt(margins),
    ),
    p: test.defined ? test.p : 1,
  };
}

/**
 * The same where answers share items, images or people: the two intervals put together in the same way (Zou and Donner
 * 2008) under the correlation of the two shares, which follows from their cluster-robust variances and that of the
 * difference (Cameron, Gelbach and Miller 2011), and the t test of the difference with the smallest number of clusters
 * less one degrees of freedom. Units have the same numbers in both lists; people are a sample of each list by itself.
 */
export function clusteredDifference(
  first: readonly ShareCell[],
  second: readonly ShareCell[],
): Outcome<PairedDifference> {
  const [one, other] = [clusteredShareInterval(first), clusteredShareInterval(second)];
  if (one === null || other === null) return undefinedBecause('It takes answers to two items or more.');
  const [shareOne, shareOther] = [shareOf(first), shareOf(second)];
  const [a, b] = [clusteredVariance(first), clusteredVariance(second)];
  const residuals = new Map<number, number>();
  for (const [cells, share, sign] of [
    [first, shareOne, 1],
    [second, shareOther, -1],
  ] as const) {
    const total = cells.reduce((sum, { of }) => sum + of, 0);
    for (const { unit, hits, of } of cells) {
      const residual = (sign * (hits - share * of)) / total;
      residuals.set(unit, (residuals.get(unit) ?? 0) + residual);
    }
  }
  const units = residuals.size;
  const byUnits = [...residuals.values()].reduce((sum, each) => sum + each ** 2, 0) * (units / (units - 1));
  // What people add to the variance of each share beyond what units do.
  const byPeople = [a, b].reduce((sum, { variance, ofUnits }) => sum + Math.max(0, variance - ofUnits), 0);
  const variance = byUnits + byPeople;
  const product = Math.sqrt(a.variance * b.variance);
  const correlation = product === 0 ? 0 : (a.variance + b.variance - variance) / (2 * product);
  const difference = shareOne - shareOther;
  return {
    defined: true,
    ...combined(
      { share: shareOne, low: one[0], high: one[1] },
      { share: shareOther, low: other[0], high: other[1] },
      Math.min(1, Math.max(-1, correlation)),
    ),
    p:
      variance > 0
        ? studentTwoSided(difference / Math.sqrt(variance), Math.min(a.clusters, b.clusters) - 1)
        : difference === 0
          ? 1
          : Number.NaN,
  };
}

interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The interval of a difference from those of its parts and their correlation (Newcombe 1998; Zou and Donner 2008, eq. 4). */
function combined(first: Share, second: Share, correlation: number): Omit<PairedDifference, 'p'> {
  const difference = first.share - second.share;
  const reach = (down: number, up: number): number =>
    Math.sqrt(Math.max(0, down ** 2 - 2 * correlation * down * up + up ** 2));
  return {
    difference,
    low: Math.max(-1, difference - reach(first.share - first.low, second.high - second.share)),
    high: Math.min(1, difference + reach(first.high - first.share, second.share - second.low)),
  };
}

const shareOf = (cells: readonly ShareCell[]): number =>
  cells.reduce((sum, cell) => sum + cell.hits, 0) / cells.reduce((sum, cell) => sum + cell.of, 0);
