import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSample, proportionalShares } from '../../shared/domain/sampling.ts';

const strata = fc.array(fc.constantFrom('clued', 'unclued', 'hotel', null), { maxLength: 60 });
const from = (values: readonly (string | null)[]) =>
  values.map((stratum, item) => ({ item: String(item), stratum }));
const seed = fc.integer({ min: 0, max: 0xffff_ffff });

describe('a sample', () => {
  it('is what the request says, without replacement, in the order of the items, and the same each time', () => {
    fc.assert(
      fc.property(
        strata,
        fc.constantFrom('each', 'total'),
        fc.integer({ min: 1, max: 70 }),
        seed,
        (values, how, size, own) => {
          const request = { from: from(values), size: { how, size }, seed: own };
          const sample = drawSample(request);
          expect(drawSample(request)).toEqual(sample);
          const numbers = sample.chosen.map(Number);
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
          for (const { value, available, chosen } of sample.strata) {
            expect(values.filter((stratum) => stratum === value)).toHaveLength(available);
            expect(numbers.filter((number) => values[number] === value)).toHaveLength(chosen);
            if (how === 'each') expect(chosen).toBe(Math.min(size, available));
            else
              expect(
                Math.abs(chosen - (available * Math.min(size, values.length)) / values.length),
              ).toBeLessThan(1);
          }
          if (how === 'total') expect(numbers).toHaveLength(Math.min(size, values.length));
        },
      ),
    );
  });

  it('is everything where no size is asked for', () => {
    const sample = drawSample({ from: from(['a', 'b', 'a']), size: null, seed: 1 });
    expect(sample.chosen).toEqual(['0', '1', '2']);
    expect(sample.strata).toEqual([
      { value: 'a', available: 2, chosen: 2 },
      { value: 'b', available: 1, chosen: 1 },
    ]);
  });

  it('is another one with another seed, and each item has the same chance', () => {
    const values = Array.from({ length: 10 }, () => null);
    const counts = values.map(() => 0);
    for (let own = 0; own < 2000; own += 1)
      for (const each of drawSample({ from: from(values), size: { how: 'total', size: 3 }, seed: own })
        .chosen)
        counts[Number(each)] = (counts[Number(each)] ?? 0) + 1;
    // 600 each, with a standard deviation of about 20.
    for (const count of counts) expect(Math.abs(count - 600)).toBeLessThan(110);
  });
});

describe('shares in proportion', () => {
  it('follow the largest remainder', () => {
    expect(proportionalShares([50, 50], 5)).toEqual([3, 2]);
    expect(proportionalShares([82, 18], 10)).toEqual([8, 2]);
    // Balinski and Young's example: quotas 5.1, 3.06, 0.84.
    expect(proportionalShares([51, 30, 9], 9)).toEqual([5, 3, 1]);
    expect(proportionalShares([2, 3], 9)).toEqual([2, 3]);
    expect(proportionalShares([], 3)).toEqual([]);
  });
});
