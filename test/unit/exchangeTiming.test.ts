import { describe, expect, it } from 'vitest';
import { isExchangeDue, phaseOf, retryAfter } from '../../electron/core/features/hub/exchangeTiming.ts';

const idle = {
  isRunning: false,
  isPaused: false,
  problem: null,
  retryAt: null,
  lastTry: 100_000,
  isSomethingWaiting: () => false,
} as const;
const waiting = { ...idle, isSomethingWaiting: () => true };

describe('when a casebook exchanges with its hub', () => {
  it.each([
    ['nothing waits, a moment after the last one', idle, 129_999, false],
    ['nothing waits, half a minute after the last one', idle, 130_000, true],
    ['something waits', waiting, 100_001, true],
    ['something waits, and it is paused', { ...waiting, isPaused: true }, 200_000, false],
    ['one is under way', { ...waiting, isRunning: true }, 200_000, false],
    ['after a failure, too early', { ...waiting, problem: 'busy', retryAt: 150_000 }, 149_999, false],
    ['after a failure, in time', { ...idle, problem: 'busy', retryAt: 150_000 }, 150_000, true],
    ['after a failure that is not tried again', { ...idle, problem: 'forbidden' }, 900_000, false],
  ] as const)('%s', (_name, status, now, due) => {
    expect(isExchangeDue(status, now)).toBe(due);
  });

  it('counts what waits only where that decides', () => {
    const unasked = {
      ...idle,
      isSomethingWaiting: () => {
        throw new Error('It was counted.');
      },
    };
    for (const status of [{ isPaused: true }, { isRunning: true }, { problem: 'busy', retryAt: 1 } as const])
      expect(() => isExchangeDue({ ...unasked, ...status }, 200_000)).not.toThrow();
  });

  it('waits twice as long after each failure, up to five minutes, not all at the same moment', () => {
    expect([1, 2, 3, 8, 9, 20].map((failures) => retryAfter(failures, 0, 0.5))).toEqual([
      2000, 4000, 8000, 256_000, 300_000, 300_000,
    ]);
    expect(retryAfter(1, 1000, 0)).toBe(2500);
    expect(retryAfter(1, 1000, 1)).toBe(3500);
  });

  it.each([
    [{ isRunning: true, isPaused: true, problem: 'busy' }, 'exchanging'],
    [{ isRunning: false, isPaused: true, problem: 'busy' }, 'paused'],
    [{ isRunning: false, isPaused: false, problem: null }, 'idle'],
    [{ isRunning: false, isPaused: false, problem: 'busy' }, 'retrying'],
    [{ isRunning: false, isPaused: false, problem: 'forbidden' }, 'stopped'],
  ] as const)('shows %j as %s', (status, phase) => {
    expect(phaseOf(status)).toBe(phase);
  });
});
