import type { Json } from '../../../../shared/base/json.ts';
import type { Failure } from '../../../client/failure.ts';
import type { CardDraft } from './leftDrafts.ts';
import type { KnownCards } from './nextCard.ts';

/** What was done last, to be read beside the next card. */
export interface LatestVerdict {
  readonly place: number;
  /** Undefined: skipped. */
  readonly value: Json | undefined;
  /** Whether the answer was marked as refused. */
  readonly refusal: boolean;
}

export interface DeckState {
  /** How many there are in all; 0 until it is known. */
  readonly total: number;
  readonly cards: KnownCards;
  /** The current card; null: none is left open. */
  readonly place: number | null;
  /** Whether an open one is still being looked for. */
  readonly searching: boolean;
  readonly drafts: ReadonlyMap<number, CardDraft>;
  readonly last: LatestVerdict | null;
  readonly refused: { readonly place: number; readonly failure: Failure } | null;
  /** Why the next cards could not be read. */
  readonly error: unknown;
}

/** What a card holds before anything is changed. */
export function draftOf(state: DeckState): CardDraft {
  const card = state.place === null ? undefined : state.cards.get(state.place);
  const begun = state.place === null ? undefined : state.drafts.get(state.place);
  return begun ?? { passages: card?.passages ?? [], note: card?.note ?? '' };
}
