import type { Patterns } from '../ratings/patterns.ts';
import type { Estimate, Interval } from '../ratings/ratings.ts';

/**
 * A coefficient made ready for one set of ratings: whatever does not change between resamples has been worked out.
 */
export interface PreparedCoefficient {
  /** The figure with its standard error, or why there is none. */
  estimate(): Estimate;
  /** The bare figure if each pattern stood for this many items; NaN where it is undefined. */
  value(weights: Float64Array): number;
  /**
   * The disagreement expected by chance, as a share of the greatest there could be, so that the figure is
   * 1 − observed / expected with the observed disagreement in [0, 1]; 1 for plain shares. NaN where it is undefined.
   */
  expected(): number;
  /** Whether each item adds 0 or 1, so that the figure is a share of items (or 2 × a share − 1). */
  readonly share?: boolean;
}

/** How a field's categories relate. */
export type CategoryLevel = 'nominal' | 'ordinal' | 'interval' | 'set';

/** What a coefficient of categories is computed from. */
export interface CategoryQuestion {
  readonly level: CategoryLevel;
  readonly patterns: Patterns;
  /** How many categories the field offers, seen or not. */
  readonly offered: number;
  /** The set behind each category, for fields of sets; else none. */
  readonly sets: readonly (readonly string[])[];
}

/** What people read of a coefficient. */
export interface CoefficientEntry {
  readonly title: string;
  /** What it tells, in a sentence for somebody who reads a table and not the papers behind it. */
  readonly explanation: string;
  /** Where it is from, as the note below a table cites it; null where it needs no source. */
  readonly source: string | null;
  /** How large a figure is, in a sentence; left out: how much less raters disagree than by chance. */
  readonly sizeInWords?: (value: number) => string;
  /** Which coefficient to report instead or beside it, in a sentence; left out: none. */
  readonly advice?: (figure: ReportedFigure) => string;
}

/** A figure of a coefficient with what its sentence tells of the ratings. */
export interface ReportedFigure {
  readonly value: number;
  readonly interval: Interval | null;
  /** The largest category's share of the ratings, where it is known. */
  readonly largest: number | null;
  readonly raters: number;
  /** The share of equal ratings, where it is known. */
  readonly percent: number | null;
}

/** All that is known of a coefficient of categories. */
export interface CategoryCoefficient extends CoefficientEntry {
  /** The levels at which it makes sense. */
  readonly levels: readonly CategoryLevel[];
  /** Whether it is given for a field of one of these levels unless others are asked for; left out: never. */
  readonly isUsual?: (question: CategoryQuestion) => boolean;
  /** Whether its chance does not shrink to nothing where nearly all ratings are one category. */
  readonly isSteady?: true;
  /** Whether it is a kappa, or an alpha in its place: where one category dominates, AC1 is read beside it. */
  readonly isKappa?: true;
  readonly prepare: (question: CategoryQuestion) => PreparedCoefficient;
}
