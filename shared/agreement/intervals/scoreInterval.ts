import { Z95 } from '../../statistics/normal.ts';
import { wilsonInterval } from '../../statistics/proportions.ts';
import type { Interval } from '../ratings/ratings.ts';

/** What the interval of a coefficient follows from. */
export interface ScoreBasis {
  readonly value: number;
  /** The disagreement expected by chance as a share of the greatest; 1 for shares. */
  readonly expected: number;
  /** The coefficient's variance over items, with divisor n. */
  readonly variance: number;
  /** Items, or groups of items that share an image or an entity. */
  readonly items: number;
  readonly ratings: number;
}

/**
 * The 95 % score interval of a coefficient of the form 1 − observed / expected: Wilson's interval (1927) for the
 * observed disagreement, a share, over the number of independent items with this variance (the effective sample size of
 * Korn and Graubard 1998 for clustered samples). It stays in the coefficient's range and does not collapse if all
 * agree.
 * @param quantile of Student's distribution where items come in groups
 */
export function scoreInterval(
  { value, expected, variance, items, ratings }: ScoreBasis,
  quantile: number = Z95,
): Interval {
  const observed = Math.min(1, Math.max(0, (1 - value) * expected));
  const spread = variance * expected ** 2;
  const effective =
    spread > 0 && observed > 0 && observed < 1
      ? Math.min((observed * (1 - observed)) / spread, ratings)
      : items;
  const share = wilsonInterval(observed * effective, effective, quantile);
  return share.defined ? [1 - share.high / expected, 1 - share.low / expected] : [value, value];
}
