import type { JudgingCard } from '../../../../shared/contract/judging.ts';
import { cardWith, type JudgeAction, sameUnit } from './given.ts';

/** How many cards are read at a time. */
export const PAGE = 20;
/** The next cards are read before fewer than this many are left. */
const AHEAD = 10;

/** The cards that are known, by their place in the judge's own order. */
export type KnownCards = ReadonlyMap<number, JudgingCard>;

/**
 * What follows when the next open card is wanted. `wait`: the card of that place decides, and has to come first. `ask`:
 * only the core knows which card is open. `end`: none is.
 */
export type NextCard =
  { readonly kind: 'take' | 'wait'; readonly place: number } | { readonly kind: 'ask' | 'end' };

/**
 * The first open card from a place on, else any other that is open, else the end. A card that is not here is waited for; where
 * somebody waited already, the core is asked rather than every page read.
 */
export function nextOpenCard(cards: KnownCards, total: number, from: number, hasWaited: boolean): NextCard {
  const ahead = firstNotDone(cards, from, total);
  if (ahead !== null) {
    if (cards.has(ahead)) return { kind: 'take', place: ahead };
    return hasWaited ? { kind: 'ask' } : { kind: 'wait', place: ahead };
  }
  const behind = firstNotDone(cards, 0, Math.min(from, total));
  if (behind === null) return { kind: 'end' };
  return cards.has(behind) ? { kind: 'take', place: behind } : { kind: 'ask' };
}

/** The first place of a stretch whose card is open, or not here. */
function firstNotDone(cards: KnownCards, from: number, to: number): number | null {
  for (let place = from; place < to; place += 1) {
    const card = cards.get(place);
    if (card === undefined || card.state === 'open') return place;
  }
  return null;
}

/** The first place to read so that the cards after this one are here in time; null: enough are. */
export function placeToReadAhead(cards: KnownCards, total: number, place: number): number | null {
  for (let ahead = place; ahead < Math.min(total, place + AHEAD); ahead += 1)
    if (!cards.has(ahead)) return ahead;
  return null;
}

/** Where the page begins that is read for a card: coming from the one after it, the next ones wanted are before it. */
export function pageStartFor(cards: KnownCards, place: number): number {
  return cards.has(place + 1) ? Math.max(0, place - PAGE + 1) : place;
}

/**
 * The known cards with those of a page that was read. What is known already stays: it may hold a verdict that is still on its
 * way, and so may `waiting`.
 */
export function withPage(
  known: KnownCards,
  first: number,
  page: readonly JudgingCard[],
  waiting: readonly JudgeAction[],
): KnownCards {
  const added = page.map((card, at) => {
    const given = waiting.findLast(({ unit }) => sameUnit(unit, card.unit));
    return [first + at, given === undefined ? card : cardWith(card, given)] as const;
  });
  return new Map([...added, ...known]);
}

/**
 * The known cards once the casebook has a verdict, with the card as the casebook has it; null where nothing changes: the card is
 * not among them, or a correction of the verdict waits to be sent.
 */
export function withSaved(
  known: KnownCards,
  given: JudgeAction,
  card: JudgingCard,
  waiting: readonly JudgeAction[],
): KnownCards | null {
  if (!holds(known, given) || waiting.some(({ unit }) => sameUnit(unit, given.unit))) return null;
  return new Map(known).set(given.place, card);
}

/** The known cards once the casebook refused a verdict: its card is open again; null where the card is not among them. */
export function withRefused(known: KnownCards, given: JudgeAction): KnownCards | null {
  const card = known.get(given.place);
  if (card === undefined || !holds(known, given)) return null;
  return new Map(known).set(given.place, { ...card, state: 'open' });
}

function holds(known: KnownCards, { place, unit }: JudgeAction): boolean {
  const card = known.get(place);
  return card !== undefined && sameUnit(card.unit, unit);
}
