import type { Promotion } from '../../../shared/domain/status.ts';
import type { Casebook } from './casebook.ts';
import type { Settings } from './settings.ts';

/**
 * Whether items have what the casebook asks of them before they are accepted. The rounds that count are those of
 * `acceptanceOf`; an adjudicator's acceptance is enough under every rule.
 */
export interface Promotions {
  /** What is missing, in words; null where nothing is, or where items are not validated. */
  whyShort(itemId: string): string | null;
}

/** How many rounds have to accept an item where two are asked for. */
const ROUNDS = 2;

/** SQL: whether an item's row (`validation_state AS v`) is short of what a rule asks for. */
export function isShort(promotion: Promotion): string {
  switch (promotion) {
    case 'one_round':
      return '0';
    case 'two_rounds':
      return `(v.accepted_rounds < ${String(ROUNDS)} AND NOT v.adjudicated)`;
    case 'adjudicated':
      return 'NOT v.adjudicated';
  }
}

/** The rules of an open casebook; its settings are read with each question. */
export function createPromotions({ database, benchmark }: Casebook, settings: Settings): Promotions {
  if (benchmark.validation === undefined) return { whyShort: () => null };
  const read = database.prepare<[string], { rounds: number; adjudicated: number }>(
    'SELECT accepted_rounds AS rounds, adjudicated FROM validation_state WHERE item_id = ?',
  );
  return {
    whyShort(itemId) {
      const { promotion } = settings.current();
      if (promotion === 'one_round') return null;
      const { rounds, adjudicated } = read.get(itemId) ?? { rounds: 0, adjudicated: 0 };
      if (adjudicated === 1) return null;
      if (promotion === 'adjudicated')
        return 'This casebook requires an adjudicator to accept the current item, and none has.';
      if (rounds >= ROUNDS) return null;
      const so = rounds === 0 ? 'no round has' : 'only one round has';
      return `Everybody must accept the current item in two rounds, or an adjudicator must accept it; so far ${so}.`;
    },
  };
}
