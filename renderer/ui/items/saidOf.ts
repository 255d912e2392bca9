import { counted } from '../../../shared/base/counts.ts';

/** What was said of an edition: "2 reviews and 14 answers"; null where nothing was. */
export function saidOf(ratings: number, responses: number): string | null {
  const parts = [
    ...(ratings > 0 ? [counted(ratings, 'review')] : []),
    ...(responses > 0
      ? [counted(responses, 'answer of people and models', 'answers of people and models')]
      : []),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}
