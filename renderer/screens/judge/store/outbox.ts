import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JudgingCard } from '../../../../shared/contract/judging.ts';
import type { Failure } from '../../../client/failure.ts';
import { failedCall } from '../../../save/failedCall.ts';
import { createSaveQueue } from '../../../save/queue.ts';
import { hasArrived, sameUnit, type Given } from './given.ts';
import type { JudgeTransport } from './transport.ts';

export interface OutboxState {
  /** What is not acknowledged, in order; the first may be under way. */
  readonly waiting: readonly Given[];
  /** Why the first has not got through so far. */
  readonly failure: Failure | null;
}

/** Verdicts on their way to the casebook, one after the other, tried again until they are there. */
export interface Outbox {
  readonly state: Pick<StoreApi<OutboxState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Takes it on; a later verdict on the same answer takes the place of one that has not left yet. */
  add(given: Given): void;
  /** Tries again at once what waits for another attempt. */
  retry(): void;
  /** Resolves when nothing waits. */
  settled(): Promise<void>;
  /** Hears of what was acknowledged and of what was refused. Gives the function that stops it. */
  listen(listener: OutboxListener): () => void;
  /** Sends nothing more. */
  dispose(): void;
}

export interface OutboxListener {
  readonly saved: (given: Given, card: JudgingCard) => void;
  readonly refused: (given: Given, failure: Failure) => void;
}

/**
 * An outbox. `left`: what an earlier page of this tab had no answer to; it is looked up before it is sent again, so
 * that nothing is given twice. `keep` is told of all that waits whenever it changes.
 */
export function createOutbox({
  transport,
  left,
  keep,
}: {
  readonly transport: JudgeTransport;
  readonly left: readonly Given[];
  readonly keep: (waiting: readonly Given[]) => void;
}): Outbox {
  const state = createStore<OutboxState>()(() => ({ waiting: left, failure: null }));
  const listeners = new Set<OutboxListener>();
  /** Sent without an answer: they may have arrived all the same. */
  const uncertain = new WeakSet<Given>(left);

  const change = (next: Partial<OutboxState>): void => {
    state.setState(next);
    if (next.waiting !== undefined) keep(next.waiting);
  };

  /** The card as the casebook has it now. */
  const look = async ({ unit: { judging, criterion }, place }: Given): Promise<JudgingCard | undefined> => {
    const page = await transport.cards({ judging, criterion, from: place, limit: 1 });
    return page.cards[0];
  };

  const deliver = async (given: Given): Promise<JudgingCard> => {
    if (uncertain.has(given)) {
      const card = await look(given);
      if (card !== undefined && hasArrived(card, given)) return card;
      uncertain.delete(given);
    }
    const { unit } = given;
    if (given.kind === 'skip') return transport.skip({ unit, reason: given.reason });
    const { value, refusal, passages, note, activeMilliseconds } = given;
    return transport.give({ unit, value, refusal, passages, note, activeMilliseconds });
  };

  const done = (given: Given): void => {
    queue.saved();
    change({ waiting: state.getState().waiting.filter((each) => each !== given), failure: null });
  };

  const send = async (): Promise<void> => {
    const given = state.getState().waiting[0];
    if (given === undefined) return;
    try {
      const card = await deliver(given);
      done(given);
      for (const { saved } of listeners) saved(given, card);
    } catch (error) {
      const { failure, verdict } = failedCall(error);
      if (verdict === 'refused' || (verdict === 'not there' && (await isThere(given)))) {
        done(given);
        for (const { refused } of listeners) refused(given, failure);
        return;
      }
      uncertain.add(given);
      queue.failed(failure);
      change({ failure });
    }
  };

  /** Whether the casebook answers about the card at all: while it is closed, nothing of it is refused for good. */
  const isThere = async (given: Given): Promise<boolean> => {
    try {
      await look(given);
      return true;
    } catch {
      // Why it does not answer, the failed delivery has said.
      return false;
    }
  };

  const queue = createSaveQueue({ due: () => (state.getState().waiting.length > 0 ? 'now' : null), send });
  if (left.length > 0) queue.changed();

  return {
    state,
    add: (given) => {
      const { waiting } = state.getState();
      // The first is under way, or may have arrived.
      const at = waiting.findIndex((each, index) => index > 0 && sameUnit(each.unit, given.unit));
      const before = waiting[at];
      const next =
        before?.kind === 'give' && given.kind === 'give'
          ? { ...given, activeMilliseconds: given.activeMilliseconds + before.activeMilliseconds }
          : given;
      change({
        waiting: at < 0 ? [...waiting, next] : waiting.map((each, index) => (index === at ? next : each)),
      });
      queue.changed();
    },
    retry: queue.retry,
    settled: async () =>
      new Promise((resolve) => {
        if (state.getState().waiting.length === 0) {
          resolve();
          return;
        }
        const stop = state.subscribe(({ waiting }) => {
          if (waiting.length > 0) return;
          stop();
          resolve();
        });
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: queue.dispose,
  };
}
