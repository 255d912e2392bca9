import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regularisedBeta } from '../../shared/statistics/beta.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';
import { pairedComparison, pairedMeans } from '../../shared/statistics/pairedComparison.ts';
import { studentTwoSided, studentTwoSidedQuantile } from '../../shared/statistics/studentT.ts';
import golden from '../fixtures/statistics/studentT.json' with { type: 'json' };

/** The figure, or a failed test with the reason there is none. */
function defined<T>(outcome: Outcome<T>): T {
  if (!outcome.defined) throw new Error(outcome.reason);
  return outcome;
}

/** Equal up to a relative difference of 1e-10, and of 1e-15 absolutely. */
function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-10 * Math.abs(expected) + 1e-15);
}

describe('against SciPy and R', () => {
  test.each(golden.beta)('incomplete beta function at x=$x, a=$a, b=$b', ({ x, a, b, value }) => {
    expectClose(regularisedBeta(x, a, b), value);
  });
  test.each(golden.twoSided)('both tails at t=$t with $degrees degrees', ({ t, degrees, p }) => {
    expectClose(studentTwoSided(t, degrees), p);
    expectClose(studentTwoSided(-t, degrees), p);
  });
  test.each(golden.quantile)('quantile of $p with $degrees degrees', ({ p, degrees, t }) => {
    expectClose(studentTwoSidedQuantile(p, degrees), t);
  });
  test.each(golden.pairs)('paired comparison with p=$p', ({ first, second, ...expected }) => {
    const found = defined(pairedComparison(first, second));
    expect(found.n).toBe(first.length);
    expectClose(found.t, expected.t);
    expectClose(found.p, expected.p);
    expectClose(found.low, expected.low);
    expectClose(found.high, expected.high);
    expectClose(defined(found.cohensD).value, expected.cohensD);
  });
});

describe('against the printed table of the t distribution', () => {
  test.each([
    [1, 12.706, 63.657],
    [5, 2.571, 4.032],
    [10, 2.228, 3.169],
    [30, 2.042, 2.75],
    [120, 1.98, 2.617],
  ])('%i degrees of freedom: 5 %% and 1 %%', (degrees, five, one) => {
    expect(studentTwoSidedQuantile(0.05, degrees)).toBeCloseTo(five, 3);
    expect(studentTwoSidedQuantile(0.01, degrees)).toBeCloseTo(one, 3);
  });

  test('with one degree the distribution is Cauchy’s', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (t) => {
        expectClose(studentTwoSided(t, 1), (2 / Math.PI) * Math.atan(1 / t));
      }),
    );
  });
});

describe('what makes no sense', () => {
  test('has no probability', () => {
    expect(studentTwoSided(1, 0)).toBeNaN();
    expect(studentTwoSided(Number.NaN, 3)).toBeNaN();
    expect(studentTwoSidedQuantile(0.05, -1)).toBeNaN();
    expect(regularisedBeta(0.5, 0, 1)).toBeNaN();
    expect(regularisedBeta(1.5, 1, 1)).toBeNaN();
  });

  test('has a limit where it has one', () => {
    expect(studentTwoSided(0, 3)).toBe(1);
    expect(studentTwoSided(Number.POSITIVE_INFINITY, 3)).toBe(0);
    expect(studentTwoSidedQuantile(1, 3)).toBe(0);
    expect(studentTwoSidedQuantile(0, 3)).toBe(Number.POSITIVE_INFINITY);
    expect([regularisedBeta(0, 2, 3), regularisedBeta(1, 2, 3)]).toEqual([0, 1]);
  });

  test.each([
    ['different lengths', [1, 2], [1]],
    ['nothing', [], []],
    ['one pair', [1], [2]],
    ['equal differences', [1, 2, 3], [2, 3, 4]],
    ['equal differences but for rounding', [0.1, 0.2, 0.3], [0.2, 0.3, 0.4]],
  ])('is not compared: %s', (_, first, second) => {
    const outcome = pairedComparison(first, second);
    expect(outcome.defined ? '' : outcome.reason).toMatch(/\.$/u);
  });

  test('still has means and a difference where there is no test', () => {
    expect(pairedMeans([1, 2, 3], [2, 3, 4])).toMatchObject({
      n: 3,
      firstMean: 2,
      secondMean: 3,
      difference: -1,
      // Both lists have the population variance 2/3.
      cohensD: { value: -1 / Math.sqrt(2 / 3) },
    });
    // Three times the same, but for rounding.
    expect(pairedMeans([0.1, 0.1, 0.1], [0.7, 0.7, 0.7])).toMatchObject({ cohensD: { defined: false } });
    expect(pairedMeans([1], [4])).toMatchObject({ difference: -3, cohensD: { defined: false } });
    expect([pairedMeans([], []), pairedMeans([1, 2], [1])]).toMatchObject([
      { defined: false },
      { defined: false },
    ]);
  });

  test('the two the other way round have the opposite signs and the same p', () => {
    const value = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 30 }), (pairs) => {
        const [first, second] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const there = pairedComparison(first, second);
        const back = pairedComparison(second, first);
        if (!there.defined || !back.defined) {
          expect(back.defined).toBe(there.defined);
          return;
        }
        expectClose(back.t, -there.t);
        expectClose(back.p, there.p);
        expectClose(back.low, -there.high);
        expect(there.p).toBeGreaterThanOrEqual(0);
        expect(there.p).toBeLessThanOrEqual(1);
        // The interval leaves out nought exactly where the test is significant.
        if (Math.abs(there.p - 0.05) > 1e-9) expect(there.low > 0 || there.high < 0).toBe(there.p < 0.05);
      }),
    );
  });
});
