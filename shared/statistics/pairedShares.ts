import { effectiveShare, type EffectiveShare, type ShareCell, shareInfluence } from './clusteredShare.ts';
import { crossedVariance } from './crossed.ts';
import { normalTwoSided } from './gamma.ts';
import { Z95 } from './normal.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';
import { wilsonInterval } from './proportions.ts';
import { studentTwoSided, studentTwoSidedQuantile } from './studentT.ts';

/** How two figures of the same things differ: first less second. The interval excludes zero just where p is below 0.05. */
export interface PairedDifference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * Two shares of the same items, one answer each: McNemar's test (1947, without correction) and the interval of all
 * differences that the same score test does not reject (Tango 1998). Undefined for no items.
 * @param both items on which both are right; then those on which only the first, only the second, and neither is
 */
export function pairedShares(
  both: number,
  first: number,
  second: number,
  neither: number,
): Outcome<PairedDifference> {
  const n = both + first + second + neither;
  if (n === 0) return undefinedBecause('No item was answered by both.');
  const discordant = first + second;
  return {
    defined: true,
    difference: (first - second) / n,
    low: tangoEnd(n, first, second, Z95),
    high: -tangoEnd(n, second, first, Z95),
    p: discordant === 0 ? 1 : normalTwoSided((first - second) / Math.sqrt(discordant)),
  };
}

/** The lowest difference of two paired shares that the score test does not reject, by bisection (Tango 1998, equation 6). */
function tangoEnd(n: number, first: number, second: number, quantile: number): number {
  let [low, high] = [-1, (first - second) / n];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (tangoScore(n, first, second, middle) > quantile) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The score statistic of a difference, with the share of items on which only the second is right as it is then likeliest. */
function tangoScore(n: number, first: number, second: number, difference: number): number {
  const b = (2 * n - first + second) * difference - first - second;
  const c = -second * difference * (1 - difference);
  const share = (Math.sqrt(Math.max(0, b ** 2 - 8 * n * c)) - b) / (4 * n);
  const variance = n * (2 * share + difference * (1 - difference));
  const distance = first - second - n * difference;
  return variance > 0 ? distance / Math.sqrt(variance) : Math.sign(distance) * Number.POSITIVE_INFINITY;
}

/**
 * The same where answers share items, images or people: the Wilson intervals of the two shares, over their effective
 * numbers of answers, put together under their correlation (Zou and Donner 2008, equation 4); variances and degrees of
 * freedom from one model of items and people (`crossedVariance`). p is the level at which this interval reaches zero.
 * Undefined for answers to fewer than two units. Units have the same numbers in both lists.
 */
export function clusteredDifference(
  first: readonly ShareCell[],
  second: readonly ShareCell[],
): Outcome<PairedDifference> {
  const [one, other] = [effectiveShare(first), effectiveShare(second)];
  const minus = shareInfluence(second).map((cell) => ({ ...cell, influence: -cell.influence }));
  const both = crossedVariance([shareInfluence(first), minus]);
  if (one === null || other === null || both === null)
    return undefinedBecause(
      'It takes answers on two images or more: items that show the same image count as one.',
    );
  const product = Math.sqrt(one.variance * other.variance);
  const correlation = product === 0 ? 0 : (one.variance + other.variance - both.variance) / (2 * product);
  const reach = (quantile: number): Ends =>
    combined(one, other, Math.min(1, Math.max(-1, correlation)), quantile);
  const [low, high] = reach(studentTwoSidedQuantile(0.05, both.degrees));
  return {
    defined: true,
    difference: one.share - other.share,
    low,
    high,
    p: studentTwoSided(touching(reach, one.share - other.share), both.degrees),
  };
}

type Ends = readonly [low: number, high: number];

/** The quantile at which an interval about a difference, wider with it, reaches zero. */
function touching(reach: (quantile: number) => Ends, difference: number): number {
  if (difference === 0) return 0;
  const excludes = (quantile: number): boolean => {
    const [low, high] = reach(quantile);
    return difference > 0 ? low > 0 : high < 0;
  };
  let [low, high] = [0, 1];
  while (excludes(high) && high < 1e6) [low, high] = [high, high * 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (excludes(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The interval of a difference from those of its parts and their correlation (Newcombe 1998; Zou and Donner 2008, eq. 4). */
function combined(
  first: EffectiveShare,
  second: EffectiveShare,
  correlation: number,
  quantile: number,
): Ends {
  const [one, other] = [first, second].map(({ share, answers }) => {
    const ends = wilsonInterval(share * answers, answers, quantile);
    return ends.defined ? { down: share - ends.low, up: ends.high - share } : { down: 0, up: 0 };
  });
  const difference = first.share - second.share;
  const reach = (down = 0, up = 0): number =>
    Math.sqrt(Math.max(0, down ** 2 - 2 * correlation * down * up + up ** 2));
  return [
    Math.max(-1, difference - reach(one?.down, other?.up)),
    Math.min(1, difference + reach(one?.up, other?.down)),
  ];
}
