import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLOCK_TOLERANCE_MS,
  clockAhead,
  clockWords,
  correctTimes,
  isInFuture,
} from '../../shared/domain/clock.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 26, 12);

describe('a computer’s clock', () => {
  it('is told apart from a right one, ahead and behind, whatever the answer took', () => {
    expect(clockAhead(NOW, NOW, NOW + 100)).toBeNull();
    expect(clockAhead(NOW, NOW + CLOCK_TOLERANCE_MS, NOW + CLOCK_TOLERANCE_MS)).toBeNull();
    expect(clockAhead(NOW, NOW + 3 * DAY, NOW + 3 * DAY + 200)).toBe(3 * DAY + 100);
    expect(clockAhead(NOW, NOW - DAY, NOW - DAY)).toBe(-DAY);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 60_000 }), (to, back) => {
        expect(clockAhead(NOW + to, NOW, NOW + to + back)).toBeNull();
      }),
    );
  });

  it('is told in words', () => {
    expect([3 * DAY, -5 * 60_000, DAY, 90 * 60_000].map(clockWords)).toEqual([
      '3 days ahead',
      '5 minutes behind',
      '1 day ahead',
      '2 hours ahead',
    ]);
  });

  it('has written no time in the future', () => {
    expect([NOW, NOW + CLOCK_TOLERANCE_MS, NOW + DAY].map((time) => isInFuture(time, NOW))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('times of a wrong clock', () => {
  const HOUR = 3_600_000;
  const window = { after: NOW - 8 * HOUR, now: NOW };
  const moments = fc
    .array(fc.integer({ min: NOW - 8 * HOUR, max: NOW }), { minLength: 1, maxLength: 8 })
    .map((times) => times.sort((a, b) => a - b));
  const days = fc.integer({ min: -30, max: 30 }).filter((many) => many !== 0);

  it('are right again, whenever the clock was set since the hub was heard', () => {
    fc.assert(
      fc.property(moments, days, fc.nat(8), (times, many, set) => {
        const shift = many * DAY;
        const read = times.map((time, at) => (at < set ? time : time + shift));
        expect(correctTimes(read, { ...window, shift })).toEqual(times);
      }),
    );
  });

  it('count as the latest that they can be where the clock was wrong only in between', () => {
    fc.assert(
      fc.property(moments, days, fc.nat(8), fc.nat(8), (times, many, from, many2) => {
        const isWrong = (at: number): boolean => at >= from && at < from + many2;
        const read = times.map((time, at) => (isWrong(at) ? time + many * DAY : time));
        const corrected = correctTimes(read, { ...window, shift: 0 });
        // In the order of the device, none before it was made, none in the future, and those of the right clock untouched.
        expect(corrected).toEqual([...corrected].sort((a, b) => a - b));
        for (const [at, time] of times.entries()) {
          expect(corrected[at]).toBeGreaterThanOrEqual(time);
          expect(corrected[at]).toBeLessThanOrEqual(NOW);
          if (!isWrong(at)) expect(corrected[at]).toBe(time);
        }
      }),
    );
  });

  it('stay where nothing is known of before', () => {
    expect(correctTimes([NOW - 90 * DAY, NOW + DAY], { shift: 0, after: -Infinity, now: NOW })).toEqual([
      NOW - 90 * DAY,
      NOW,
    ]);
  });
});
