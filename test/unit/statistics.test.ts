import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chiSquaredTest, cramersV } from '../../shared/statistics/chiSquared.ts';
import { crossTabulate, marginsOf, withoutEmpty } from '../../shared/statistics/contingency.ts';
import {
  enumerateTables,
  fisherExact,
  freemanHalton,
  logProbabilityOf,
} from '../../shared/statistics/exact.ts';
import { logGamma, normalTwoSided, upperGamma } from '../../shared/statistics/gamma.ts';
import { testIndependence } from '../../shared/statistics/independence.ts';
import { mannWhitney } from '../../shared/statistics/mannWhitney.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';
import { holm, signTest, wilsonInterval } from '../../shared/statistics/proportions.ts';
import golden from '../fixtures/statistics/golden.json' with { type: 'json' };

/** The figure, or a failed test with the reason there is none. */
function defined<T>(outcome: Outcome<T>): T {
  if (!outcome.defined) throw new Error(outcome.reason);
  return outcome;
}

/** Equal up to a relative difference of 1e-9. */
function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), 1e-6));
}

const table = (rows: number, columns: number, largest: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(fc.nat(largest), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  });
const anyTable = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 3 }))
  .chain(([rows, columns]) => table(rows, columns, 5));
const transposed = (counts: readonly (readonly number[])[]): number[][] =>
  (counts[0] ?? []).map((_, column) => counts.map((row) => row[column] ?? 0));

describe('against SciPy and R', () => {
  test.each(golden.upperGamma)('upper incomplete gamma function at a=$a, x=$x', ({ a, x, q }) => {
    expectClose(upperGamma(a, x), q);
  });
  test.each(golden.logGamma)('logarithm of gamma at $x', ({ x, value }) => {
    expect(logGamma(x)).toBeCloseTo(value, 8);
  });
  test.each(golden.normal)('normal tails at $z', ({ z, p }) => expectClose(normalTwoSided(z), p));
  test.each(golden.chiSquared)(
    "chi-squared and Cramér's V of $table",
    ({ table, statistic, degrees, p, v }) => {
      const result = defined(chiSquaredTest(table));
      expectClose(result.statistic, statistic);
      expect(result.degrees).toBe(degrees);
      expectClose(result.p, p);
      expectClose(defined(cramersV(table)).value, v);
    },
  );
  test.each(golden.fisher)("Fisher's exact test of $table", ({ table, scipy, r }) => {
    const { p } = defined(fisherExact(table));
    expectClose(p, scipy);
    expect(p).toBeCloseTo(r, 10);
  });
  test.each(golden.freemanHalton)('Freeman and Halton of $table', ({ table, p }) => {
    expect(defined(freemanHalton(table)).p).toBeCloseTo(p, 8);
  });
  test.each(golden.mannWhitney)('Mann-Whitney $u', ({ first, second, u, p }) => {
    const result = defined(mannWhitney(first, second));
    expect(result.u).toBe(u);
    expectClose(result.p, p);
  });
  test.each(golden.wilson)('Wilson interval of $successes in $trials', ({ successes, trials, low, high }) => {
    const interval = defined(wilsonInterval(successes, trials));
    expectClose(interval.low, low);
    expectClose(interval.high, high);
  });
  test.each(golden.sign)('sign test of $heads to $tails', ({ heads, tails, p }) => {
    expectClose(defined(signTest(heads, tails)).p, p);
  });
  test.each(golden.holm)('Holm of $p', ({ p, adjusted }) => {
    holm(p).forEach((value, index) => expectClose(value, adjusted[index] ?? Number.NaN));
  });
});

describe('exact tests', () => {
  test('the probabilities of all tables of the same margins add up to one', () => {
    fc.assert(
      fc.property(anyTable, (counts) => {
        const { rows, columns } = marginsOf(counts);
        let sum = 0;
        expect(enumerateTables(rows, columns, 1e6, (logarithm) => (sum += Math.exp(logarithm)))).toBe(true);
        expect(sum).toBeCloseTo(1, 9);
      }),
    );
  });

  test('on 2 x 2 both exact tests agree', () => {
    fc.assert(
      fc.property(table(2, 2, 30), (counts) => {
        const fisher = fisherExact(counts);
        const general = freemanHalton(counts);
        expect(general.defined).toBe(fisher.defined);
        if (fisher.defined && general.defined) expect(general.p).toBeCloseTo(fisher.p, 10);
      }),
    );
  });

  test('the order of rows and columns, and which is which, does not matter', () => {
    fc.assert(
      fc.property(anyTable, (counts) => {
        const one = freemanHalton(counts);
        const turned = [freemanHalton(counts.toReversed()), freemanHalton(transposed(counts))];
        for (const other of turned) {
          expect(other.defined).toBe(one.defined);
          if (one.defined && other.defined) expect(other.p).toBeCloseTo(one.p, 9);
        }
      }),
    );
  });

  test('p is at least the probability of the table observed', () => {
    fc.assert(
      fc.property(anyTable, (counts) => {
        const result = freemanHalton(counts);
        if (result.defined) {
          expect(result.p).toBeGreaterThanOrEqual(
            Math.exp(logProbabilityOf(withoutEmpty(counts))) * 0.999999,
          );
        }
      }),
    );
  });

  test('gives up in words where there are too many tables', () => {
    expect(
      freemanHalton(
        [
          [9, 9, 9],
          [9, 9, 9],
          [9, 9, 9],
        ],
        100,
      ),
    ).toEqual({
      defined: false,
      reason: 'More than 100 tables have these margins.',
    });
  });

  test('says what is undefined', () => {
    expect(
      fisherExact([
        [0, 0],
        [3, 4],
      ]),
    ).toMatchObject({ defined: false });
    expect(
      freemanHalton([
        [3, 0],
        [4, 0],
      ]),
    ).toMatchObject({ defined: false });
    expect(chiSquaredTest([])).toMatchObject({ defined: false });
    expect(() => chiSquaredTest([[1, 2], [3]])).toThrow(RangeError);
    expect(() =>
      chiSquaredTest([
        [1.5, 2],
        [3, 1],
      ]),
    ).toThrow(RangeError);
  });
});

describe('choice of the test', () => {
  test('2 x 2 is exact at any size', () => {
    expect(
      defined(
        testIndependence([
          [400, 600],
          [450, 550],
        ]),
      ).test,
    ).toMatch(/^Fisher/);
  });
  test('few tables: exact', () => {
    expect(
      defined(
        testIndependence([
          [37, 32],
          [11, 18],
          [2, 0],
        ]),
      ).test,
    ).toMatch(/Freeman and Halton/);
  });
  test('many counts: chi-squared', () => {
    const counts = [
      [200, 150, 50],
      [250, 300, 50],
      [120, 100, 90],
    ];
    expect(defined(testIndependence(counts))).toMatchObject({
      test: 'Chi-squared test, 4 degrees of freedom',
      p: defined(chiSquaredTest(counts)).p,
    });
  });
  test.each(golden.simulated)('sparse: p of $table comes close to a million of R', ({ table, p }) => {
    const drawn = defined(testIndependence(table));
    expect(drawn.test).toMatch(/9,999 random tables/);
    // Five standard errors of a share of 9,999 draws.
    expect(Math.abs(drawn.p - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / 9_999));
    expect(testIndependence(table)).toEqual(drawn);
  });
  test('sparse beyond resampling: says that it is approximate', () => {
    const counts = Array.from({ length: 400 }, (_, row) => [row % 2 === 0 ? 100 : 0, 1, row % 2]);
    expect(defined(testIndependence(counts)).test).toMatch(/sparse/);
  });
  test('p lies in (0, 1] and the effect in [0, 1]', () => {
    fc.assert(
      fc.property(anyTable, (counts) => {
        const result = testIndependence(counts);
        if (!result.defined) return;
        expect(result.p).toBeGreaterThan(0);
        expect(result.p).toBeLessThanOrEqual(1);
        const { value } = defined(cramersV(counts));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('Mann-Whitney', () => {
  const sample = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 });
  test('turning the samples round turns U round and leaves p', () => {
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const one = mannWhitney(first, second);
        const other = mannWhitney(second, first);
        expect(other.defined).toBe(one.defined);
        if (!one.defined || !other.defined) return;
        expect(one.u + other.u).toBe(first.length * second.length);
        expect(other.p).toBeCloseTo(one.p, 9);
        expect(one.superiority + other.superiority).toBeCloseTo(1, 9);
      }),
    );
  });
  test('U counts pairs', () => {
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const result = mannWhitney(first, second);
        if (!result.defined) return;
        const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number));
        expect(result.u).toBeCloseTo(
          wins.reduce((sum, win) => sum + win, 0),
          9,
        );
      }),
    );
  });
  test('says what is undefined', () => {
    expect(mannWhitney([], [1])).toEqual({ defined: false, reason: 'One of the samples is empty.' });
    expect(mannWhitney([2, 2], [2])).toEqual({ defined: false, reason: 'All values are equal.' });
  });
});

test('a cross table counts every pair once', () => {
  const { rows, columns, counts } = crossTabulate([
    ['hotel', 'clued'],
    ['dining', 'unclued'],
    ['hotel', 'unclued'],
    ['hotel', 'clued'],
  ]);
  expect({ rows, columns, counts }).toEqual({
    rows: ['hotel', 'dining'],
    columns: ['clued', 'unclued'],
    counts: [
      [2, 1],
      [0, 1],
    ],
  });
});
