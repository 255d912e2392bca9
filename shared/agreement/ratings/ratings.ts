/**
 * Ratings of one field: which rater gave which item which category. Plain data, so that it can be handed to a worker
 * thread. Where categories have an order, their indices follow it; where they have values, the values ascend.
 */
export interface Ratings {
  readonly items: number;
  readonly raters: number;
  /** How many categories there are: those offered and those seen beside them. */
  readonly categories: number;
  /** The category of each rating, row by row (item * raters + rater); -1 where the rater did not rate the item. */
  readonly codes: Int32Array;
  /** The number behind each category, for fields on an interval or ratio scale; null for all others. */
  readonly values: Float64Array | null;
}

/** An interval, the lower end first. */
export type Interval = readonly [low: number, high: number];

/** A figure with what it rests on, or in words why there is none: exactly one of value and undefined is null. */
export interface Estimate {
  readonly value: number | null;
  readonly undefined: string | null;
  /** The large-sample standard error, null where the figure's source gives none. */
  readonly standardError: number | null;
  /** How many items the figure rests on. */
  readonly items: number;
  /** How many ratings of those items it rests on. */
  readonly ratings: number;
}

/**
 * How an interval was made: `wilson` (1927) for shares of items, `score` for coefficients (the same interval for the
 * disagreement beside chance), `bca` for the bias-corrected and accelerated bootstrap (Efron 1987).
 */
export type IntervalMethod = 'wilson' | 'score' | 'bca';

/** An estimate with its 95 % intervals. */
export interface AgreementFigure extends Estimate {
  readonly interval: Interval | null;
  /** How the interval was made; null where there is none. */
  readonly method: Exclude<IntervalMethod, 'bca'> | null;
  /** Why a figure has no interval, in words; null where it has one, and where there is no figure. */
  readonly noInterval: string | null;
  /** From the bootstrap over items (BCa); null where none was asked for or there is none. */
  readonly bootstrapInterval: Interval | null;
  /** Resamples in which the figure was undefined; they are left out of the interval. */
  readonly resamplesUndefined: number;
}
