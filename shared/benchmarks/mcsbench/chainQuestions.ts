import { CHAIN_LETTERS, placeOf } from './options.ts';
import type { McsBenchPayload } from './schema.ts';

/** How many reasoning-chain items a base item can have. */
export const CHAIN_ITEMS = [1, 2, 3] as const;

/** What is asked of the gold chain, in the order in which the form asks; an item that is accepted fails none. */
export const CHAIN_CRITERIA = [
  {
    field: 'chainSufficient',
    label: 'Sufficient',
    title: 'Gold chain: sufficient',
    fails: 'the gold chain is not sufficient',
  },
  {
    field: 'chainCorrect',
    label: 'Factually correct',
    title: 'Gold chain: factually correct',
    fails: 'the gold chain is not factually correct',
  },
  {
    field: 'chainSound',
    label: 'Logically sound',
    title: 'Gold chain: logically sound',
    fails: 'the gold chain is not logically sound',
  },
] as const;

/** The field that holds the error type of a chain. */
export const errorField = (probe: (typeof CHAIN_ITEMS)[number], letter: (typeof CHAIN_LETTERS)[number]) =>
  `chain${probe}${letter}` as const;

/** The faulty chains of an item, each with the field that takes its error type; none where no chains came with it. */
export function chainQuestionsOf({ rc_items: items }: McsBenchPayload) {
  return CHAIN_ITEMS.flatMap((probe) => {
    const item = items?.[probe - 1];
    if (item === undefined) return [];
    const gold = placeOf(item.answer, item.options, CHAIN_LETTERS);
    return CHAIN_LETTERS.filter((_, at) => at !== gold).map((letter) => ({
      field: errorField(probe, letter),
      title: `Chain ${letter} of probe ${String(probe)}`,
    }));
  });
}
