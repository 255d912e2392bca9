import type { Patterns } from '../ratings/patterns.ts';

/**
 * Below these numbers no interval is given. The study in test/bench/coverage.ts found that intervals of coefficients
 * with fewer items, or with fewer items' worth of ratings outside the largest category, hold the true value less often than they say.
 */
export const FEWEST_ITEMS = 20;
const FEWEST_VARYING = 5;
/** A bootstrap needs more of them than a score interval. */
export const FEWEST_RESAMPLED = 30;

/** Why a figure of these items has no interval, in words; null where there are enough of them. */
export function whyTooFewItems(items: number, fewest = FEWEST_ITEMS, what = 'items'): string | null {
  return items >= fewest
    ? null
    : `Too few ${what} for an interval: ${String(items)}; at least ${String(fewest)} are needed.`;
}

/**
 * The same of a coefficient corrected for chance, which hangs on the ratings outside the largest category: there have to
 * be as many of them as a few whole items have.
 */
export function whyTooFewVarying(patterns: Patterns): string | null {
  const { count, tally, weights, categories } = patterns;
  const ofCategory = new Float64Array(categories);
  let [items, ratings] = [0, 0];
  for (let pattern = 0; pattern < count; pattern += 1) {
    if ((tally.size[pattern] ?? 0) < 2) continue;
    const weight = weights[pattern] ?? 0;
    items += weight;
    ratings += weight * (tally.size[pattern] ?? 0);
    for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1) {
      const category = tally.category[at] ?? 0;
      ofCategory[category] = (ofCategory[category] ?? 0) + (tally.count[at] ?? 0) * weight;
    }
  }
  const others = ratings - ofCategory.reduce((most, each) => Math.max(most, each), 0);
  const needed = Math.ceil((FEWEST_VARYING * ratings) / items);
  return others >= needed
    ? null
    : `Too few varied ratings for an interval: ${String(others)} of ${String(ratings)} are outside the largest category; at least ${String(needed)} are needed.`;
}
