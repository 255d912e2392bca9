import type { Estimate } from './ratings.ts';

/** What a figure rests on. */
export interface EstimateBasis {
  readonly items: number;
  readonly ratings: number;
}

/** A figure with its standard error (null: its source gives none). */
export function estimateOf(value: number, standardError: number | null, basis: EstimateBasis): Estimate {
  return {
    value,
    undefined: null,
    standardError,
    ...basis,
  };
}

/** No figure, and why, in a sentence a person reads in the figure's place. */
export function undefinedBecause(reason: string, basis: EstimateBasis): Estimate {
  return { value: null, undefined: reason, standardError: null, ...basis };
}

/** The reasons that several coefficients share. */
export const REASONS = {
  noRatings: 'There are no ratings.',
  oneRater: 'Only one rater has rated.',
  noItemTwice: 'No item was rated by two raters.',
  noVariation: 'All ratings are the same category.',
} as const;
