import type { MessagePort } from 'node:worker_threads';
import { CasebookError, type ErrorCode } from '../../shared/domain/errors.ts';
import { asCasebookError } from './errors.ts';

/*
 * What a worker's module and `threads.ts` say to each other. A thread is never ended while it is at a task: native code
 * (SQLite's, libvips') that finds its thread ending under it takes the whole process down. Whoever does not want to wait
 * raises a flag instead, at which the task looks whenever it tells how far it is.
 */

/** Told how far a task is. Throws once nobody waits for it any more: what is open has to be closed by `finally`. */
export type TaskProgress = (phase: string, done: number, total: number) => void;

/** The flags that a task shares with whoever asked for it. */
export const CANCELLED = 0;
export const BEGUN = 1;
export const FLAGS = 2;

/** A task on its way to a thread. */
export interface Sent<Task> {
  readonly task: Task;
  readonly flags: Int32Array;
  /** Where progress is told; null: nobody listens. */
  readonly port: MessagePort | null;
}

/** What a task came to. Errors lose what they know on their way between threads: their parts travel. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly hint: string | null };

/** How work that nobody waits for any more ends. */
export function cancelled(): CasebookError {
  return new CasebookError('cancelled', 'Cancelled. Nothing was changed.');
}

const PATIENCE_MS = 50;

/**
 * Makes a worker module's export out of work. Not begun where it was cancelled before; progress is told now and then, and
 * cancels it at every call.
 */
export function threadTask<Task, T>(
  work: (task: Task, progress: TaskProgress) => T | Promise<T>,
): (sent: Sent<Task>) => Promise<Answer<T>> {
  return async ({ task, flags, port }) => {
    let told = 0;
    const look = (): void => {
      if (Atomics.load(flags, CANCELLED) !== 0) throw cancelled();
    };
    Atomics.store(flags, BEGUN, 1);
    try {
      look();
      const value = await work(task, (phase, done, total) => {
        look();
        if (port === null || Date.now() - told < PATIENCE_MS) return;
        told = Date.now();
        port.postMessage([phase, done, total]);
      });
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
