import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JudgingCard } from '../../../../shared/contract/judging.ts';
import type { Failure } from '../../../client/failure.ts';
import { failedCall } from '../../../save/failedCall.ts';
import { SaveQueue } from '../../../save/queue.ts';
import { hasArrived, type JudgeAction, withGiven } from './given.ts';
import type { JudgeTransport } from './transport.ts';

export interface OutboxState {
  /** What is not acknowledged, in order; the first may be under way. */
  readonly waiting: readonly JudgeAction[];
  /** Why the first has not got through so far. */
  readonly failure: Failure | null;
}

export interface OutboxListener {
  readonly saved: (given: JudgeAction, card: JudgingCard) => void;
  readonly refused: (given: JudgeAction, failure: Failure) => void;
}

interface OutboxOptions {
  readonly transport: JudgeTransport;
  /** What an earlier page of this tab had no answer to; it is looked up before it is sent again, so nothing is given twice. */
  readonly left: readonly JudgeAction[];
  /** Hears of all that waits whenever it changes. */
  readonly keep: (waiting: readonly JudgeAction[]) => void;
}

/** Sends verdicts to the casebook one after the other, and tries again until they arrive. */
export class Outbox {
  readonly #transport: JudgeTransport;
  readonly #keep: OutboxOptions['keep'];
  readonly #state: StoreApi<OutboxState>;
  readonly #queue: SaveQueue;
  readonly #listeners = new Set<OutboxListener>();
  /** Sent without an answer: they may have arrived all the same. */
  readonly #uncertain: WeakSet<JudgeAction>;

  constructor({ transport, left, keep }: OutboxOptions) {
    this.#transport = transport;
    this.#keep = keep;
    this.#state = createStore<OutboxState>()(() => ({ waiting: left, failure: null }));
    this.#uncertain = new WeakSet(left);
    this.#queue = new SaveQueue({
      due: () => (this.#waiting.length > 0 ? 'now' : null),
      send: () => this.#send(),
    });
    if (left.length > 0) this.#queue.changed();
  }

  get state(): Pick<StoreApi<OutboxState>, 'getState' | 'getInitialState' | 'subscribe'> {
    return this.#state;
  }

  /** Takes it on; a later verdict on the same answer takes the place of one that has not left yet. */
  add(given: JudgeAction): void {
    this.#change({ waiting: withGiven(this.#waiting, given) });
    this.#queue.changed();
  }

  /** Tries again at once what waits for another attempt. */
  retry(): void {
    this.#queue.retry();
  }

  /** Resolves when nothing waits. */
  async settled(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) {
        resolve();
        return;
      }
      const stop = this.#state.subscribe(({ waiting }) => {
        if (waiting.length > 0) return;
        stop();
        resolve();
      });
    });
  }

  /** Hears of what was acknowledged and of what was refused. Gives the function that stops it. */
  listen(listener: OutboxListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends nothing more. */
  dispose(): void {
    this.#queue.dispose();
  }

  get #waiting(): readonly JudgeAction[] {
    return this.#state.getState().waiting;
  }

  #change(next: Partial<OutboxState>): void {
    this.#state.setState(next);
    if (next.waiting !== undefined) this.#keep(next.waiting);
  }

  async #send(): Promise<void> {
    const given = this.#waiting[0];
    if (given === undefined) return;
    try {
      const card = await this.#deliver(given);
      this.#done(given);
      for (const { saved } of this.#listeners) saved(given, card);
    } catch (error) {
      const { failure, kind } = failedCall(error);
      if (kind === 'refused' || (kind === 'not there' && (await this.#isThere(given)))) {
        this.#done(given);
        for (const { refused } of this.#listeners) refused(given, failure);
        return;
      }
      this.#uncertain.add(given);
      this.#queue.failed(failure);
      this.#change({ failure });
    }
  }

  async #deliver(given: JudgeAction): Promise<JudgingCard> {
    if (this.#uncertain.has(given)) {
      const card = await this.#look(given);
      if (card !== undefined && hasArrived(card, given)) return card;
      this.#uncertain.delete(given);
    }
    const { unit } = given;
    if (given.kind === 'skip') return this.#transport.skip({ unit, reason: given.reason });
    const { value, refusal, passages, note, activeMilliseconds } = given;
    return this.#transport.give({ unit, value, refusal, passages, note, activeMilliseconds });
  }

  #done(given: JudgeAction): void {
    this.#queue.saved();
    this.#change({ waiting: this.#waiting.filter((each) => each !== given), failure: null });
  }

  /** The card as the casebook has it now. */
  async #look({ unit: { judging, criterion }, place }: JudgeAction): Promise<JudgingCard | undefined> {
    const page = await this.#transport.cards({ judging, criterion, from: place, limit: 1 });
    return page.cards[0];
  }

  /** Whether the casebook answers about the card at all: while it is closed, nothing of it is refused for good. */
  async #isThere(given: JudgeAction): Promise<boolean> {
    try {
      await this.#look(given);
      return true;
    } catch {
      // Why it does not answer, the failed delivery has said.
      return false;
    }
  }
}
