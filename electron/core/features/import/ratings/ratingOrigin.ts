import type { AnswerOrigin, ReportedOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import { sameJson } from '../../../../../shared/base/json.ts';
import type { StagedRatingAnswer } from '../../../formats/ratings/ratingStaging.ts';
import type { StoredRating } from './ratingRows.ts';

/** How a rating came about, and when it was given (UTC milliseconds; null: that is not known). */
interface Origin {
  readonly origin: AnswerOrigin;
  readonly at: number | null;
}

/** A rating that comes in, beside what its rater has said here. */
interface IncomingRating {
  /** Null: nothing yet. */
  readonly before: StoredRating | null;
  /** The parts that the source has. */
  readonly given: readonly string[];
  /** Whether it is about an earlier wording of the item. */
  readonly isOutdated: boolean;
  /** Whether it says what is here already. */
  readonly isSame: boolean;
}

/**
 * What is known of how a rating came about; null where that leaves it as it is here.
 * @param told what the person who imports says of all of them: the source's own word goes before it
 */
export function originOf(
  { origin, submittedAt }: Pick<StagedRatingAnswer, 'origin' | 'submittedAt'>,
  told: ReportedOrigin,
  { before, given, isOutdated, isSame }: IncomingRating,
): Origin | null {
  const coming: Origin = {
    origin: { ...told, ...origin, ...(submittedAt !== null && { timed: true }) },
    at: submittedAt,
  };
  if (before === null) return coming;
  if (isSame) return isOutdated ? null : added(before, coming);
  return changed(before, coming, given);
}

/** What is said now adds to what was known. Casebook needs nobody's word for what it recorded itself. */
function added(before: StoredRating, { origin, at }: Origin): Origin | null {
  if (before.origin === null) return null;
  const joined = { ...before.origin, ...origin };
  return sameJson(joined, before.origin) ? null : { origin: joined, at: at ?? before.submittedAt };
}

/** The origin of an answer with fields of two sources: only what both of them say is known. */
function changed(before: StoredRating, coming: Origin, given: readonly string[]): Origin {
  if (before.asked?.every((part) => given.includes(part)) === true) return coming;
  const { madeIn, blind, madeWhen, timed } = coming.origin;
  const was = before.origin ?? {};
  return {
    origin: {
      ...(madeIn !== undefined && madeIn === was.madeIn && { madeIn }),
      ...(blind !== undefined && blind === was.blind && { blind }),
      ...(madeWhen !== undefined && madeWhen === was.madeWhen && { madeWhen }),
      ...(timed === true && was.timed === true && { timed }),
    },
    at: coming.at,
  };
}
