import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { CasebookError, ErrorCode } from '../../../shared/base/errors.ts';
import { asCasebookError } from './errors.ts';

/*
 * The messages between a worker's module and `threads.ts`. A thread is never ended during a task: native code (SQLite,
 * libvips) would take the whole process down. To cancel, the caller raises a flag, which the task checks whenever it
 * reports progress.
 */

/** Told how far a task is. Throws once nobody waits for it any more: what is open has to be closed by `finally`. */
export type TaskProgress = (phase: string, done: number, total: number | null) => void;

/** What a task has beside its progress. */
export interface TaskContext {
  /** Aborts once nobody waits for the task any more; heard of only between two of its steps. */
  readonly signal: AbortSignal;
  /** Throws `cancelled` once nobody waits any more. */
  readonly look: () => void;
  /**
   * Asks the thread that started the task to do something for it: `Watch.answer`. Throws what that threw, in its
   * words, and `cancelled` once nobody waits any more.
   */
  readonly ask: (question: unknown) => Promise<unknown>;
  /** The same, without waiting for what comes of it. */
  readonly tell: (message: unknown) => void;
}

/** The flags that a task shares with the person who asked for it. */
export const CANCELLED = 0;
export const BEGUN = 1;
export const FLAGS = 2;

/** A task for a thread. */
export interface ThreadRequest<Task> {
  readonly task: Task;
  readonly flags: Int32Array;
  /** Where progress and questions go; null: nobody listens. */
  readonly port: MessagePort | null;
}

/** What a task came to. Errors lose their properties between threads, so their parts travel. */
export type ThreadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly hint: string | null };

/** How work that nobody waits for any more ends. */
export function cancelled(): CasebookError {
  return new CasebookError('cancelled', 'Cancelled. Nothing was changed.');
}

const PATIENCE_MS = 50;

/** What a task hears from the thread that started it: that nobody waits any more, or the answer to a question. */
const ThreadMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancel') }),
  z.object({
    kind: z.literal('reply'),
    to: z.int(),
    answer: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), code: ErrorCode, message: z.string(), hint: z.string().nullable() }),
    ]),
  }),
]);
export type ThreadMessage = z.infer<typeof ThreadMessage>;

/**
 * Makes a worker module's export out of work. Not begun where it was cancelled before; progress is told now and then, and
 * cancels it at every call.
 */
export function threadTask<Task, T>(
  work: (task: Task, progress: TaskProgress, talk: TaskContext) => T | Promise<T>,
): (sent: ThreadRequest<Task>) => Promise<ThreadResult<T>> {
  return async ({ task, flags, port }) => {
    let [told, phaseTold] = [0, ''];
    const look = (): void => {
      if (Atomics.load(flags, CANCELLED) !== 0) throw cancelled();
    };
    Atomics.store(flags, BEGUN, 1);
    const talk = talkOver(port, look);
    try {
      look();
      const value = await work(
        task,
        (phase, done, total) => {
          look();
          // Where a phase begins is always told.
          if (port === null || (phase === phaseTold && Date.now() - told < PATIENCE_MS)) return;
          [told, phaseTold] = [Date.now(), phase];
          port.postMessage([phase, done, total]);
        },
        talk,
      );
      return { ok: true, value };
    } catch (error) {
      const { code, message, hint } = asCasebookError(error);
      // What nobody expected is to be told with its trace.
      if (code === 'internal') throw error;
      return { ok: false, code, message, hint };
    } finally {
      port?.close();
    }
  };
}

function talkOver(port: MessagePort | null, look: () => void): TaskContext {
  const aborting = new AbortController();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  port?.on('message', (message) => {
    const said = ThreadMessage.parse(message);
    if (said.kind === 'cancel') {
      aborting.abort();
      for (const question of waiting.values()) question.reject(cancelled());
      waiting.clear();
      return;
    }
    const question = waiting.get(said.to);
    waiting.delete(said.to);
    const { answer } = said;
    if (answer.ok) question?.resolve(answer.value);
    else question?.reject(new CasebookError(answer.code, answer.message, answer.hint));
  });
  return {
    signal: aborting.signal,
    look,
    async ask(question) {
      look();
      if (port === null) throw new Error('Nobody answers this task.');
      asked += 1;
      const reply = Promise.withResolvers<unknown>();
      waiting.set(asked, reply);
      port.postMessage({ ask: asked, question });
      return reply.promise;
    },
    tell: (message) => port?.postMessage({ ask: 0, question: message }),
  };
}
