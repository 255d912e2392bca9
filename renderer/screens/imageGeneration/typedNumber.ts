import { LARGEST_SEED } from '../../../shared/domain/randomDraws.ts';

/** What a number field holds: nothing, or what is being typed, as long as it is no number. */
export type TypedNumber = number | string;

/** The number in a field; null while there is none within the bounds. */
export function wholeOf(typed: TypedNumber, least: number, most: number): number | null {
  if (typeof typed !== 'number' || !Number.isInteger(typed)) return null;
  return typed >= least && typed <= most ? typed : null;
}

/** The seed of a field; null while it holds none. */
export const seedOf = (typed: TypedNumber): number | null => wholeOf(typed, 0, LARGEST_SEED);
