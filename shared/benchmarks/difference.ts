import { jaccardDistance } from '../agreement/setDistances.ts';
import { matchBoxes } from '../agreement/boxes/matching.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import { sameJson } from '../domain/json.ts';
import type { Comparison, Task } from './benchmark.ts';
import type { FieldRating, RatedAnswer, RatedBox } from './fieldRating.ts';
import { fieldRating } from './fieldRating.ts';
import { isAnswered } from './parts.ts';

/** From this intersection over union on, two boxes of one category are about the same thing. */
export const SAME_BOX = 0.5;

/**
 * How far two raters are apart in a field, 0 (not at all) to 1: same or not for nominal fields; steps of the order or
 * differences of values, as a share of the largest there can be, for ordinal and interval ones; one less Jaccard's
 * similarity for sets; one less F1 at {@link SAME_BOX} for boxes. A value against none is 1, none against none 0.
 * Texts are not compared: 0.
 */
export function difference(comparison: Comparison, a: FieldRating | null, b: FieldRating | null): number {
  if (comparison.level === 'text') return 0;
  if (a === null || b === null) return a === b ? 0 : 1;
  if (a.kind === 'boxes' && b.kind === 'boxes') return boxDifference(a.boxes, b.boxes);
  if (a.kind === 'set' && b.kind === 'set') return jaccardDistance(new Set(a.members), new Set(b.members));
  if (a.kind !== 'value' || b.kind !== 'value') return 1;
  return valueDifference(comparison, a.value, b.value);
}

/** The mean difference over all pairs of an item's raters, 0 to 1; 0 with fewer than two. */
export function meanDifference(comparison: Comparison, ratings: readonly (FieldRating | null)[]): number {
  let [total, pairs] = [0, 0];
  ratings.forEach((a, at) => {
    for (const b of ratings.slice(at + 1)) {
      total += difference(comparison, a, b);
      pairs += 1;
    }
  });
  return pairs === 0 ? 0 : total / pairs;
}

export interface FieldDifference {
  readonly field: string;
  readonly title: string;
  /** 0 to 1; null where nothing is compared: the field is a text, or none of the raters was asked for it. */
  readonly disagreement: number | null;
}

/**
 * How far an item's raters are apart in each field of a task: those who were asked for it. Anybody who discards the item or
 * sends it back need not fill in the rest: what they left open, a set without members as well, is compared with nothing.
 */
export function fieldDifferences(
  task: Task,
  answers: readonly RatedAnswer[],
  vocabulary: JsonObject,
): FieldDifference[] {
  const raters = answers.map((rated) => ({
    ...rated,
    owesAll: !task.discards(rated.answer) && task.sendsBack?.(rated.answer) !== true,
  }));
  return task.fields(vocabulary).map((field) => {
    const { name, title, comparison } = field;
    const asked = raters.filter((rated) => isAnswered(rated.asked, name));
    if (comparison.level === 'text' || (asked.length === 0 && raters.length > 0))
      return { field: name, title, disagreement: null };
    const ratings = asked.flatMap(({ owesAll, ...rated }) => {
      const rating = fieldRating(task, field, rated, vocabulary);
      return owesAll || !isOpen(rating) ? [rating] : [];
    });
    return { field: name, title, disagreement: meanDifference(comparison, ratings) };
  });
}

function isOpen(rating: FieldRating | null): boolean {
  return rating === null || (rating.kind === 'set' && rating.members.length === 0);
}

/** The mean over the fields in which raters differ at all, 0 to 1; 0 where they differ in none. */
export function overallDifference(fields: readonly FieldDifference[]): number {
  const disputed = fields.flatMap(({ disagreement }) =>
    disagreement !== null && disagreement > 0 ? [disagreement] : [],
  );
  return disputed.length === 0 ? 0 : disputed.reduce((sum, one) => sum + one, 0) / disputed.length;
}

function valueDifference(comparison: Comparison, a: Json, b: Json): number {
  if (sameJson(a, b)) return 0;
  if (comparison.level === 'ordinal') {
    const rank = (value: Json): number => comparison.order.findIndex((each) => sameJson(each, value));
    const [first, second] = [rank(a), rank(b)];
    // A value outside the order has no distance: it is simply another one.
    return first < 0 || second < 0 ? 1 : Math.abs(first - second) / (comparison.order.length - 1);
  }
  if (comparison.level === 'interval' && comparison.range !== undefined) {
    const span = comparison.range[1] - comparison.range[0];
    if (typeof a === 'number' && typeof b === 'number' && span > 0) {
      return Math.min(1, Math.abs(a - b) / span);
    }
  }
  return 1;
}

function boxDifference(a: readonly RatedBox[], b: readonly RatedBox[]): number {
  if (a.length + b.length === 0) return 0;
  const places = new Map<string, number>();
  const labelled = ({ region, category }: RatedBox) => {
    const place = JSON.stringify([region.imageId, category]);
    const label = places.get(place) ?? places.size;
    places.set(place, label);
    return { ...region, label };
  };
  const same = matchBoxes(a.map(labelled), b.map(labelled)).pairs.filter(
    ({ intersectionOverUnion }) => intersectionOverUnion >= SAME_BOX,
  ).length;
  return 1 - (2 * same) / (a.length + b.length);
}
