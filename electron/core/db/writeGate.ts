import { setTimeout } from 'node:timers/promises';
import { CasebookError } from '../../../shared/base/errors.ts';

/**
 * What a write fails with while another thread of this program writes. None of it was done: it can be repeated as it is
 * once that is over.
 */
export class WritesPaused extends CasebookError {
  /** Resolves once writes are let through again. */
  readonly over: Promise<void>;
  /** Runs the call again after that. */
  readonly again: WriteGate['again'];

  constructor(why: string, over: Promise<void>, again: WriteGate['again']) {
    super('busy', why, 'This change was not saved. Try again in a moment.');
    this.name = 'WritesPaused';
    this.over = over;
    this.again = again;
  }
}

/** So long a gate is kept from closing for calls that it kept waiting, in milliseconds. */
const SETTLED_MS = 100;

/**
 * Keeps a connection from writing while another thread of this program does. SQLite alone would let the connection, and
 * everybody who waits for its thread, stand still for seconds, and then fail.
 */
export class WriteGate {
  readonly #waiting = new Set<Promise<unknown>>();
  #closed: { readonly why: string; readonly over: Promise<void> } | null = null;

  /** Runs a call again that found the gate closed: {@link settled} waits for it. */
  readonly again = async <T>(call: () => Promise<T>): Promise<T> => {
    const result = call();
    this.#waiting.add(result);
    try {
      return await result;
    } finally {
      this.#waiting.delete(result);
    }
  };

  /** From now on writes fail with {@link WritesPaused}; `why` says to people what goes on. Gives the function that ends it. */
  close(why: string): () => void {
    if (this.#closed !== null) throw new Error('Two threads cannot write at once.');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = { why, over: promise };
    return () => {
      if (this.#closed?.over !== promise) return;
      this.#closed = null;
      resolve();
    };
  }

  /** What goes on while it is closed, in words; null while it is open. */
  why(): string | null {
    return this.#closed?.why ?? null;
  }

  /** Throws {@link WritesPaused} while it is closed. */
  assertOpen(): void {
    if (this.#closed !== null) throw new WritesPaused(this.#closed.why, this.#closed.over, this.again);
  }

  /** Resolves when every call that is run again has ended, or after a moment: some are long. */
  async settled(): Promise<void> {
    if (this.#waiting.size > 0)
      await Promise.race([Promise.allSettled(this.#waiting), setTimeout(SETTLED_MS)]);
  }

  /** For what writes outside of a call: resolves as soon as it is open, and nothing closes it before the next await. */
  async opened(): Promise<void> {
    while (this.#closed !== null) await this.#closed.over;
  }
}
