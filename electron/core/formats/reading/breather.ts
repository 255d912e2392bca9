import { setImmediate } from 'node:timers/promises';

/** Gives way to other work now and then on a long walk. */
export class Breather {
  readonly #signal: AbortSignal;
  readonly #every: number;
  #steps = 0;

  constructor(signal: AbortSignal, every: number) {
    this.#signal = signal;
    this.#every = every;
  }

  /** To be called after each step; throws where the signal aborts. */
  async step(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % this.#every !== 0) return;
    await setImmediate();
    this.#signal.throwIfAborted();
  }
}
