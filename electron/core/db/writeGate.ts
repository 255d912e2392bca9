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

/**
 * Keeps a connection from writing while another thread of this program does. SQLite alone would let the connection, and
 * everybody who waits for its thread, stand still for seconds, and then fail.
 */
export interface WriteGate {
  /** From now on writes fail with {@link WritesPaused}; `why` says to people what goes on. Gives the function that ends it. */
  close(why: string): () => void;
  /** What goes on while it is closed, in words; null while it is open. */
  why(): string | null;
  /** Throws {@link WritesPaused} while it is closed. */
  assertOpen(): void;
  /** Runs a call again that found the gate closed: {@link settled} waits for it. */
  again<T>(call: () => Promise<T>): Promise<T>;
  /** Resolves when every call that is run again has ended, or after a moment: some are long. */
  settled(): Promise<void>;
  /** For what writes outside of a call: resolves as soon as it is open, and nothing closes it before the next await. */
  opened(): Promise<void>;
}

/** So long a gate is kept from closing for calls that it kept waiting, in milliseconds. */
const SETTLED_MS = 100;

/** An open gate. */
export function createWriteGate(): WriteGate {
  const waiting = new Set<Promise<unknown>>();
  let closed: { readonly why: string; readonly over: Promise<void> } | null = null;
  const again: WriteGate['again'] = async (call) => {
    const result = call();
    waiting.add(result);
    try {
      return await result;
    } finally {
      waiting.delete(result);
    }
  };
  return {
    again,
    close(why) {
      if (closed !== null) throw new Error('Two threads cannot write at once.');
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = { why, over: promise };
      return () => {
        if (closed?.over !== promise) return;
        closed = null;
        resolve();
      };
    },
    why: () => closed?.why ?? null,
    assertOpen() {
      if (closed !== null) throw new WritesPaused(closed.why, closed.over, again);
    },
    async settled() {
      if (waiting.size > 0) await Promise.race([Promise.allSettled(waiting), setTimeout(SETTLED_MS)]);
    },
    async opened() {
      while (closed !== null) await closed.over;
    },
  };
}
