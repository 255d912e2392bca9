import type { Promotion } from '../../../../shared/domain/status.ts';

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

/**
 * What an item lacks of what a rule asks for, in words; null where nothing. The rounds that count are those of
 * `acceptanceOf`; an adjudicator's acceptance is enough under every rule.
 */
export function whyNotPromoted(
  promotion: Promotion,
  { rounds, adjudicated }: { readonly rounds: number; readonly adjudicated: boolean },
): string | null {
  if (promotion === 'one_round' || adjudicated) return null;
  if (promotion === 'adjudicated')
    return 'This casebook requires an adjudicator to accept the current item, and none has.';
  if (rounds >= ROUNDS) return null;
  const so = rounds === 0 ? 'no round has' : 'only one round has';
  return `Everybody must accept the current item in two rounds, or an adjudicator must accept it; so far ${so}.`;
}
