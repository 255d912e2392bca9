/** Somebody who did nothing for so long is not at work any more, in milliseconds. */
export const IDLE_AFTER = 30_000;

/**
 * Measures how long a person was at work: the window in front, and some activity within the last half minute. The clock
 * gives milliseconds and never runs backwards.
 */
export class ActiveTime {
  readonly #now: () => number;
  #isInFront: boolean;
  #counted = 0;
  #countedUntil: number;
  #lastActivity: number;

  constructor(now: () => number, focused = true) {
    this.#now = now;
    this.#isInFront = focused;
    this.#countedUntil = now();
    this.#lastActivity = this.#countedUntil;
  }

  /** A key, a pointer, a wheel: the person is there. */
  activity(): void {
    this.#count();
    this.#lastActivity = this.#now();
  }

  /** The window came to the front or left it. */
  setFocused(focused: boolean): void {
    this.#count();
    this.#isInFront = focused;
    if (focused) this.#lastActivity = this.#now();
  }

  /** The milliseconds at work since the last call. */
  take(): number {
    this.#count();
    const taken = Math.round(this.#counted);
    this.#counted = 0;
    return taken;
  }

  #count(): void {
    const at = this.#now();
    if (this.#isInFront)
      this.#counted += Math.max(0, Math.min(at, this.#lastActivity + IDLE_AFTER) - this.#countedUntil);
    this.#countedUntil = at;
  }
}
