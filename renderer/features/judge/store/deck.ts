import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JudgingCard, Passage } from '../../../../shared/contract/judgments.ts';
import type { JudgingId } from '../../../../shared/domain/ids.ts';
import type { Json } from '../../../../shared/domain/json.ts';
import type { Failure } from '../../../client/failure.ts';
import { cardWith, sameUnit, type Given } from './given.ts';
import type { LeftDrafts } from './leftDrafts.ts';
import type { Outbox } from './outbox.ts';
import type { JudgeTransport } from './transport.ts';

/** So many cards come at a time. */
const PAGE = 20;
/** Before so few are left the next ones are asked for. */
const AHEAD = 10;

/** What is begun on a card and not given yet. */
export interface CardDraft {
  readonly passages: readonly Passage[];
  readonly note: string;
}

/** What was done last, to be read beside the next card. */
export interface LastGiven {
  readonly place: number;
  /** Undefined: skipped. */
  readonly value: Json | undefined;
}

export interface DeckState {
  /** How many there are in all; 0 until it is known. */
  readonly total: number;
  readonly cards: ReadonlyMap<number, JudgingCard>;
  /** The card in hand; null: none is left open. */
  readonly place: number | null;
  /** Whether an open one is still being looked for. */
  readonly searching: boolean;
  readonly drafts: ReadonlyMap<number, CardDraft>;
  readonly last: LastGiven | null;
  readonly refused: { readonly place: number; readonly failure: Failure } | null;
  /** Why the next cards could not be read. */
  readonly error: unknown;
}

/** The answers of one judging on one criterion, in the judge's own order. */
export interface Deck {
  readonly state: Pick<StoreApi<DeckState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Reads the cards and follows what becomes of verdicts, until it is closed; it can be opened again. */
  open(): void;
  close(): void;
  /** Gives a verdict on the card in hand; the next one is in hand at once. */
  give(value: Json, passages?: readonly Passage[]): void;
  skip(reason: string): void;
  /** To the card before, to look at it or to correct it. */
  back(): void;
  /** To the first card, whether or not it is judged. */
  first(): void;
  /** To the card after, whether or not it is judged. */
  forward(): void;
  draft(change: Partial<CardDraft>): void;
  /** Reads again what could not be read. */
  retry(): void;
}

/** What a card holds before anything is changed. */
export function draftOf(state: DeckState): CardDraft {
  const card = state.place === null ? undefined : state.cards.get(state.place);
  const begun = state.place === null ? undefined : state.drafts.get(state.place);
  return begun ?? { passages: card?.passages ?? [], note: card?.note ?? '' };
}

/** A deck, still closed; it opens at the first open card. `takeActiveTime`: milliseconds at work since it was last called. */
export function createDeck({
  judging,
  criterion,
  transport,
  outbox,
  takeActiveTime,
  left,
}: {
  readonly judging: JudgingId;
  readonly criterion: string;
  readonly transport: JudgeTransport;
  readonly outbox: Outbox;
  readonly takeActiveTime: () => number;
  /** What was begun before the page was loaded anew. */
  readonly left: LeftDrafts;
}): Deck {
  const state = createStore<DeckState>()(() => ({
    total: 0,
    cards: new Map(),
    place: 0,
    searching: false,
    drafts: left.read(),
    last: null,
    refused: null,
    error: null,
  }));
  state.subscribe(({ drafts }, before) => {
    if (drafts !== before.drafts) left.keep(drafts);
  });
  /** Time at work on cards that were left without a verdict, in milliseconds. */
  const spent = new Map<number, number>();
  /** Where reading is under way, so that nothing is asked for twice. */
  const reading = new Set<number>();
  let closed = true;
  let known = false;

  /** Takes note of cards. What is known already stays: it may hold a verdict that is still on its way. */
  const learn = (first: number, cards: readonly JudgingCard[], total: number): void => {
    known = true;
    const { waiting } = outbox.state.getState();
    const added = cards.map((card, at) => {
      const given = waiting.findLast(({ unit }) => sameUnit(unit, card.unit));
      return [first + at, given === undefined ? card : cardWith(card, given)] as const;
    });
    state.setState(({ cards: before }) => ({
      total,
      error: null,
      cards: new Map([...added, ...before]),
    }));
  };

  const read = async (from: number | undefined): Promise<number | null> => {
    const key = from ?? -1;
    if (reading.has(key)) return null;
    reading.add(key);
    try {
      const page = await transport.cards({
        judging,
        criterion,
        limit: PAGE,
        ...(from !== undefined && { from }),
      });
      if (closed) return null;
      learn(page.first, page.cards, page.total);
      return page.first;
    } catch (error) {
      if (!closed) state.setState({ error });
      return null;
    } finally {
      reading.delete(key);
    }
  };

  /** Reads on where few cards are left after this place. */
  const readAhead = (place: number): void => {
    const { cards, total } = state.getState();
    for (let ahead = place; ahead < Math.min(total, place + AHEAD); ahead += 1)
      if (!cards.has(ahead)) {
        void read(ahead);
        return;
      }
  };

  const leave = (): void => {
    const { place } = state.getState();
    const taken = takeActiveTime();
    if (place !== null) spent.set(place, (spent.get(place) ?? 0) + taken);
  };

  const take = (place: number | null): void => {
    leave();
    state.setState({ place });
    if (place === null) return;
    const { cards } = state.getState();
    if (cards.has(place)) readAhead(place + 1);
    // Coming from the one after it, the next ones wanted are before it.
    else void read(cards.has(place + 1) ? Math.max(0, place - PAGE + 1) : place);
  };

  /** To the first open card from a place on, else to any other that is open, else to the end. */
  const takeOpen = (from: number): void => {
    const { cards, total } = state.getState();
    for (let place = from; place < total; place += 1) {
      const card = cards.get(place);
      if (card === undefined) {
        take(place);
        void read(place).then(() => {
          if (!closed && state.getState().place === place) takeOpen(place);
        });
        return;
      }
      if (card.state === 'open') {
        take(place);
        return;
      }
    }
    for (let place = 0; place < Math.min(from, total); place += 1) {
      const card = cards.get(place);
      if (card === undefined) {
        void lookForOpen();
        return;
      }
      if (card.state === 'open') {
        take(place);
        return;
      }
    }
    take(null);
  };

  /** Asks the core which one is open, once it knows of everything given here. */
  const lookForOpen = async (): Promise<void> => {
    state.setState({ searching: true });
    take(null);
    await outbox.settled();
    const first = closed ? null : await read(undefined);
    if (closed) return;
    state.setState({ searching: false });
    if (first !== null) take(state.getState().cards.get(first)?.state === 'open' ? first : null);
  };

  const begin = async (): Promise<void> => {
    // A verdict may be about what the judge said before, under another criterion.
    if (outbox.state.getState().waiting.some(({ unit }) => unit.criterion !== criterion))
      await outbox.settled();
    const { waiting } = outbox.state.getState();
    const first = await read(undefined);
    if (first === null || closed) return;
    // What an earlier page left has arrived meanwhile: whether the cards were read before or after it, nobody knows.
    if (waiting.some((given) => !outbox.state.getState().waiting.includes(given))) {
      state.setState({ cards: new Map() });
      await begin();
      return;
    }
    if (state.getState().cards.has(first)) takeOpen(first);
    else take(null);
  };

  const put = (make: (card: JudgingCard, place: number, activeMilliseconds: number) => Given): void => {
    const { place, cards, drafts } = state.getState();
    const card = place === null ? undefined : cards.get(place);
    if (place === null || card === undefined) return;
    leave();
    const given = make(card, place, spent.get(place) ?? 0);
    spent.delete(place);
    const nextDrafts = new Map(drafts);
    nextDrafts.delete(place);
    state.setState({
      cards: new Map(cards).set(place, cardWith(card, given)),
      drafts: nextDrafts,
      last: { place, value: given.kind === 'give' ? given.value : undefined },
      refused: null,
    });
    outbox.add(given);
    takeOpen(place + 1);
  };

  const follow = (): (() => void) =>
    outbox.listen({
      saved: (given, card) => {
        const { cards } = state.getState();
        const mine = cards.get(given.place);
        if (mine === undefined || !sameUnit(mine.unit, given.unit)) return;
        // A correction is on its way behind it.
        if (outbox.state.getState().waiting.some(({ unit }) => sameUnit(unit, given.unit))) return;
        state.setState({ cards: new Map(cards).set(given.place, card) });
      },
      refused: (given, failure) => {
        const { cards } = state.getState();
        const mine = cards.get(given.place);
        if (mine === undefined || !sameUnit(mine.unit, given.unit)) return;
        state.setState({
          cards: new Map(cards).set(given.place, { ...mine, state: 'open' }),
          refused: { place: given.place, failure },
        });
      },
    });
  let stop: (() => void) | null = null;

  return {
    state,
    open: () => {
      closed = false;
      stop ??= follow();
      if (!known) void begin();
    },
    close: () => {
      closed = true;
      stop?.();
      stop = null;
    },
    give: (value, passages = []) => {
      const { note } = draftOf(state.getState());
      put((card, place, activeMilliseconds) => ({
        kind: 'give',
        unit: card.unit,
        place,
        value,
        passages: [...passages],
        note,
        activeMilliseconds,
      }));
    },
    skip: (reason) => {
      put((card, place) => ({ kind: 'skip', unit: card.unit, place, reason }));
    },
    back: () => {
      const { place, total } = state.getState();
      const before = (place ?? total) - 1;
      if (before >= 0) take(before);
    },
    first: () => {
      if (state.getState().total > 0) take(0);
    },
    forward: () => {
      const { place, total } = state.getState();
      if (place === null) return;
      if (place + 1 < total) take(place + 1);
      else takeOpen(total);
    },
    draft: (change) => {
      const { place, drafts } = state.getState();
      if (place === null) return;
      state.setState({ drafts: new Map(drafts).set(place, { ...draftOf(state.getState()), ...change }) });
    },
    retry: () => {
      state.setState({ error: null });
      const { place } = state.getState();
      if (!known) void begin();
      else if (place !== null) take(place);
    },
  };
}
