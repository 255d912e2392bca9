import type { Ratings } from './ratings.ts';

/**
 * Ratings with identically rated items grouped. Every coefficient is a function of how many items have which pattern,
 * and few categories make few patterns, so a million ratings cost one pass. Items and raters without ratings are left
 * out.
 */
export interface Patterns {
  readonly raters: number;
  readonly categories: number;
  readonly values: Float64Array | null;
  /** How many distinct patterns there are. */
  readonly count: number;
  /** The category each rater gave, pattern by pattern (pattern * raters + rater); -1: no rating. */
  readonly codes: Int32Array;
  /** How many items have each pattern. */
  readonly weights: Float64Array;
  /** The pattern of each item that has a rating. */
  readonly patternOf: Int32Array;
  /** How often each pattern names each category. */
  readonly tally: CategoryCounts;
}

/** The categories of each pattern with how often it names them; those of pattern p stand from start[p] to start[p + 1]. */
export interface CategoryCounts {
  readonly start: Int32Array;
  readonly category: Int32Array;
  readonly count: Float64Array;
  /** The number of ratings of an item of each pattern. */
  readonly size: Float64Array;
}

/** Groups items by what they were rated. Throws RangeError for ratings that are not of the form they claim. */
export function patternsOf(ratings: Ratings): Patterns {
  checkForm(ratings);
  const { of, ...groups } = group(ratings);
  const weights = new Float64Array(groups.count);
  for (const pattern of of) if (pattern >= 0) weights[pattern] = (weights[pattern] ?? 0) + 1;
  return {
    ...groups,
    weights,
    patternOf: of.every((pattern) => pattern >= 0) ? of : of.filter((p) => p >= 0),
  };
}

/** Patterns made of others, and which of them each of those became (-1: none, because nothing is left of it). */
export interface PatternRegrouping {
  readonly patterns: Patterns;
  readonly from: Int32Array;
}

/** The patterns after their ratings were changed, raters or categories put together or left out. */
export function regroup(
  patterns: Patterns,
  changed: Pick<Ratings, 'raters' | 'categories' | 'codes' | 'values'>,
): PatternRegrouping {
  const { of, ...groups } = group({ items: patterns.count, ...changed });
  const weights = new Float64Array(groups.count);
  of.forEach((to, pattern) => {
    if (to >= 0) weights[to] = (weights[to] ?? 0) + (patterns.weights[pattern] ?? 0);
  });
  const patternOf = patterns.patternOf.map((pattern) => of[pattern] ?? -1).filter((pattern) => pattern >= 0);
  return { patterns: { ...groups, weights, patternOf }, from: of };
}

/** The ratings with two categories: 1 for the one given, 0 for all others. */
export function isolateCategory(patterns: Patterns, category: number): Patterns {
  const codes = patterns.codes.map((code) => (code < 0 ? -1 : code === category ? 1 : 0));
  return regroup(patterns, { ...patterns, categories: 2, values: null, codes }).patterns;
}

/** Finds the distinct rows of ratings, and which of them each item has (-1: no rating). */
function group(ratings: Ratings): Omit<Patterns, 'weights' | 'patternOf'> & { readonly of: Int32Array } {
  const columns = ratersWithRatings(ratings);
  const find = finder(ratings, columns);
  const representative: number[] = [];
  const of = new Int32Array(ratings.items);
  for (let item = 0; item < ratings.items; item += 1) {
    const pattern = find(item, representative);
    if (pattern === representative.length) representative.push(item);
    of[item] = pattern;
  }
  const codes = new Int32Array(representative.length * columns.length);
  representative.forEach((item, pattern) => {
    columns.forEach((rater, column) => {
      codes[pattern * columns.length + column] = ratings.codes[item * ratings.raters + rater] ?? -1;
    });
  });
  return {
    of,
    raters: columns.length,
    categories: ratings.categories,
    values: ratings.values,
    count: representative.length,
    codes,
    tally: tallyOf(codes, representative.length, columns.length),
  };
}

/** The number of items and of ratings of the patterns that hold at least `atLeast` ratings. */
export function basisOf(patterns: Patterns, atLeast: number): { items: number; ratings: number } {
  let items = 0;
  let ratings = 0;
  for (let pattern = 0; pattern < patterns.count; pattern += 1) {
    const size = patterns.tally.size[pattern] ?? 0;
    if (size < atLeast) continue;
    const weight = patterns.weights[pattern] ?? 0;
    items += weight;
    ratings += weight * size;
  }
  return { items, ratings };
}

const NO_RATING = -1;

/** The largest table of all patterns that could occur. */
const LARGEST_TABLE = 1 << 20;

function checkForm({ items, raters, categories, codes, values }: Ratings): void {
  if (codes.length !== items * raters) throw new RangeError('The ratings are not items times raters.');
  if (values !== null && values.length !== categories) throw new RangeError('Each category needs its value.');
  for (const code of codes) {
    if (code < -1 || code >= categories) throw new RangeError(`There is no category ${String(code)}.`);
  }
}

function ratersWithRatings({ items, raters, codes }: Ratings): readonly number[] {
  const found: number[] = [];
  for (let rater = 0; rater < raters; rater += 1) {
    for (let item = 0; item < items; item += 1) {
      if ((codes[item * raters + rater] ?? -1) < 0) continue;
      found.push(rater);
      break;
    }
  }
  return found;
}

/** Gives an item's pattern: the number of one met before, the next free number, or NO_RATING. */
type Finder = (item: number, representative: readonly number[]) => number;

function finder(ratings: Ratings, columns: readonly number[]): Finder {
  const possible = (ratings.categories + 1) ** columns.length;
  return possible <= LARGEST_TABLE ? tableFinder(ratings, columns, possible) : hashFinder(ratings, columns);
}

/** Few possible patterns: each has its place in a table. */
function tableFinder(
  { raters, categories, codes }: Ratings,
  columns: readonly number[],
  size: number,
): Finder {
  const table = new Int32Array(size).fill(-1);
  return (item, representative) => {
    let key = 0;
    for (const rater of columns) key = key * (categories + 1) + (codes[item * raters + rater] ?? -1) + 1;
    if (key === 0) return NO_RATING;
    const known = table[key] ?? -1;
    if (known >= 0) return known;
    table[key] = representative.length;
    return representative.length;
  };
}

/** Any number of possible patterns: a hash table with open addressing. */
function hashFinder({ items, raters, codes }: Ratings, columns: readonly number[]): Finder {
  const size = 2 ** Math.ceil(Math.log2(2 * items + 2));
  const table = new Int32Array(size).fill(-1);
  return (item, representative) => {
    let hash = 0;
    let empty = true;
    for (const rater of columns) {
      const code = codes[item * raters + rater] ?? -1;
      if (code >= 0) empty = false;
      hash = Math.imul(hash ^ code, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    if (empty) return NO_RATING;
    for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const known = table[slot] ?? -1;
      if (known < 0) {
        table[slot] = representative.length;
        return representative.length;
      }
      const other = representative[known] ?? 0;
      if (columns.every((rater) => codes[item * raters + rater] === codes[other * raters + rater]))
        return known;
    }
  };
}

function tallyOf(codes: Int32Array, patterns: number, raters: number): CategoryCounts {
  const start = new Int32Array(patterns + 1);
  const category = new Int32Array(codes.length);
  const count = new Float64Array(codes.length);
  const size = new Float64Array(patterns);
  let end = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    const from = end;
    for (let rater = 0; rater < raters; rater += 1) {
      const code = codes[pattern * raters + rater] ?? -1;
      if (code < 0) continue;
      let at = from;
      while (at < end && category[at] !== code) at += 1;
      category[at] = code;
      count[at] = (count[at] ?? 0) + 1;
      if (at === end) end += 1;
      size[pattern] = (size[pattern] ?? 0) + 1;
    }
    start[pattern + 1] = end;
  }
  return { start, category: category.subarray(0, end), count: count.subarray(0, end), size };
}
