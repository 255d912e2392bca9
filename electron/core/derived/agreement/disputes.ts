import type { z } from 'zod';
import { matchBoxes } from '../../../../shared/agreement/boxes/matching.ts';
import { difference } from '../../../../shared/benchmarks/difference.ts';
import type { AgreementCell } from '../../../../shared/contract/agreement.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { type FieldTable, hasRated, ratersOf } from './fieldTable.ts';

/** What is looked for among the rated items. */
export interface DisputeOptions {
  readonly cell: z.infer<typeof AgreementCell>;
  /** Null: everybody. */
  readonly raters: readonly PersonId[] | null;
  /** The intersection over union from which two boxes are the same. */
  readonly threshold: number;
}

/** Items by `item.sequence`, most disputed first, ties in the order of import; NaN: fewer than two ratings. */
export interface Disputes {
  readonly items: Int32Array;
  readonly disagreement: Float64Array;
  /** Everybody who rated the field, with how many ratings. */
  readonly raters: readonly { readonly personId: PersonId; readonly ratings: number }[];
}

/**
 * The items behind a figure. Of an item whose raters the caller must not know yet, everybody's ratings count, and a
 * cell that names raters stands for any of them: which of the two said which cannot be read off where an item turns up.
 */
export function disputesOf(table: FieldTable, { cell, raters, threshold }: DisputeOptions): Disputes {
  const everybody = [...table.raters.keys()];
  const wanted = raters === null ? everybody : everybody.filter((at) => includes(raters, table.raters[at]));
  const differ = differences(table, threshold);
  const matches = matcher(table, cell, differ);
  const found: { readonly item: number; readonly disagreement: number }[] = [];
  for (let item = 0; item < table.items.length; item += 1) {
    const rated = (places: readonly number[]): number[] =>
      places.filter((rater) => hasRated(table, item, rater));
    const asked = rated(wanted);
    if (asked.length === 0) continue;
    const hidden = table.hidden[item] === 1;
    const given = hidden ? rated(everybody) : asked;
    const disagreement = meanOf(pairsOf(given).map(([a, b]) => differ(item, a, b)));
    if (matches({ item, hidden, given, disagreement })) found.push({ item, disagreement });
  }
  found.sort((a, b) => rank(b.disagreement) - rank(a.disagreement) || a.item - b.item);
  return {
    items: Int32Array.from(found, ({ item }) => table.items[item] ?? 0),
    disagreement: Float64Array.from(found, ({ disagreement }) => disagreement),
    raters: ratersOf(table),
  };
}

interface Candidate {
  readonly item: number;
  readonly hidden: boolean;
  /** Places of the raters whose ratings count. */
  readonly given: readonly number[];
  readonly disagreement: number;
}

type Differ = (item: number, a: number, b: number) => number;

function matcher(
  table: FieldTable,
  cell: DisputeOptions['cell'],
  differ: Differ,
): (candidate: Candidate) => boolean {
  const says = sayer(table);
  const place = (person: PersonId): number => table.raters.indexOf(person);
  switch (cell.kind) {
    case 'disagreement':
      return ({ disagreement }) => disagreement > 0;
    case 'category':
      return ({ item, given }) => given.some((rater) => says(item, rater, cell.category));
    case 'marginal': {
      const rater = place(cell.personId);
      return ({ item, hidden, given }) =>
        given.includes(rater) && (hidden ? given : [rater]).some((each) => says(item, each, cell.category));
    }
    case 'stratum':
      return ({ item }) => {
        const { strata } = table;
        return strata !== null && strata.values[strata.of[item] ?? -1] === cell.value;
      };
    case 'pair': {
      const [first, second] = [place(cell.a), place(cell.b)];
      return ({ item, hidden, given }) =>
        given.includes(first) &&
        given.includes(second) &&
        (cell.agree === null ||
          arrangements(hidden, given, first, second).some(
            ([a, b]) => (differ(item, a, b) === 0) === cell.agree,
          ));
    }
    case 'confusion': {
      const [first, second] = [place(cell.a), place(cell.b)];
      return ({ item, hidden, given }) =>
        given.includes(first) &&
        given.includes(second) &&
        arrangements(hidden, given, first, second).some(
          ([a, b]) => says(item, a, cell.row) && says(item, b, cell.column),
        );
    }
  }
}

/** The two raters that a cell names; where they must not be told from others, any two in either order. */
function arrangements(
  hidden: boolean,
  given: readonly number[],
  first: number,
  second: number,
): readonly (readonly [number, number])[] {
  if (!hidden) return [[first, second]];
  return pairsOf(given).flatMap(([a, b]) => [
    [a, b],
    [b, a],
  ]);
}

/** Whether a rater gave a category, or drew a box of it. */
function sayer(table: FieldTable): (item: number, rater: number, category: string) => boolean {
  const { content, raters } = table;
  if (content.kind === 'boxes') {
    const codes = new Map(content.categories.map((name, code) => [name, code]));
    return (item, rater, category) =>
      (content.ratings.boxes[item * raters.length + rater] ?? []).some(
        ({ label }) => label === codes.get(category),
      );
  }
  return (item, rater, category) => {
    const said = content.categories[content.ratings.codes[item * raters.length + rater] ?? -1];
    if (said === undefined) return false;
    // Of sets each member is a category too.
    return said.name === category || (said.rating.kind === 'set' && said.rating.members.includes(category));
  };
}

/** How far two raters are apart on an item; worked out once for any two categories. */
function differences({ content, field, raters }: FieldTable, threshold: number): Differ {
  if (content.kind === 'boxes') {
    return (item, a, b) => {
      const first = content.ratings.boxes[item * raters.length + a] ?? [];
      const second = content.ratings.boxes[item * raters.length + b] ?? [];
      if (first.length + second.length === 0) return 0;
      const same = matchBoxes(first, second).pairs.filter(
        ({ intersectionOverUnion }) => intersectionOverUnion >= threshold,
      );
      return 1 - (2 * same.length) / (first.length + second.length);
    };
  }
  const { categories, ratings } = content;
  const known = new Map<number, number>();
  return (item, a, b) => {
    const first = ratings.codes[item * raters.length + a] ?? -1;
    const second = ratings.codes[item * raters.length + b] ?? -1;
    if (first === second) return 0;
    const key = first * categories.length + second;
    const before = known.get(key);
    if (before !== undefined) return before;
    const now = difference(
      field.comparison,
      categories[first]?.rating ?? null,
      categories[second]?.rating ?? null,
      threshold,
    );
    known.set(key, now);
    return now;
  };
}

function pairsOf(places: readonly number[]): (readonly [number, number])[] {
  return places.flatMap((a, at) => places.slice(at + 1).map((b) => [a, b] as const));
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const rank = (disagreement: number): number => (Number.isNaN(disagreement) ? -1 : disagreement);

const includes = (people: readonly PersonId[], person: PersonId | undefined): boolean =>
  person !== undefined && people.includes(person);
