/** Somebody who did nothing for so long is not at work any more, in milliseconds. */
export const IDLE_AFTER = 30_000;

/** Measures how long a person was at work: the window in front, and some activity within the last half minute. */
export interface ActiveTime {
  /** A key, a pointer, a wheel: the person is there. */
  activity(): void;
  /** The window came to the front or left it. */
  setFocused(focused: boolean): void;
  /** The milliseconds at work since the last call. */
  take(): number;
}

/** A measure on the given clock (milliseconds, never running backwards). */
export function createActiveTime(now: () => number, focused = true): ActiveTime {
  let inFront = focused;
  let counted = 0;
  let countedUntil = now();
  let lastActivity = countedUntil;

  const count = (): void => {
    const at = now();
    if (inFront) counted += Math.max(0, Math.min(at, lastActivity + IDLE_AFTER) - countedUntil);
    countedUntil = at;
  };

  return {
    activity() {
      count();
      lastActivity = now();
    },
    setFocused(next) {
      count();
      inFront = next;
      if (next) lastActivity = now();
    },
    take() {
      count();
      const taken = Math.round(counted);
      counted = 0;
      return taken;
    },
  };
}
