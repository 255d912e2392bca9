import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JudgingCard, Passage } from '../../../../shared/contract/judging.ts';
import type { JudgingId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import type { Failure } from '../../../client/failure.ts';
import { cardWith, sameUnit, type Given } from './given.ts';
import type { CardDraft, LeftDrafts } from './leftDrafts.ts';
import type { Outbox } from './outbox.ts';
import type { JudgeTransport } from './transport.ts';

/** So many cards come at a time. */
const PAGE = 20;
/** Before so few are left the next ones are asked for. */
const AHEAD = 10;

type CardPage = Awaited<ReturnType<JudgeTransport['cards']>>;

/** What was done last, to be read beside the next card. */
export interface LastGiven {
  readonly place: number;
  /** Undefined: skipped. */
  readonly value: Json | undefined;
  /** Whether the answer was marked as refused. */
  readonly refusal: boolean;
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
  give(value: Json, passages?: readonly Passage[], refusal?: boolean): void;
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
  /** The pages under way, by their first place: nothing is asked for twice, and who wants one of them waits for it. */
  const reading = new Map<number, Promise<boolean>>();
  /** The place whose card is on its way to see whether it is open; null: what is in hand was chosen. */
  let seeking: number | null = null;
  /** How often something was put, and which search for an open card is the latest. */
  let puts = 0;
  let searches = 0;
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

  /** The page from a place on, or from the first open card on; null where it could not be read, which the state says. */
  const ask = async (from: number | undefined): Promise<CardPage | null> => {
    try {
      const page = await transport.cards({
        judging,
        criterion,
        limit: PAGE,
        ...(from !== undefined && { from }),
      });
      learn(page.first, page.cards, page.total);
      return page;
    } catch (error) {
      if (!closed) state.setState({ error });
      return null;
    }
  };

  /** Reads the page that holds a place; `false` where it could not be read. */
  const read = async (from: number): Promise<boolean> => {
    for (const [first, page] of reading) if (first <= from && from < first + PAGE) return page;
    const page = ask(from).then((found) => {
      reading.delete(from);
      return found !== null;
    });
    reading.set(from, page);
    return page;
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
    seeking = null;
    state.setState({ place });
    if (place === null) return;
    searches += 1;
    const { cards } = state.getState();
    if (cards.has(place)) {
      state.setState({ searching: false });
      readAhead(place + 1);
      return;
    }
    state.setState({ searching: false, error: null });
    // Coming from the one after it, the next ones wanted are before it.
    void read(cards.has(place + 1) ? Math.max(0, place - PAGE + 1) : place).then((came) => {
      const now = state.getState();
      // What is open of a judging can be taken back while somebody is at it: there are fewer cards then.
      if (came && !closed && now.place === place && !now.cards.has(place)) void lookForOpen();
    });
  };

  /**
   * To the first open card from a place on, else to any other that is open, else to the end. A card that is not here is
   * waited for; where it turns out not to be open either, the core is asked rather than every page read.
   */
  const takeOpen = (from: number, waited = false): void => {
    const { cards, total } = state.getState();
    for (let place = from; place < total; place += 1) {
      const card = cards.get(place);
      if (card === undefined) {
        if (waited) void lookForOpen();
        else void waitFor(place);
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

  /** Has a place in hand whose card is on its way, and goes on from there when it has come. */
  const waitFor = async (place: number): Promise<void> => {
    take(place);
    seeking = place;
    const came = await read(place);
    if (closed || seeking !== place) return;
    // Nothing is asked again by itself: the screen says what went wrong and offers to.
    if (came) takeOpen(place, true);
  };

  /** Asks the core which one is open, once it knows of everything given here. */
  const lookForOpen = async (): Promise<void> => {
    take(null);
    searches += 1;
    const search = searches;
    const isOver = (): boolean => closed || search !== searches;
    state.setState({ searching: true, error: null });
    for (;;) {
      await outbox.settled();
      const asOf = puts;
      const page = isOver() ? null : await ask(undefined);
      if (isOver()) return;
      const settled = puts === asOf && outbox.state.getState().waiting.length === 0;
      if (page !== null && !settled) continue;
      state.setState({ searching: page === null });
      const card = page?.cards[0];
      if (page === null) return;
      // Nothing is on its way: what the core says of it is so.
      if (card !== undefined)
        state.setState({ cards: new Map(state.getState().cards).set(page.first, card) });
      take(card?.state === 'open' ? page.first : null);
      return;
    }
  };

  const begin = async (): Promise<void> => {
    // A verdict may be about what the judge said before, under another criterion.
    if (outbox.state.getState().waiting.some(({ unit }) => unit.criterion !== criterion))
      await outbox.settled();
    const { waiting } = outbox.state.getState();
    const page = await ask(undefined);
    if (page === null || closed) return;
    const { first } = page;
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
      last: {
        place,
        value: given.kind === 'give' ? given.value : undefined,
        refusal: given.kind === 'give' && given.refusal,
      },
      refused: null,
    });
    puts += 1;
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

  /** Goes on with what was waited for when the cards could not be read, or when it was closed. */
  const resume = (): void => {
    const { place, cards, searching } = state.getState();
    if (searching) void lookForOpen();
    else if (seeking !== null) void waitFor(seeking);
    else if (place !== null && !cards.has(place)) take(place);
  };

  return {
    state,
    open: () => {
      closed = false;
      stop ??= follow();
      if (known) resume();
      else void begin();
    },
    close: () => {
      closed = true;
      stop?.();
      stop = null;
    },
    give: (value, passages = [], refusal = false) => {
      const { note } = draftOf(state.getState());
      put((card, place, activeMilliseconds) => ({
        kind: 'give',
        unit: card.unit,
        place,
        value,
        refusal,
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
      if (known) resume();
      else void begin();
    },
  };
}
