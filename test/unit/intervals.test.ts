import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrap } from '../../shared/agreement/intervals/intervals.ts';
import { bcaInterval } from '../../shared/agreement/intervals/bca.ts';
import {
  clusteredShareInterval,
  type ShareCell,
  shareInfluence,
} from '../../shared/statistics/clusteredShare.ts';
import { crossedVariance } from '../../shared/statistics/crossed.ts';
import { normalBelow, normalQuantile } from '../../shared/statistics/normal.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';
import { clusteredDifference, pairedShares } from '../../shared/statistics/pairedShares.ts';
import { wilsonInterval } from '../../shared/statistics/proportions.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

function defined<T>(outcome: Outcome<T>): T {
  if (!outcome.defined) throw new Error(outcome.reason);
  return outcome;
}

/** Six people on six items, not everybody on each: person, item, right. */
const ANSWERS = [
  [0, 0, 1],
  [0, 1, 1],
  [0, 2, 0],
  [0, 3, 1],
  [0, 4, 1],
  [1, 0, 1],
  [1, 1, 0],
  [1, 2, 0],
  [1, 3, 1],
  [2, 0, 1],
  [2, 1, 1],
  [2, 2, 1],
  [2, 3, 1],
  [2, 4, 0],
  [2, 5, 1],
  [3, 1, 0],
  [3, 2, 0],
  [3, 3, 1],
  [3, 4, 0],
  [3, 5, 1],
] as const;

// prettier-ignore

const cellsOf = (person: (person: number) => number): ShareCell[] =>
  ANSWERS.map(([who, unit, hits]) => ({ unit, person: person(who), hits, of: 1 }));

/** The mean squares of answers, a row a person, by their definitions. */
function meanSquares(rows: readonly string[]): Record<'people' | 'items' | 'residuals', number> {
  const values = rows.map((row) => row.split('').map(Number));
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [people, items] = [values.length, values[0]?.length ?? 0];
  const whole = mean(values.flat());
  const ofPeople = values.map(mean);
  const ofItems = Array.from({ length: items }, (_, item) => mean(values.map((own) => own[item] ?? 0)));
  const squares = (list: readonly number[]): number => list.reduce((sum, value) => sum + value ** 2, 0);
  return {
    people: (items * squares(ofPeople.map((value) => value - whole))) / (people - 1),
    items: (people * squares(ofItems.map((value) => value - whole))) / (items - 1),
    residuals:
      squares(
        values.flatMap((own, person) =>
          own.map((value, item) => value - (ofPeople[person] ?? 0) - (ofItems[item] ?? 0) + whole),
        ),
      ) /
      ((people - 1) * (items - 1)),
  };
}

describe('the standard normal distribution', () => {
  it('has the quantiles and shares that SciPy has', () => {
    const quantiles = [1e-12, 0.01, 0.3, 0.8, 0.999].map(normalQuantile);
    [-7.034_483_825_301_131, -2.326_347_874_040_840_8, -0.524_400_512_708_041, 0.841_621_233_572_914_3,
      3.090_232_306_167_813].forEach((value, at) => {
      expect(quantiles[at]).toBeCloseTo(value, 12);
    }); // prettier-ignore
    expect(normalBelow(-3.3)).toBeCloseTo(0.000_483_424_142_383_777_44, 14);
    expect(normalBelow(1.2)).toBeCloseTo(0.884_930_329_778_291_8, 13);
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (p) => {
        expect(normalBelow(normalQuantile(p))).toBeCloseTo(p, 12);
      }),
    );
  });
});

describe('the BCa interval', () => {
  const values = [
    0.02, 0.15, 0.33, 0.41, 0.47, 0.52, 0.58, 0.61, 0.66, 0.71, 0.75, 0.78, 0.8, 0.83, 0.85, 0.87, 0.89, 0.9,
    0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99, 0.995, 1,
  ];
  const resampled = {
    weights: new Float64Array(values.length).fill(1),
    patternOf: Int32Array.from(values.keys()),
  };
  const ratio = (weights: Float64Array): number => {
    let [squares, sum] = [0, 0];
    values.forEach((value, at) => {
      squares += (weights[at] ?? 0) * value ** 2;
      sum += (weights[at] ?? 0) * value;
    });
    return squares / sum;
  };

  it('is R’s, up to what 10,000 draws leave open', () => {
    const [found] = bootstrap(resampled, [ratio], { resamples: 10_000, seed: 3 }) ?? [];
    // boot 1.3-28.1, boot.ci(type = 'bca'): the mean of eight runs of 10,000; they spread by 0.0012 and 0.0004.
    expect(found?.interval?.[0]).toBeCloseTo(0.785_05, 2);
    expect(Math.abs((found?.interval?.[0] ?? 0) - 0.785_05)).toBeLessThan(0.005);
    expect(Math.abs((found?.interval?.[1] ?? 0) - 0.894)).toBeLessThan(0.002);
  });

  it('is none of too few items, of figures that do not vary, and of those that resamples leave undefined', () => {
    const few = {
      weights: new Float64Array(29).fill(1),
      patternOf: Int32Array.from({ length: 29 }, (_, at) => at),
    };
    expect(bootstrap(few, [ratio], { resamples: 100, seed: 1 })?.[0]?.interval).toBeNull();
    expect(bcaInterval(new Float64Array(100).fill(1), 1, 0).interval).toBeNull();
    const undefinedOften = Float64Array.from({ length: 100 }, (_, at) => (at < 10 ? Number.NaN : at));
    expect(bcaInterval(undefinedOften, 50, 0)).toEqual({ interval: null, resamplesUndefined: 10 });
  });
});

describe('a share of answers that are not independent', () => {
  it('has the variance by items that statsmodels has', () => {
    // OLS(y, 1).fit(cov_type='cluster'), groups of items.
    const byItems = crossedVariance([shareInfluence(cellsOf(() => 0))]);
    expect(byItems?.variance).toBeCloseTo(0.022_124_999_999_999_985, 14);
    expect(byItems).toMatchObject({ units: 6, degrees: 5 });
  });

  it('has the mean squares of a two-way layout where everybody answers everything', () => {
    // The variance of the mean of 24 answers is (people + items - residuals) / 24.
    const right = ['110110', '100100', '111111', '010010'];
    const cells = right.flatMap((row, person) =>
      row.split('').map((hit, unit): ShareCell => ({ unit, person, hits: Number(hit), of: 1 })),
    );
    const found = crossedVariance([shareInfluence(cells)]);
    const { people, items, residuals } = meanSquares(right);
    expect(found?.variance).toBeCloseTo((people + items - residuals) / 24, 12);
    const inflated = (people * 4) / 3;
    const degrees =
      (inflated + items - residuals) ** 2 / (inflated ** 2 / 3 + items ** 2 / 5 + residuals ** 2 / 15);
    expect(found?.degrees).toBeCloseTo(degrees, 10);
  });

  it('counts nothing for people who differ no more than their answers do', () => {
    const cells = Array.from({ length: 12 }, (_, unit) =>
      [0, 1, 2].map((person): ShareCell => ({
        unit,
        person,
        hits: (unit + person) % 3 === 0 ? 1 : 0,
        of: 1,
      })),
    ).flat();
    const alone = crossedVariance([shareInfluence(cells.map((cell) => ({ ...cell, person: 0 })))]);
    expect(crossedVariance([shareInfluence(cells)])?.variance).toBe(alone?.variance);
  });

  it('takes people as the sample where no two answered the same items', () => {
    const cells = Array.from({ length: 12 }, (_, unit): ShareCell => ({
      unit,
      person: Math.floor(unit / 4),
      hits: unit % 3 === 0 ? 1 : 0,
      of: 1,
    }));
    const found = crossedVariance([shareInfluence(cells)]);
    const alone = crossedVariance([shareInfluence(cells.map((cell) => ({ ...cell, person: 0 })))]);
    expect(found?.variance).toBeGreaterThan(alone?.variance ?? Number.POSITIVE_INFINITY);
  });

  it('is wider over people and items than Wilson’s, and stays between 0 and 1', () => {
    const [low = 0, high = 1] = clusteredShareInterval(cellsOf((person) => person)) ?? [];
    const wilson = defined(wilsonInterval(13, 20));
    expect(low).toBeLessThan(wilson.low);
    expect(high).toBeGreaterThan(wilson.high);
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
  });

  it('does not collapse where everything is right, and has none of one cluster', () => {
    const all = Array.from({ length: 12 }, (_, unit): ShareCell => ({ unit, person: 0, hits: 2, of: 2 }));
    const [low = 0, high = 0] = clusteredShareInterval(all) ?? [];
    expect(high).toBe(1);
    expect(low).toBeLessThan(0.8);
    expect(clusteredShareInterval([{ unit: 0, person: 0, hits: 3, of: 4 }])).toBeNull();
  });
});

describe('two shares of the same items', () => {
  it('differ as Tango’s interval has it, with McNemar’s p', () => {
    // Fagerland, Lydersen and Laake 2014, airway hyper-responsiveness: [-0.517, -0.026].
    const found = defined(pairedShares(1, 1, 7, 12));
    expect(found.low).toBeCloseTo(-0.5172, 4);
    expect(found.high).toBeCloseTo(-0.026, 4);
    expect(defined(pairedShares(36, 12, 2, 0))).toMatchObject({
      low: expect.closeTo(0.061_11, 4),
      high: expect.closeTo(0.344_71, 4),
    });
    expect(defined(pairedShares(54, 0, 0, 0))).toMatchObject({ low: expect.closeTo(-0.0664, 4), p: 1 });
    // statsmodels 0.13: mcnemar(exact=False, correction=False).
    expect(defined(pairedShares(36, 12, 2, 0)).p).toBeCloseTo(0.007_526_315_166_457_89, 10);
    expect(pairedShares(0, 0, 0, 0)).toMatchObject({ defined: false });
  });

  it('have an interval that excludes nought just where p is below 0.05', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40), (a, b, c, d) => {
        fc.pre(a + b + c + d > 0);
        const { low, high, p } = defined(pairedShares(a, b, c, d));
        expect(low > 1e-9 || high < -1e-9).toBe(p < 0.05);
      }),
      { numRuns: 500 },
    );
    const random = seededRandom(2);
    for (let study = 0; study < 300; study += 1) {
      const side = (people: number, chance: number): ShareCell[] =>
        Array.from({ length: people }, (_, person) =>
          Array.from({ length: 25 }, (__, unit): ShareCell => ({
            unit,
            person,
            hits: random() < chance ? 1 : 0,
            of: 1,
          })),
        ).flat();
      const { low, high, p } = defined(clusteredDifference(side(4, 0.8), side(1, random())));
      expect(low > 0 || high < 0).toBe(p < 0.05);
    }
  });

  it('differ nearly as much where each answer is a cluster of its own', () => {
    const counts = [
      [20, 1, 1],
      [12, 1, 0],
      [2, 0, 1],
      [16, 0, 0],
    ] as const;
    const units = counts.flatMap(([times, one, other]) =>
      Array.from({ length: times }, () => [one, other] as const),
    );
    const side = (at: 0 | 1): ShareCell[] =>
      units.map((pair, unit) => ({ unit, person: 0, hits: pair[at], of: 1 }));
    const found = defined(clusteredDifference(side(0), side(1)));
    expect(found.difference).toBeCloseTo(0.2, 12);
    expect(found.low).toBeCloseTo(0.0562, 2);
    expect(found.high).toBeCloseTo(0.3292, 2);
    expect(found.p).toBeLessThan(0.02);
  });

  it('turned round are turned round', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(40), fc.integer({ min: 1, max: 40 }), (a, b, c, d) => {
        const [one, other] = [defined(pairedShares(a, b, c, d)), defined(pairedShares(a, c, b, d))];
        expect(other.difference).toBeCloseTo(-one.difference, 12);
        expect(other.low).toBeCloseTo(-one.high, 10);
        expect(other.p).toBeCloseTo(one.p, 12);
        expect(one.low).toBeLessThanOrEqual(one.difference + 1e-12);
        expect(one.high).toBeGreaterThanOrEqual(one.difference - 1e-12);
      }),
    );
  });
});
