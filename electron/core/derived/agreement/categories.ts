import type { Comparison, OfferedValue } from '../../../../shared/benchmarks/task.ts';
import type { FieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import type { Json } from '../../../../shared/base/json.ts';

/** A category of a field: the name that reports and cells know it by, and what it stands for. */
export interface Category {
  readonly name: string;
  readonly rating: FieldRating;
}

/** Takes down what raters said as numbers, and in the end puts the categories in order. */
export interface Codebook {
  /** The number of a rating; -1 for what the field cannot compare: a text where numbers are asked for. */
  codeOf(rating: FieldRating): number;
  /** The categories, offered ones first, and for each number given so far its place among them. */
  close(): { readonly categories: readonly Category[]; readonly places: Int32Array };
}

/** The categories that a field offers, in their order; none where it offers none by name. */
function offeredBy(comparison: Comparison): readonly OfferedValue[] {
  if (comparison.level === 'nominal') return comparison.offered ?? [];
  return comparison.level === 'ordinal'
    ? comparison.order.map((value) => ({ value, name: plainName(value) }))
    : [];
}

/**
 * The name of a rating: as it is offered, else the text itself or its JSON. A text that could be taken for something
 * else (an offered name, a number) is in quotes, so that no two categories have one name.
 */
export function nameOf(comparison: Comparison, rating: FieldRating): string {
  switch (rating.kind) {
    case 'value':
      return valueName(offeredBy(comparison), rating.value);
    case 'set':
      return `{${rating.members.join(', ')}}`;
    case 'boxes':
      return rating.boxes.length === 0 ? 'no boxes' : tally(rating.boxes.map(({ category }) => category));
  }
}

/** A codebook of a field of values or sets. */
export function createCodebook(comparison: Comparison): Codebook {
  const offered = offeredBy(comparison);
  const codes = new Map<string, number>();
  const ratings: FieldRating[] = [];
  const codeFor = (rating: FieldRating): number => {
    const key = JSON.stringify(rating.kind === 'value' ? rating.value : rating);
    const known = codes.get(key);
    if (known !== undefined) return known;
    codes.set(key, ratings.length);
    ratings.push(rating);
    return ratings.length - 1;
  };
  for (const { value } of offered) codeFor({ kind: 'value', value });
  const ofOffered = ratings.length;
  return {
    codeOf(rating) {
      if (rating.kind === 'boxes') return -1;
      if (comparison.level === 'interval' && numberOf(rating) === null) return -1;
      return codeFor(rating);
    },
    close() {
      const categories = ratings.map((rating) => ({ name: nameOf(comparison, rating), rating }));
      const seen = categories.map((_, code) => code).slice(ofOffered);
      seen.sort((a, b) => compare(comparison, categories[a], categories[b]));
      const order = [...categories.keys()].slice(0, ofOffered).concat(seen);
      const places = new Int32Array(order.length);
      order.forEach((code, place) => (places[code] = place));
      return { categories: order.flatMap((code) => categories[code] ?? []), places };
    },
  };
}

/** The number behind a rating of an interval field, null where it is none. */
export function numberOf(rating: FieldRating): number | null {
  return rating.kind === 'value' && typeof rating.value === 'number' ? rating.value : null;
}

function compare(comparison: Comparison, a: Category | undefined, b: Category | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return comparison.level === 'interval'
    ? (numberOf(a.rating) ?? 0) - (numberOf(b.rating) ?? 0)
    : a.name.localeCompare(b.name, 'en', { numeric: true });
}

function valueName(offered: readonly OfferedValue[], value: Json): string {
  const text = JSON.stringify(value);
  const known = offered.find((each) => JSON.stringify(each.value) === text);
  if (known !== undefined) return known.name;
  const name = plainName(value);
  if (typeof value === 'string') {
    return couldBeElse(value) || offered.some((each) => each.name === value) ? text : value;
  }
  return offered.some((each) => each.name === name) ? `${name} (${typeof value})` : name;
}

const plainName = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a text is also how some value that is no text is written. */
const couldBeElse = (text: string): boolean => /^(?:true|false|-?\d|["[{])/u.test(text) && isJson(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function tally(categories: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].map(([category, count]) => `${String(count)} × ${category}`).join(', ');
}
