import type { AskedParts } from '../../../../../shared/benchmarks/parts.ts';
import { type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import type { LastAnswer, StoredRating } from './ratingRows.ts';

/** The answer of a rater that an incoming rating goes on from. */
export interface RatingBasis {
  /** Null: the rater has said nothing yet. */
  readonly before: StoredRating | null;
  /** Whether the rating is about an earlier wording of the item. */
  readonly isOutdated: boolean;
}

/**
 * What an imported rating follows: the rater's answer about the current item, or about the earlier wording if the
 * rating is from before a fix. Null: it cannot be imported, since the rater has unsubmitted work.
 * @param fixedAt since when the item is as it is now, null: since it came; as `submittedAt` in UTC milliseconds
 */
export function basisOf(
  last: Pick<LastAnswer, 'draft' | 'rating' | 'outdated'> | null,
  fixedAt: number | null,
  submittedAt: number | null,
): RatingBasis | null {
  if (last?.draft === true) return null;
  const isOutdated = fixedAt !== null && submittedAt !== null && submittedAt < fixedAt;
  return { before: (isOutdated ? last?.outdated : last?.rating) ?? null, isOutdated };
}

/** Whether an answer may come in: about an earlier wording nothing new is said any more. */
export function mayFollow({ before, isOutdated }: RatingBasis, answer: JsonObject): boolean {
  return !isOutdated || (before !== null && sameJson(before.answer, answer));
}

/**
 * The parts that a rater was asked for, with those that a source has lines for. An answer to everything stays one, unless it
 * came from a source before Casebook recorded which parts sources ask for.
 * @param blank the item's answer before anybody gave one
 */
export function partsAskedAfter(
  { before, isOutdated }: RatingBasis,
  given: readonly string[],
  blank: JsonObject,
): AskedParts {
  if (isOutdated) return before?.asked ?? null;
  if (before === null) return given;
  if (before.asked !== null) return [...new Set([...before.asked, ...given])];
  const others = Object.keys(before.answer).filter((part) => !given.includes(part));
  const saysNothingElse = others.every((part) => sameJson(before.answer[part], blank[part]));
  return before.imported && before.regions.length === 0 && saysNothingElse ? given : null;
}

/** Whether a rating says the same as the one before, to the same parts, beside its boxes. */
export function isSameRating(
  before: Pick<StoredRating, 'answer' | 'asked'>,
  { answer, asked }: Pick<StoredRating, 'answer' | 'asked'>,
): boolean {
  return sameJson(before.answer, answer) && sameParts(before.asked, asked);
}

function sameParts(a: AskedParts, b: AskedParts): boolean {
  if (a === null || b === null) return a === b;
  return sameJson(a.toSorted(), b.toSorted());
}
