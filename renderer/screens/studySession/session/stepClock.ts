import type { StepTiming } from '../../../../shared/domain/study.ts';

/** Two looks at the clock lie further apart than this only where the machine slept, in milliseconds. */
const ASLEEP_AFTER = 10_000;

/** Measures one step: how long somebody was at it, how long away from the window, how often they left. */
export interface StepClock {
  /** The step can be seen from now on; `shownAt` is when its image was painted, null where there is none. */
  start(shownAt: number | null): void;
  /** The window came to the front, or left it. */
  setPresent(present: boolean): void;
  /** Between stopping and going on nothing is measured: the question is hidden at somebody's own wish. */
  setStopped(stopped: boolean): void;
  /** Called every now and then: a machine that slept in between was not looked at. */
  tick(): void;
  timing(): StepTiming;
}

/**
 * A clock that goes on from what was measured before, if anything was.
 * @param now milliseconds that never run backwards
 */
export function createStepClock(now: () => number, before: StepTiming | null, present: boolean): StepClock {
  let { shownAt, activeMilliseconds: active, awayMilliseconds: away, focusLosses } = before ?? NOTHING;
  let isPresent = present;
  let isStopped = false;
  let countedUntil: number | null = null;

  const count = (): void => {
    if (countedUntil === null) return;
    const at = now();
    const passed = at - countedUntil;
    countedUntil = at;
    if (isStopped) return;
    if (!isPresent) away += passed;
    else if (passed <= ASLEEP_AFTER) active += passed;
    else {
      away += passed;
      focusLosses += 1;
    }
  };

  return {
    start(paintedAt) {
      if (countedUntil !== null) return;
      shownAt ??= paintedAt;
      countedUntil = now();
    },
    setPresent(next) {
      count();
      if (countedUntil !== null && isPresent && !next) focusLosses += 1;
      isPresent = next;
    },
    setStopped(stopped) {
      count();
      isStopped = stopped;
    },
    tick: count,
    timing() {
      count();
      return {
        shownAt,
        activeMilliseconds: Math.round(active),
        awayMilliseconds: Math.round(away),
        focusLosses,
      };
    },
  };
}

const NOTHING: StepTiming = { shownAt: null, activeMilliseconds: 0, awayMilliseconds: 0, focusLosses: 0 };
