import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOCK_TOLERANCE_MS, clockAhead, clockWords, isInFuture } from '../../shared/domain/clock.ts';

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
