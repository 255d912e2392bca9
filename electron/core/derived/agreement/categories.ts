import type { Comparison, OfferedValue } from '../../../../shared/benchmarks/task.ts';
import type { FieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import type { Json } from '../../../../shared/base/json.ts';

/** A category of a field: the name that reports and cells know it by, and what it stands for. */
export interface Category {
  readonly name: string;
  readonly rating: FieldRating;
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

/**
 * Takes down what raters said as numbers, and in the end puts the categories in order.
 */
export class Codebook {
  readonly #comparison: Comparison;
  readonly #codes = new Map<string, number>();
  readonly #ratings: FieldRating[] = [];
  readonly #ofOffered;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const offered = offeredBy(comparison);
    for (const { value } of offered) this.#codeFor({ kind: 'value', value });
    this.#ofOffered = this.#ratings.length;
  }

  /** The number of a rating; -1 for what the field cannot compare: a text where numbers are asked for. */
  codeOf(rating: FieldRating): number {
    if (rating.kind === 'boxes') return -1;
    if (this.#comparison.level === 'interval' && numberOf(rating) === null) return -1;
    return this.#codeFor(rating);
  }

  /** The categories, offered ones first, and for each number given so far its place among them. */
  close(): { readonly categories: readonly Category[]; readonly places: Int32Array } {
    const categories = this.#ratings.map((rating) => ({ name: nameOf(this.#comparison, rating), rating }));
    const seen = categories.map((_, code) => code).slice(this.#ofOffered);
    seen.sort((a, b) => compare(this.#comparison, categories[a], categories[b]));
    const order = [...categories.keys()].slice(0, this.#ofOffered).concat(seen);
    const places = new Int32Array(order.length);
    order.forEach((code, place) => (places[code] = place));
    return { categories: order.flatMap((code) => categories[code] ?? []), places };
  }

  #codeFor(rating: FieldRating): number {
    const key = JSON.stringify(rating.kind === 'value' ? rating.value : rating);
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.#ratings.length);
    this.#ratings.push(rating);
    return this.#ratings.length - 1;
  }
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
