import fleiss from '../fixtures/agreement/fleiss1971.json' with { type: 'json' };
import { ratingsFrom } from './ratings.ts';

export const _ = null;

/** Krippendorff 2004, section 11.3: 12 units, 4 coders, values 1 to 5. */
export const KRIPPENDORFF = ratingsFrom(
  [
    [0, 0, _, 0],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [2, 2, 2, 2],
    [1, 1, 1, 1],
    [0, 1, 2, 3],
    [3, 3, 3, 3],
    [0, 0, 1, 0],
    [1, 1, 1, 1],
    [_, 4, 4, 4],
    [_, _, 0, 0],
    [_, _, 2, _],
  ],
  5,
  [1, 2, 3, 4, 5],
);

export const FLEISS = ratingsFrom(
  fleiss.counts.map((counts) =>
    counts.flatMap((count, category) => Array.from({ length: count }, () => category)),
  ),
  5,
);

/** Two raters' table as ratings. */
export const tabled = (table: readonly (readonly number[])[]): ReturnType<typeof ratingsFrom> =>
  ratingsFrom(
    table.flatMap((row, a) => row.flatMap((count, b) => Array.from({ length: count }, () => [a, b]))),
    table.length,
  );
