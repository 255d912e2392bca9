import type { Work } from './work.ts';
import { cancelled } from './threadTask.ts';

/** Long work of a service that is cancelled, and waited for, when its casebook is closed. */
export class RunningWork {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** Does the work; its signal aborts when {@link close} is called, too. Throws `cancelled` afterwards. */
  async run<T>(work: Work, task: (work: Work) => Promise<T>): Promise<T> {
    if (this.#closing.signal.aborted) throw cancelled();
    const doing = task({ ...work, signal: AbortSignal.any([work.signal, this.#closing.signal]) });
    this.#running.add(doing);
    try {
      return await doing;
    } finally {
      this.#running.delete(doing);
    }
  }

  /** Cancels what is under way and waits until all of it has ended. Nothing is begun afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}
