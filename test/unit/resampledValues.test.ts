import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resampledValues } from '../../shared/agreement/intervals/bootstrap.ts';
import { percentileInterval } from '../../shared/statistics/percentiles.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Resamples that take 25 ms each. */
const drawn = (resamples: number, watch: Parameters<typeof resampledValues>[3]) =>
  resampledValues(
    { weights: Float64Array.of(1, 1), patternOf: Int32Array.of(0, 1) },
    [
      (weights) => {
        vi.setSystemTime(Date.now() + 25);
        return weights[0] ?? 0;
      },
    ],
    { resamples, seed: 1 },
    watch,
  );

it('tells of progress and asks whether to go on every 50 milliseconds, not with every resample', () => {
  const told: number[] = [];
  let asked = 0;
  const values = drawn(5, {
    progress: (done) => told.push(done),
    cancelled: () => {
      asked += 1;
      return false;
    },
  });
  expect([told, asked]).toEqual([[2, 4, 5], 2]);
  expect(values?.[0]).toHaveLength(5);
});

it('has no values once it was cancelled', () => {
  const told: number[] = [];
  expect(drawn(5, { progress: (done) => told.push(done), cancelled: () => told.length > 0 })).toBeNull();
  expect(told).toEqual([2]);
});

it('has an interval unless more than a twentieth of the resamples are undefined', () => {
  const values = (undefinedOnes: number) =>
    Float64Array.from({ length: 100 }, (_, at) => (at < undefinedOnes ? Number.NaN : 100 - at));
  expect(percentileInterval(values(0))).toEqual({
    interval: [expect.closeTo(2.525, 9), expect.closeTo(98.475, 9)],
    resamplesUndefined: 0,
  });
  expect(percentileInterval(values(5)).interval).not.toBeNull();
  expect(percentileInterval(values(6))).toEqual({ interval: null, resamplesUndefined: 6 });
  expect(percentileInterval(Float64Array.of()).interval).toBeNull();
});
