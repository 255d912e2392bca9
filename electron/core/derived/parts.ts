import { setImmediate } from 'node:timers/promises';
import type { RecordedCasebook } from '../records/records.ts';
import type { ItemWriter } from './itemWriter.ts';

/** A part of a long write keeps others waiting for about so long, in milliseconds. */
const PART_MS = 15;

/** Writes that are made step by step; after each step everything that follows from it is up to date. */
export class Parts {
  readonly #casebook: RecordedCasebook;
  readonly #items: () => ItemWriter;

  constructor(casebook: RecordedCasebook, items: () => ItemWriter) {
    this.#casebook = casebook;
    this.#items = items;
  }

  /** All steps in one transaction: what they write comes in wholly or not at all, and nobody else writes meanwhile. */
  atOnce<T>(steps: Generator<void, T>): T {
    using _ended = steps;
    return this.#casebook.database.transaction(() =>
      this.#items().together(() => {
        for (;;) {
          const step = steps.next();
          if (step.done === true) return step.value;
        }
      }),
    )();
  }

  /**
   * Runs steps in short transactions, with turns for others in between. After a failure, finished parts stay.
   * @param alone does something while nobody else writes; left out: this thread, which answers calls in between
   */
  async oneByOne<T>(
    steps: Generator<void, T>,
    alone: <R>(work: () => R) => Promise<R> = this.#here,
  ): Promise<T> {
    // Steps that are not gone to their end still read: their statements would keep the connection from closing.
    using _ended = steps;
    const part = this.#casebook.database.transaction(() =>
      this.#items().together(() => {
        const end = performance.now() + PART_MS;
        let step = steps.next();
        while (step.done !== true && performance.now() < end) step = steps.next();
        return step;
      }),
    );
    for (;;) {
      const step = await alone(() => part());
      if (step.done === true) return step.value;
    }
  }

  readonly #here = async <R>(work: () => R): Promise<R> => {
    await setImmediate();
    await this.#casebook.gate.opened();
    return work();
  };
}
