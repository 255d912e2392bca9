import type { StepTiming } from '../../../../shared/domain/study.ts';

/** Two looks at the clock lie further apart than this only where the machine slept, in milliseconds. */
const ASLEEP_AFTER = 10_000;

const NOTHING: StepTiming = { shownAt: null, activeMilliseconds: 0, awayMilliseconds: 0, focusLosses: 0 };

/**
 * Measures one step: how long somebody was at it, how long away from the window, how often they left. It goes on from what
 * was measured before, if anything was. The clock gives milliseconds and never runs backwards.
 */
export class StepClock {
  readonly #now: () => number;
  readonly #measured: { -readonly [K in keyof StepTiming]: StepTiming[K] };
  #isPresent: boolean;
  #isStopped = false;
  #countedUntil: number | null = null;

  constructor(now: () => number, before: StepTiming | null, present: boolean) {
    this.#now = now;
    this.#measured = { ...(before ?? NOTHING) };
    this.#isPresent = present;
  }

  /** The step can be seen from now on; `shownAt` is when its image was painted, null where there is none. */
  start(shownAt: number | null): void {
    if (this.#countedUntil !== null) return;
    this.#measured.shownAt ??= shownAt;
    this.#countedUntil = this.#now();
  }

  /** The window came to the front, or left it. */
  setPresent(present: boolean): void {
    this.tick();
    if (this.#countedUntil !== null && this.#isPresent && !present) this.#measured.focusLosses += 1;
    this.#isPresent = present;
  }

  /** Between stopping and going on nothing is measured: the question is hidden at somebody's own wish. */
  setStopped(stopped: boolean): void {
    this.tick();
    this.#isStopped = stopped;
  }

  /** Called every now and then: a machine that slept in between was not looked at. */
  tick(): void {
    if (this.#countedUntil === null) return;
    const at = this.#now();
    const passed = at - this.#countedUntil;
    this.#countedUntil = at;
    if (this.#isStopped) return;
    const slept = this.#isPresent && passed > ASLEEP_AFTER;
    if (this.#isPresent && !slept) this.#measured.activeMilliseconds += passed;
    else this.#measured.awayMilliseconds += passed;
    if (slept) this.#measured.focusLosses += 1;
  }

  /** What is measured so far. */
  timing(): StepTiming {
    this.tick();
    const { shownAt, activeMilliseconds, awayMilliseconds, focusLosses } = this.#measured;
    return {
      shownAt,
      activeMilliseconds: Math.round(activeMilliseconds),
      awayMilliseconds: Math.round(awayMilliseconds),
      focusLosses,
    };
  }
}
