import type { Ratings } from './ratings.ts';

/** What two raters said of the items that both rated. */
export interface Confusion {
  /** How many items both rated. */
  readonly items: number;
  /** Items by the first rater's category (rows) and the second's (columns). */
  readonly counts: readonly (readonly number[])[];
}

/** The table of two raters, given by their places. */
export function confusionOf(ratings: Ratings, first: number, second: number): Confusion {
  const { items, raters, categories, codes } = ratings;
  const counts = Array.from({ length: categories }, () => Array.from({ length: categories }, () => 0));
  let both = 0;
  for (let item = 0; item < items; item += 1) {
    const row = counts[codes[item * raters + first] ?? -1];
    const column = codes[item * raters + second] ?? -1;
    if (row === undefined || column < 0) continue;
    row[column] = (row[column] ?? 0) + 1;
    both += 1;
  }
  return { items: both, counts };
}
