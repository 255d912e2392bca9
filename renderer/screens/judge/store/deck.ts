import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JudgingCard, Passage } from '../../../../shared/contract/judging.ts';
import type { JudgingId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import { type DeckState, draftOf } from './deckState.ts';
import { cardWith, type JudgeAction } from './given.ts';
import type { CardDraft, LeftDrafts } from './leftDrafts.ts';
import {
  nextOpenCard,
  PAGE,
  pageStartFor,
  placeToReadAhead,
  withPage,
  withRefused,
  withSaved,
} from './nextCard.ts';
import type { Outbox } from './outbox.ts';
import type { JudgeTransport } from './transport.ts';

type CardPage = Awaited<ReturnType<JudgeTransport['cards']>>;

interface DeckOptions {
  readonly judging: JudgingId;
  readonly criterion: string;
  readonly transport: JudgeTransport;
  readonly outbox: Outbox;
  /** Milliseconds at work since it was last called. */
  readonly takeActiveTime: () => number;
  /** What was begun before the page was loaded anew. */
  readonly left: LeftDrafts;
}

/** The answers of one judging on one criterion, in the judge's own order. Still closed; it opens at the first open card. */
export class Deck {
  readonly #options: DeckOptions;
  readonly #state: StoreApi<DeckState>;
  /** Time at work on cards that were left without a verdict, in milliseconds. */
  readonly #spent = new Map<number, number>();
  /** The pages under way, by their first place: nothing is asked for twice, and who wants one of them waits for it. */
  readonly #reading = new Map<number, Promise<boolean>>();
  /** The place whose card is loading to see whether it is open; null: the judge chose the current card. */
  #seeking: number | null = null;
  /** How often something was put, and which search for an open card is the latest. */
  #puts = 0;
  #searches = 0;
  #isClosed = true;
  #isKnown = false;
  #stopListening: (() => void) | null = null;

  constructor(options: DeckOptions) {
    this.#options = options;
    this.#state = createStore<DeckState>()(() => ({
      total: 0,
      cards: new Map(),
      place: 0,
      searching: false,
      drafts: options.left.read(),
      last: null,
      refused: null,
      error: null,
    }));
    this.#state.subscribe(({ drafts }, before) => {
      if (drafts !== before.drafts) options.left.keep(drafts);
    });
  }

  get state(): Pick<StoreApi<DeckState>, 'getState' | 'getInitialState' | 'subscribe'> {
    return this.#state;
  }

  /** Reads the cards and follows what becomes of verdicts, until it is closed; it can be opened again. */
  open(): void {
    this.#isClosed = false;
    this.#stopListening ??= this.#listen();
    this.#goOn();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening?.();
    this.#stopListening = null;
  }

  /** Gives a verdict on the current card; the next one is current at once. */
  give(value: Json, passages: readonly Passage[] = [], refusal = false): void {
    const { note } = draftOf(this.#now);
    this.#put((card, place, activeMilliseconds) => ({
      kind: 'give',
      unit: card.unit,
      place,
      value,
      refusal,
      passages: [...passages],
      note,
      activeMilliseconds,
    }));
  }

  skip(reason: string): void {
    this.#put((card, place) => ({ kind: 'skip', unit: card.unit, place, reason }));
  }

  /** To the card before, to look at it or to correct it. */
  back(): void {
    const { place, total } = this.#now;
    const before = (place ?? total) - 1;
    if (before >= 0) this.#take(before);
  }

  /** To the first card, whether or not it is judged. */
  first(): void {
    if (this.#now.total > 0) this.#take(0);
  }

  /** To the card after, whether or not it is judged. */
  forward(): void {
    const { place, total } = this.#now;
    if (place === null) return;
    if (place + 1 < total) this.#take(place + 1);
    else this.#takeOpen(total);
  }

  draft(change: Partial<CardDraft>): void {
    const { place, drafts } = this.#now;
    if (place === null) return;
    this.#state.setState({ drafts: new Map(drafts).set(place, { ...draftOf(this.#now), ...change }) });
  }

  /** Reads again what could not be read. */
  retry(): void {
    this.#state.setState({ error: null });
    this.#goOn();
  }

  get #now(): DeckState {
    return this.#state.getState();
  }

  get #waiting(): readonly JudgeAction[] {
    return this.#options.outbox.state.getState().waiting;
  }

  /** Begins, or goes on with what was waited for when the cards could not be read, or when it was closed. */
  #goOn(): void {
    const { place, cards, searching } = this.#now;
    if (!this.#isKnown) void this.#begin();
    else if (searching) void this.#lookForOpen();
    else if (this.#seeking !== null) void this.#waitFor(this.#seeking);
    else if (place !== null && !cards.has(place)) this.#take(place);
  }

  async #begin(): Promise<void> {
    const { outbox, criterion } = this.#options;
    // A verdict may be about what the judge said before, under another criterion.
    if (this.#waiting.some(({ unit }) => unit.criterion !== criterion)) await outbox.settled();
    const before = this.#waiting;
    const page = await this.#ask(undefined);
    if (page === null || this.#isClosed) return;
    // What an earlier page left has arrived meanwhile: whether the cards were read before or after it, nobody knows.
    if (before.some((given) => !this.#waiting.includes(given))) {
      this.#state.setState({ cards: new Map() });
      await this.#begin();
      return;
    }
    if (this.#now.cards.has(page.first)) this.#takeOpen(page.first);
    else this.#take(null);
  }

  /** The page from a place on, or from the first open card on; null where it could not be read, which the state says. */
  async #ask(from: number | undefined): Promise<CardPage | null> {
    const { transport, judging, criterion } = this.#options;
    try {
      const page = await transport.cards({
        judging,
        criterion,
        limit: PAGE,
        ...(from !== undefined && { from }),
      });
      this.#isKnown = true;
      this.#state.setState(({ cards }) => ({
        total: page.total,
        error: null,
        cards: withPage(cards, page.first, page.cards, this.#waiting),
      }));
      return page;
    } catch (error) {
      if (!this.#isClosed) this.#state.setState({ error });
      return null;
    }
  }

  /** Reads the page that holds a place; `false` where it could not be read. */
  async #read(from: number): Promise<boolean> {
    for (const [first, page] of this.#reading) if (first <= from && from < first + PAGE) return page;
    const page = this.#ask(from).then((found) => {
      this.#reading.delete(from);
      return found !== null;
    });
    this.#reading.set(from, page);
    return page;
  }

  #leave(): void {
    const { place } = this.#now;
    const taken = this.#options.takeActiveTime();
    if (place !== null) this.#spent.set(place, (this.#spent.get(place) ?? 0) + taken);
  }

  #take(place: number | null): void {
    this.#leave();
    this.#seeking = null;
    this.#state.setState({ place });
    if (place === null) return;
    this.#searches += 1;
    const { cards, total } = this.#now;
    if (cards.has(place)) {
      this.#state.setState({ searching: false });
      const ahead = placeToReadAhead(cards, total, place + 1);
      if (ahead !== null) void this.#read(ahead);
      return;
    }
    this.#state.setState({ searching: false, error: null });
    void this.#read(pageStartFor(cards, place)).then((came) => {
      const now = this.#now;
      // What is open of a judging can be taken back while somebody is at it: there are fewer cards then.
      if (came && !this.#isClosed && now.place === place && !now.cards.has(place)) void this.#lookForOpen();
    });
  }

  #takeOpen(from: number, hasWaited = false): void {
    const { cards, total } = this.#now;
    const next = nextOpenCard(cards, total, from, hasWaited);
    switch (next.kind) {
      case 'take':
        this.#take(next.place);
        break;
      case 'wait':
        void this.#waitFor(next.place);
        break;
      case 'ask':
        void this.#lookForOpen();
        break;
      case 'end':
        this.#take(null);
        break;
    }
  }

  /** Moves to a place whose card is still loading, and goes on from there once it has loaded. */
  async #waitFor(place: number): Promise<void> {
    this.#take(place);
    this.#seeking = place;
    const came = await this.#read(place);
    if (this.#isClosed || this.#seeking !== place) return;
    // Nothing is asked again by itself: the screen says what went wrong and offers to.
    if (came) this.#takeOpen(place, true);
  }

  /** Asks the core which one is open, once it knows of everything given here. */
  async #lookForOpen(): Promise<void> {
    this.#take(null);
    this.#searches += 1;
    const search = this.#searches;
    const isOver = (): boolean => this.#isClosed || search !== this.#searches;
    this.#state.setState({ searching: true, error: null });
    for (;;) {
      await this.#options.outbox.settled();
      const asOf = this.#puts;
      const page = isOver() ? null : await this.#ask(undefined);
      if (isOver()) return;
      if (page === null) return;
      // A new verdict waits to be sent: the core's reply may be older.
      if (this.#puts !== asOf || this.#waiting.length > 0) continue;
      const card = page.cards[0];
      const { cards } = this.#now;
      this.#state.setState({
        searching: false,
        ...(card !== undefined && { cards: new Map(cards).set(page.first, card) }),
      });
      this.#take(card?.state === 'open' ? page.first : null);
      return;
    }
  }

  #put(make: (card: JudgingCard, place: number, activeMilliseconds: number) => JudgeAction): void {
    const { place, cards, drafts } = this.#now;
    const card = place === null ? undefined : cards.get(place);
    if (place === null || card === undefined) return;
    this.#leave();
    const given = make(card, place, this.#spent.get(place) ?? 0);
    this.#spent.delete(place);
    const nextDrafts = new Map(drafts);
    nextDrafts.delete(place);
    this.#state.setState({
      cards: new Map(cards).set(place, cardWith(card, given)),
      drafts: nextDrafts,
      last: {
        place,
        value: given.kind === 'give' ? given.value : undefined,
        refusal: given.kind === 'give' && given.refusal,
      },
      refused: null,
    });
    this.#puts += 1;
    this.#options.outbox.add(given);
    this.#takeOpen(place + 1);
  }

  #listen(): () => void {
    return this.#options.outbox.listen({
      saved: (given, card) => {
        const cards = withSaved(this.#now.cards, given, card, this.#waiting);
        if (cards !== null) this.#state.setState({ cards });
      },
      refused: (given, failure) => {
        const cards = withRefused(this.#now.cards, given);
        if (cards !== null) this.#state.setState({ cards, refused: { place: given.place, failure } });
      },
    });
  }
}
