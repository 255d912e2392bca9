import type { Clue } from './schema.ts';

/** The kinds of clues, as exports and agreement count their boxes. */
export const DETERMINISTIC_CLUE = 'deterministic clue';
export const NON_DETERMINISTIC_CLUE = 'non-deterministic clue';

/**
 * Clues without a text that stand for their kind, so that a rater draws "the deterministic clue" without writing one. Their
 * ids are the kinds' names: a box keeps its kind also where the clues of another answer stand around it.
 */
export const KINDS_OF_CLUES: readonly Clue[] = [
  { id: DETERMINISTIC_CLUE, text: '', deterministic: true },
  { id: NON_DETERMINISTIC_CLUE, text: '', deterministic: false },
];

/** Whether a clue says nothing but its kind. */
export function isKind({ id, text }: Clue): boolean {
  return text === '' && (id === DETERMINISTIC_CLUE || id === NON_DETERMINISTIC_CLUE);
}
