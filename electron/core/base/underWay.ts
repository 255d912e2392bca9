import type { Work } from './work.ts';
import { cancelled } from './threadTask.ts';

/** Long work of a service that is cancelled, and waited for, when its casebook is closed. */
export interface UnderWay {
  /** Does the work; its signal aborts when {@link close} is called, too. Throws `cancelled` afterwards. */
  run<T>(work: Work, task: (work: Work) => Promise<T>): Promise<T>;
  /** Cancels what is under way and waits until all of it has ended. Nothing is begun afterwards. */
  close(): Promise<void>;
}

/** For one service of an open casebook. */
export function createUnderWay(): UnderWay {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    async run(work, task) {
      if (closing.signal.aborted) throw cancelled();
      const doing = task({ ...work, signal: AbortSignal.any([work.signal, closing.signal]) });
      running.add(doing);
      try {
        return await doing;
      } finally {
        running.delete(doing);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
