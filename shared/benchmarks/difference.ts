import { jaccardDistance } from '../agreement/ratings/setDistances.ts';
import { consensusOf } from '../agreement/boxes/consensus.ts';
import { matchBoxes } from '../agreement/boxes/matching.ts';
import { type Json, type JsonObject, sameJson } from '../base/json.ts';
import type { Comparison, Task } from './task.ts';
import { type FieldRating, fieldRating, type RatedAnswer, type RatedBox } from './fieldRating.ts';
import { isSameForAll, labelledBoxes } from './ratedBoxes.ts';
import { isAnswered } from './parts.ts';

/** From this intersection over union on, two boxes of one category are about the same thing, unless a casebook sets another. */
export const SAME_BOX = 0.5;

/**
 * How far two raters are apart in a field, from 0 to 1: equality for nominal fields; steps or differences as a share of
 * the largest for ordinal and interval ones; one less Jaccard's similarity for sets; one less F1 at `sameBox` for
 * boxes. A value against none is 1, none against none 0. Texts are not compared: 0.
 */
export function difference(
  comparison: Comparison,
  a: FieldRating | null,
  b: FieldRating | null,
  sameBox: number,
): number {
  if (comparison.level === 'text') return 0;
  if (a === null || b === null) return a === b ? 0 : 1;
  if (a.kind === 'boxes' && b.kind === 'boxes') return boxDifference(a.boxes, b.boxes, sameBox);
  if (a.kind === 'set' && b.kind === 'set') return jaccardDistance(new Set(a.members), new Set(b.members));
  if (a.kind !== 'value' || b.kind !== 'value') return 1;
  return valueDifference(comparison, a.value, b.value);
}

/** How boxes are compared. */
export interface BoxComparisonRule {
  /** From which intersection over union on two boxes of one category are about the same thing. */
  readonly sameBox: number;
  /** Whether it is enough that every two raters have their boxes in common, as it was before gold was a consensus. */
  readonly byPairsAlone?: boolean;
}

/**
 * The mean difference over all pairs of an item's raters, 0 to 1; 0 with fewer than two. Boxes that every two raters have
 * in common, but of which it is not clear which belong together, differ by the share of such boxes.
 */
export function meanDifference(
  comparison: Comparison,
  ratings: readonly (FieldRating | null)[],
  { sameBox, byPairsAlone = false }: BoxComparisonRule,
): number {
  let [total, pairs] = [0, 0];
  ratings.forEach((a, at) => {
    for (const b of ratings.slice(at + 1)) {
      total += difference(comparison, a, b, sameBox);
      pairs += 1;
    }
  });
  if (total > 0) return total / pairs;
  return comparison.level === 'boxes' && !byPairsAlone ? shareOfUnclearBoxes(ratings, sameBox) : 0;
}

export interface FieldDifference {
  readonly field: string;
  readonly title: string;
  /** 0 to 1; null where nothing is compared: the field is a text, or none of the raters was asked for it. */
  readonly disagreement: number | null;
}

/**
 * How far an item's raters are apart in each field of a task, among those who were asked for it. Raters who discard an
 * item or send it back need not fill in the rest: what they left open is not compared.
 */
export function fieldDifferences(
  task: Task,
  answers: readonly RatedAnswer[],
  vocabulary: JsonObject,
  comparing: BoxComparisonRule,
): FieldDifference[] {
  const raters = answers.map((rated) => ({
    ...rated,
    owesAll: task.triage?.discards(rated.answer) !== true && task.triage?.sendsBack?.(rated.answer) !== true,
  }));
  return task.fields(vocabulary).map((field) => {
    const { name, title, comparison } = field;
    const asked = raters.filter(
      (rated) =>
        isAnswered(rated.asked, name) && task.conditions?.isAsked(rated.answer, name, vocabulary) !== false,
    );
    if (comparison.level === 'text' || (asked.length === 0 && raters.length > 0))
      return { field: name, title, disagreement: null };
    const ratings = asked.flatMap(({ owesAll, ...rated }) => {
      const rating = fieldRating(task, field, rated, vocabulary);
      return owesAll || !isOpen(rating) ? [rating] : [];
    });
    return { field: name, title, disagreement: meanDifference(comparison, ratings, comparing) };
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

function boxDifference(a: readonly RatedBox[], b: readonly RatedBox[], sameBox: number): number {
  if (a.length + b.length === 0) return 0;
  const [one = [], other = []] = labelledBoxes([a, b]);
  const same = matchBoxes(one, other).pairs.filter(
    ({ intersectionOverUnion }) => intersectionOverUnion >= sameBox,
  ).length;
  return 1 - (2 * same) / (a.length + b.length);
}

function shareOfUnclearBoxes(ratings: readonly (FieldRating | null)[], sameBox: number): number {
  const raters = ratings.flatMap((rating) => (rating?.kind === 'boxes' ? [rating.boxes] : []));
  const drawn = raters.reduce((sum, boxes) => sum + boxes.length, 0);
  if (drawn === 0 || raters.length < 2 || isSameForAll(raters)) return 0;
  return consensusOf(labelledBoxes(raters), sameBox).left / drawn;
}
