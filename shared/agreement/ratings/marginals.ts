import type { Ratings } from './ratings.ts';

/** How often each rater gave each category: a row per rater. */
export function marginalsOf({ items, raters, categories, codes }: Ratings): readonly (readonly number[])[] {
  const rows = Array.from({ length: raters }, () => Array.from({ length: categories }, () => 0));
  rows.forEach((row, rater) => {
    for (let item = 0; item < items; item += 1) {
      const code = codes[item * raters + rater] ?? -1;
      if (code >= 0) row[code] = (row[code] ?? 0) + 1;
    }
  });
  return rows;
}
