import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JudgingCard } from '../../../../shared/contract/judgments.ts';
import type { ErrorCode } from '../../../../shared/domain/errors.ts';
import { failureOf, type Failure } from '../../../client/failure.ts';
import { hasArrived, sameUnit, type Given } from './given.ts';
import type { JudgeTransport } from './transport.ts';

/** The first wait after a failure, doubled with each one up to the longest, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** What the core has a reason to refuse, again and again: trying on would change nothing. */
const REFUSALS = new Set<ErrorCode>(['invalid_input', 'not_found', 'forbidden', 'conflict']);

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
  let sending = false;
  let disposed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const change = (next: Partial<OutboxState>): void => {
    state.setState(next);
    if (next.waiting !== undefined) keep(next.waiting);
  };

  const deliver = async (given: Given): Promise<JudgingCard> => {
    if (uncertain.has(given)) {
      const { judging, criterion } = given.unit;
      const page = await transport.cards({ judging, criterion, from: given.place, limit: 1 });
      const card = page.cards[0];
      if (card !== undefined && hasArrived(card, given)) return card;
      uncertain.delete(given);
    }
    const { unit } = given;
    if (given.kind === 'skip') return transport.skip({ unit, reason: given.reason });
    const { value, passages, note, activeMilliseconds } = given;
    return transport.give({ unit, value, passages, note, activeMilliseconds });
  };

  const done = (given: Given): void => {
    failures = 0;
    change({ waiting: state.getState().waiting.filter((each) => each !== given), failure: null });
  };

  const pump = async (): Promise<void> => {
    if (sending || disposed) return;
    sending = true;
    try {
      for (;;) {
        const given = state.getState().waiting[0];
        if (given === undefined || disposed) return;
        try {
          const card = await deliver(given);
          done(given);
          for (const { saved } of listeners) saved(given, card);
        } catch (error) {
          const failure = failureOf(error);
          if (failure.code !== null && REFUSALS.has(failure.code)) {
            done(given);
            for (const { refused } of listeners) refused(given, failure);
            continue;
          }
          uncertain.add(given);
          change({ failure });
          later();
          return;
        }
      }
    } finally {
      sending = false;
    }
  };

  const later = (): void => {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    failures += 1;
    timer = setTimeout(() => {
      timer = null;
      void pump();
    }, wait);
  };

  const retry = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    void pump();
  };
  if (left.length > 0) void pump();

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
      if (timer === null) void pump();
    },
    retry,
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
    dispose: () => {
      disposed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
