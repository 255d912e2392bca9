import { beforeEach, describe, expect, it } from 'vitest';
import { StepClock } from '../../renderer/screens/studySession/session/stepClock.ts';

let at: number;
beforeEach(() => {
  at = 1000;
});
const now = (): number => at;

/** Lets milliseconds pass, in steps as the page looks at the clock. */
function pass(clock: { tick(): void }, milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 250) {
    at += Math.min(250, milliseconds - passed);
    clock.tick();
  }
}

describe('the clock of a step', () => {
  it('begins with the first paint and stands for nothing before it', () => {
    const clock = new StepClock(now, null, true);
    pass(clock, 5000);
    clock.setPresent(false);
    clock.setPresent(true);
    expect(clock.timing()).toEqual({
      shownAt: null,
      activeMilliseconds: 0,
      awayMilliseconds: 0,
      focusLosses: 0,
    });
    clock.start(77);
    pass(clock, 1200);
    clock.start(99);
    expect(clock.timing()).toMatchObject({ shownAt: 77, activeMilliseconds: 1200 });
  });

  it('tells time away from time at it', () => {
    const clock = new StepClock(now, null, true);
    clock.start(77);
    pass(clock, 1000);
    clock.setPresent(false);
    // The window is hidden, too: that is the same absence.
    clock.setPresent(false);
    pass(clock, 60_000);
    clock.setPresent(true);
    pass(clock, 500);
    expect(clock.timing()).toMatchObject({
      activeMilliseconds: 1500,
      awayMilliseconds: 60_000,
      focusLosses: 1,
    });
  });

  it('counts a night that the machine slept as time away', () => {
    const clock = new StepClock(now, null, true);
    clock.start(77);
    pass(clock, 1000);
    at += 8 * 3_600_000;
    pass(clock, 1000);
    const { activeMilliseconds, awayMilliseconds, focusLosses } = clock.timing();
    expect(activeMilliseconds).toBeLessThanOrEqual(2000);
    expect(awayMilliseconds).toBeGreaterThanOrEqual(8 * 3_600_000);
    expect(focusLosses).toBe(1);
  });

  it('goes on from what was measured before a crash', () => {
    const before = { shownAt: 5, activeMilliseconds: 4000, awayMilliseconds: 10, focusLosses: 2 };
    const clock = new StepClock(now, before, true);
    clock.start(77);
    pass(clock, 750);
    expect(clock.timing()).toEqual({ ...before, activeMilliseconds: 4750 });
  });
});
