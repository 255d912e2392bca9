import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf, type CategoryRequest } from '../../shared/agreement/analysis/analyse.ts';
import { byUnits, patternUnits } from '../../shared/agreement/intervals/units.ts';
import { agreementByCategory } from '../../shared/agreement/analysis/categories.ts';
import { agreementByPair } from '../../shared/agreement/analysis/pairs.ts';
import { agreementByStratum } from '../../shared/agreement/analysis/strata.ts';
import { wilsonInterval } from '../../shared/statistics/proportions.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { studentTwoSidedQuantile } from '../../shared/statistics/studentT.ts';
import { agreementFrom, figureOf, ratingsFrom } from '../helpers/ratings.ts';
import { _, FLEISS, KRIPPENDORFF, tabled } from '../helpers/agreementTables.ts';

describe('what a figure rests on', () => {
  test('Fleiss’ kappa leaves items out that only one rated', () => {
    const both = [
      [0, 1],
      [0, 0],
      [1, 1],
      [1, 1],
      [2, 0],
    ];
    const alone = [
      [2, _],
      [_, 2],
      [_, 0],
    ];
    const { value, standardError, items } = figureOf('fleiss_kappa', ratingsFrom([...alone, ...both], 3));
    expect(items).toBe(5);
    const alike = figureOf('fleiss_kappa', ratingsFrom(both, 3));
    expect(value).toBe(alike.value);
    expect(standardError).toBe(alike.standardError);
  });

  test('items, ratings, raters, and what is not pairable', () => {
    const agreement = agreementFrom({ level: 'nominal', ratings: KRIPPENDORFF, offered: 5, bootstrap: null });
    expect(agreement).toMatchObject({ items: 12, ratings: 41, raters: 4, notPairable: 1, skew: null });
    expect(agreement.figures.krippendorff_alpha).toMatchObject({ items: 11, ratings: 40 });
  });

  test('a rater without any rating does not count', () => {
    const ratings = ratingsFrom(
      [
        [0, _, 0],
        [1, _, 1],
        [1, _, 0],
      ],
      2,
    );
    expect(figureOf('cohen_kappa', ratings).value).toBeCloseTo(0.4, 12);
  });

  test('too few items have no interval, and say so', () => {
    expect(figureOf('gwet_ac1', KRIPPENDORFF)).toMatchObject({
      interval: null,
      method: null,
      noInterval: 'Too few items for an interval: 11; at least 20 are needed.',
    });
  });

  test('a share of items has Wilson’s interval, however few they are', () => {
    const { interval, method } = figureOf(
      'percent_agreement',
      tabled([
        [9, 1],
        [0, 2],
      ]),
    );
    // statsmodels 0.13: proportion_confint(11, 12, method='wilson').
    expect(method).toBe('wilson');
    expect(interval?.[0]).toBeCloseTo(0.646_120_088_858_883, 10);
    expect(interval?.[1]).toBeCloseTo(0.985_134_905_595_082_9, 10);
  });

  test('perfect agreement of few items is not known to be perfect', () => {
    const { value, interval, method } = figureOf(
      'cohen_kappa',
      tabled([
        [20, 0],
        [0, 10],
      ]),
    );
    expect(value).toBe(1);
    expect(method).toBe('score');
    expect(interval?.[1]).toBe(1);
    expect(interval?.[0]).toBeGreaterThan(0.6);
    expect(interval?.[0]).toBeLessThan(0.9);
  });

  test('with nearly all ratings in one category kappa has no interval, and says why', () => {
    expect(
      figureOf(
        'cohen_kappa',
        tabled([
          [46, 1],
          [1, 2],
        ]),
      ),
    ).toMatchObject({ interval: null, noInterval: expect.stringContaining('outside the largest category') });
  });

  test('an interval stays in the range of its coefficient', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 9, maxLength: 9 }), (counts) => {
        const table = [0, 3, 6].map((from) => counts.slice(from, from + 3));
        const { figures } = agreementFrom({
          level: 'nominal',
          ratings: tabled(table),
          offered: 3,
          bootstrap: null,
        });
        for (const { value, interval } of Object.values(figures)) {
          if (value === null || interval === null) continue;
          expect(interval[0]).toBeLessThanOrEqual(value + 1e-12);
          expect(interval[1]).toBeGreaterThanOrEqual(value - 1e-12);
          expect(interval[1]).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  test('a single item has no standard error', () => {
    const single = ratingsFrom([[0, 1]], 2);
    for (const name of ['percent_agreement', 'cohen_kappa', 'scott_pi', 'gwet_ac1', 'pabak'] as const) {
      expect(figureOf(name, single)).toMatchObject({ undefined: null, standardError: null, interval: null });
    }
  });

  test('a category above nine tenths is pointed out', () => {
    const skewed = tabled([
      [90, 3],
      [3, 4],
    ]);
    const { skew, figures } = agreementFrom({
      level: 'nominal',
      ratings: skewed,
      offered: 2,
      bootstrap: null,
    });
    expect(skew).toEqual({ category: 0, share: 0.93 });
    expect(figures.gwet_ac1?.value).toBeGreaterThan((figures.cohen_kappa?.value ?? 1) + 0.3);
    expect(
      agreementFrom({
        level: 'nominal',
        ratings: tabled([
          [90, 0],
          [0, 10],
        ]),
        offered: 2,
        bootstrap: null,
      }).skew,
    ).toBeNull();
  });

  test('the usual coefficients of each level', () => {
    const usual = (level: 'nominal' | 'ordinal' | 'interval', offered: number): string[] =>
      Object.keys(agreementFrom({ level, ratings: KRIPPENDORFF, offered, bootstrap: null }).figures);
    expect(usual('nominal', 5)).toEqual([
      'percent_agreement',
      'cohen_kappa',
      'scott_pi',
      'fleiss_kappa',
      'krippendorff_alpha',
      'gwet_ac1',
    ]);
    expect(usual('nominal', 2)).toContain('pabak');
    expect(usual('ordinal', 5)).toEqual(
      expect.arrayContaining(['cohen_kappa_linear', 'cohen_kappa_quadratic', 'gwet_ac2']),
    );
    expect(usual('interval', 5)).not.toContain('cohen_kappa');
  });

  test('a request and its answer survive being handed to a thread', () => {
    const request = structuredClone({
      level: 'nominal',
      ratings: FLEISS,
      offered: 5,
      bootstrap: { resamples: 50, seed: 1 },
    } as const);
    const agreement = agreementFrom(request);
    expect(structuredClone(agreement)).toEqual(agreement);
    expect(JSON.parse(JSON.stringify(agreement))).toEqual(agreement);
  });

  test('ratings that are not of the form they claim are refused', () => {
    expect(() => figureOf('gwet_ac1', { ...KRIPPENDORFF, items: 11 })).toThrow(RangeError);
    expect(() => figureOf('gwet_ac1', { ...KRIPPENDORFF, categories: 3, values: null })).toThrow(RangeError);
  });
});

describe('what an interval takes as drawn', () => {
  const random = seededRandom(8);
  /** Forty items of two raters, twenty more of one. */
  const codes = Int32Array.from({ length: 120 }, (_, at) =>
    at >= 80 && at % 2 === 1 ? -1 : random() < 0.7 ? 0 : 1,
  );
  const request: CategoryRequest = {
    level: 'nominal',
    ratings: { items: 60, raters: 2, categories: 2, codes, values: null },
    offered: 2,
    coefficients: ['percent_agreement', 'cohen_kappa', 'gwet_ac1'],
    bootstrap: null,
  };
  const agreed = Array.from({ length: 40 }, (_, item) => (codes[2 * item] === codes[2 * item + 1] ? 1 : 0));
  const hits = agreed.reduce((sum: number, one) => sum + one, 0);

  test('is Wilson’s over the items rated twice, whatever else was rated once', () => {
    const figure = agreementOf(request)?.figures.percent_agreement;
    const wilson = wilsonInterval(hits, 40);
    expect(figure?.method).toBe('wilson');
    expect(figure?.items).toBe(40);
    if (!wilson.defined) throw new Error(wilson.reason);
    expect(figure?.interval?.[0]).toBeCloseTo(wilson.low, 12);
    expect(figure?.interval?.[1]).toBeCloseTo(wilson.high, 12);
  });

  test('counts neither items rated once nor their resamples towards what it needs', () => {
    const few = {
      ...request,
      ratings: { ...request.ratings, codes: codes.map((code, at) => (at >= 50 && at % 2 === 1 ? -1 : code)) },
    };
    const found = agreementOf({ ...few, bootstrap: { resamples: 50, seed: 1 } });
    expect(found).toMatchObject({ groups: 25, notPairable: 35 });
    expect(found?.figures.percent_agreement?.bootstrapInterval).toBeNull();
    const fewer = {
      ...request,
      ratings: { ...request.ratings, codes: codes.map((code, at) => (at >= 38 && at % 2 === 1 ? -1 : code)) },
    };
    expect(agreementOf(fewer)?.figures.cohen_kappa?.noInterval).toBe(
      'Too few items for an interval: 19; at least 20 are needed.',
    );
  });

  test('takes items of one image together: the variance of a clustered mean, Student’s t, and no Wilson', () => {
    const groups = Int32Array.from({ length: 60 }, (_, item) => Math.floor(item / 2));
    const found = agreementOf({ ...request, groups });
    expect(found?.groups).toBe(20);
    const figure = found?.figures.percent_agreement;
    expect(figure?.method).toBe('score');
    // The jackknife of a mean over equal clusters is the variance of their means.
    const means = Array.from(
      { length: 20 },
      (_, group) => ((agreed[2 * group] ?? 0) + (agreed[2 * group + 1] ?? 0)) / 2,
    );
    const mean = hits / 40;
    const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (20 * 19);
    const disagreeing = 1 - mean;
    const effective = Math.min((mean * disagreeing) / variance, 80);
    const wilson = wilsonInterval(disagreeing * effective, effective, studentTwoSidedQuantile(0.05, 19));
    if (!wilson.defined) throw new Error(wilson.reason);
    expect(figure?.interval?.[0]).toBeCloseTo(1 - wilson.high, 10);
    expect(figure?.interval?.[1]).toBeCloseTo(1 - wilson.low, 10);
    const few = agreementOf({ ...request, groups: groups.map((group) => Math.floor(group / 2)) });
    expect(few?.figures.percent_agreement?.noInterval).toBe(
      'The 40 items show 10 different images or entities; items that share one count as one. An interval takes at least 20 different ones: add items with other images.',
    );
    expect(agreementOf({ ...request, groups: Int32Array.from({ length: 60 }, (_, item) => item) })).toEqual(
      agreementOf(request),
    );
  });

  test('keeps the groups in strata, pairs and categories', () => {
    const groups = Int32Array.from({ length: 60 }, (_, item) => Math.floor(item / 2));
    const grouped = { ...request, groups };
    const strata = {
      names: ['a', 'b'],
      of: Int32Array.from({ length: 60 }, (_, item) => (item < 40 ? 0 : 1)),
    };
    expect(agreementByStratum(grouped, strata)?.map(({ agreement }) => agreement.groups)).toEqual([20, 0]);
    expect(agreementByPair(grouped)?.map(({ agreement }) => agreement.groups)).toEqual([20]);
    expect(agreementByCategory(grouped)?.map(({ agreement }) => agreement.groups)).toEqual([20, 20]);
  });

  test('draws groups whole in the bootstrap', () => {
    const units = patternUnits(Int32Array.from([0, 0, 1, 2]), Int32Array.from([7, 7, 7, 9]));
    const draw = byUnits(units, seededRandom(1));
    const weights = new Float64Array(3);
    for (let time = 0; time < 20; time += 1) {
      draw(weights);
      expect(weights[0]).toBe(2 * (weights[1] ?? 0));
      expect((weights[1] ?? 0) + (weights[2] ?? 0)).toBe(2);
    }
  });
});
