import { hash } from 'node:crypto';
import type { RaterColumn } from '../../../../shared/contract/adjudications.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { RegionId } from '../../../../shared/base/ids.ts';
import type { Rating } from './ratings.ts';

/** A rater's column with the rating behind it, which does not leave the core. */
export interface LetteredRating {
  readonly letter: string;
  readonly rating: Rating;
}

/**
 * An item's ratings in an order of the item's own, so that a letter says nothing of who it is and is another person's
 * on the next item. The same wherever and whenever it is worked out.
 */
export function columnsOf(ratings: readonly Rating[]): LetteredRating[] {
  return ratings
    .map((rating) => ({ rating, place: hash('sha256', `${rating.itemId} ${rating.personId}`, 'hex') }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ rating }, at) => ({ letter: letterOf(at), rating }));
}

/** A column as it is shown. Ids of boxes hold the time at which they were drawn: they are replaced. */
export function anonymousColumn(
  { letter, rating }: LetteredRating,
  regions: readonly RegionRecord[],
): RaterColumn {
  return {
    column: letter,
    answer: rating.answer,
    asked: rating.asked === null ? null : [...rating.asked],
    regions: regions.map((region) => ({
      ...region,
      id: anonymousId(`${rating.annotationId} ${region.id}`),
    })),
    rater: null,
  };
}

/** A, B … Z, AA, AB … */
export function letterOf(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}

/** A UUID (version 8) that is the same for the same text and tells nothing of it. */
function anonymousId(text: string): RegionId {
  const digits = hash('sha256', text, 'hex');
  return RegionId.parse(
    `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`,
  );
}
