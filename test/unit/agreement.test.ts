import { describe, expect, test } from 'vitest';
import { agreementByCategory, agreementByMember } from '../../shared/agreement/analysis/categories.ts';
import { COEFFICIENT_NAMES, type CoefficientName } from '../../shared/agreement/coefficients/coefficients.ts';
import { confusionOf } from '../../shared/agreement/ratings/confusion.ts';
import { disagreement } from '../../shared/agreement/ratings/disagreement.ts';
import {
  fleissByCategory,
  standardErrorWithoutAgreement,
} from '../../shared/agreement/coefficients/fleissKappa.ts';
import { marginalsOf } from '../../shared/agreement/ratings/marginals.ts';
import { agreementByPair } from '../../shared/agreement/analysis/pairs.ts';
import { patternsOf } from '../../shared/agreement/ratings/patterns.ts';
import { jaccardDistance, masiDistance } from '../../shared/agreement/ratings/setDistances.ts';
import { agreementByStratum } from '../../shared/agreement/analysis/strata.ts';
import { agreementFrom, figureOf, ratingsFrom } from '../helpers/ratings.ts';
import { _, FLEISS, KRIPPENDORFF, tabled } from '../helpers/agreementTables.ts';

const rounded = (value: number | null | undefined, digits = 3): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(digits));

describe('published examples', () => {
  test('Fleiss 1971: 30 patients, 6 psychiatrists, 5 diagnoses', () => {
    expect(rounded(figureOf('fleiss_kappa', FLEISS).value)).toBe(0.43);
    expect(rounded(figureOf('percent_agreement', FLEISS).value)).toBe(0.556);
    const categories = fleissByCategory(patternsOf(FLEISS));
    expect(categories.map(({ kappa }) => rounded(kappa.value))).toEqual([0.245, 0.245, 0.52, 0.471, 0.566]);
    // Fleiss, Nee and Landis 1979: the root of 2 / (30 * 6 * 5) for a category, z = 17.65 for all.
    expect(categories.map((one) => rounded(one.standardErrorWithoutAgreement, 4))).toEqual(
      Array(5).fill(0.0471),
    );
    expect(rounded(0.4302445 / (standardErrorWithoutAgreement(patternsOf(FLEISS)) ?? 0), 2)).toBe(17.65);
  });

  test('Krippendorff 2004: alpha at four levels', () => {
    const alpha = (level: string): number | null => {
      const name = COEFFICIENT_NAMES.find((known) => known === `krippendorff_alpha_${level}`);
      return name === undefined ? null : rounded(figureOf(name, KRIPPENDORFF, 'interval').value);
    };
    expect(['nominal', 'ordinal', 'interval', 'ratio'].map(alpha)).toEqual([0.743, 0.815, 0.849, 0.797]);
    expect(rounded(figureOf('krippendorff_alpha', KRIPPENDORFF).value)).toBe(0.743);
    expect(rounded(figureOf('krippendorff_alpha', KRIPPENDORFF, 'ordinal').value)).toBe(0.815);
    expect(rounded(figureOf('krippendorff_alpha', KRIPPENDORFF, 'interval').value)).toBe(0.849);
  });

  test('Gwet 2014, page 120: the same ratings, AC1 and AC2 with their standard errors', () => {
    const ac1 = figureOf('gwet_ac1', KRIPPENDORFF);
    expect([rounded(ac1.value, 5), rounded(ac1.standardError, 5)]).toEqual([0.77544, 0.14295]);
    const quadratic = figureOf('gwet_ac2', KRIPPENDORFF, 'ordinal');
    expect([rounded(quadratic.value), rounded(quadratic.standardError)]).toEqual([0.914, 0.104]);
    const linear = figureOf('gwet_ac2_linear', KRIPPENDORFF, 'ordinal');
    expect([rounded(linear.value), rounded(linear.standardError)]).toEqual([0.859, 0.117]);
  });

  test('Gwet’s table of 100 pregnancies by two abstractors', () => {
    const ratings = tabled([
      [13, 0, 0],
      [0, 20, 7],
      [0, 4, 56],
    ]);
    const of = (name: CoefficientName): (number | null)[] => {
      const { value, standardError } = figureOf(name, ratings);
      // The formulas for two raters divide by the items, those for any number of raters by one less, as ours do.
      const published = standardError === null ? null : standardError * Math.sqrt(99 / 100);
      return [rounded(value, 7), rounded(published, 6)];
    };
    expect(of('gwet_ac1')).toEqual([0.8493305, 0.043217]);
    expect(of('scott_pi')).toEqual([0.7962397, 0.059055]);
    expect(of('cohen_kappa')[0]).toBe(0.7964094);
    expect(of('percent_agreement')).toEqual([0.89, 0.031289]);
    expect(of('krippendorff_alpha')).toEqual([0.7972585, null]);
  });

  test('Byrt, Bishop and Carlin 1993: PABAK is twice the agreement less one', () => {
    const ratings = tabled([
      [80, 10],
      [5, 5],
    ]);
    expect(figureOf('pabak', ratings).value).toBeCloseTo(0.7, 12);
    expect(figureOf('pabak', ratings).standardError).toBeCloseTo(2 * Math.sqrt((0.85 * 0.15) / 100), 12);
  });

  test('Passonneau 2006: thirds for subset and overlap', () => {
    const set = (text: string): Set<string> => new Set(text);
    expect(masiDistance(set('abc'), set('abc'))).toBe(0);
    expect(masiDistance(set('abc'), set('ab'))).toBeCloseTo(1 - (2 / 3) * (2 / 3), 12);
    expect(masiDistance(set('abc'), set('bcd'))).toBeCloseTo(1 - (1 / 3) * (1 / 2), 12);
    expect(masiDistance(set('ab'), set('cd'))).toBe(1);
    expect(masiDistance(set(''), set(''))).toBe(0);
    expect(masiDistance(set(''), set('a'))).toBe(1);
    expect(jaccardDistance(set('abc'), set('bcd'))).toBe(0.5);
    expect(jaccardDistance(set(''), set(''))).toBe(0);
  });
});

describe('views that follow', () => {
  test('the table of two raters counts what both rated', () => {
    expect(confusionOf(KRIPPENDORFF, 0, 1)).toEqual({
      items: 9,
      counts: [
        [2, 1, 0, 0, 0],
        [0, 3, 0, 0, 0],
        [0, 0, 2, 0, 0],
        [0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0],
      ],
    });
  });

  test('marginals of each rater', () => {
    expect(marginalsOf(KRIPPENDORFF)[0]).toEqual([3, 3, 2, 1, 0]);
    expect(
      marginalsOf(KRIPPENDORFF)
        .flat()
        .reduce((sum, count) => sum + count),
    ).toBe(41);
  });

  test('pairs of raters have the figure of the two alone', () => {
    const request = { level: 'ordinal', ratings: KRIPPENDORFF, offered: 5, bootstrap: null } as const;
    const pairs = agreementByPair(request) ?? [];
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    for (const { first, second, agreement } of pairs) {
      const rows = Array.from({ length: 12 }, (_, item) =>
        [first, second].map((rater) => KRIPPENDORFF.codes[item * 4 + rater] ?? -1),
      );
      expect(agreement.figures).toEqual(
        agreementFrom({ ...request, ratings: ratingsFrom(rows, 5, [1, 2, 3, 4, 5]) }).figures,
      );
      expect(agreement.figures.cohen_kappa?.items).toBe(rows.filter((row) => !row.includes(-1)).length);
    }
  });

  test('each stratum by itself, and items in none left out', () => {
    const of = Int32Array.from({ length: 30 }, (_, item) => (item < 10 ? 0 : item < 25 ? 1 : -1));
    const strata = agreementByStratum(
      { level: 'nominal', ratings: FLEISS, offered: 5, bootstrap: null },
      { names: ['indoors', 'outdoors'], of },
    );
    expect(strata?.map(({ stratum, agreement }) => [stratum, agreement.items])).toEqual([
      ['indoors', 10],
      ['outdoors', 15],
    ]);
    const first = { ...FLEISS, items: 10, codes: FLEISS.codes.slice(0, 60) };
    expect(strata?.[0]?.agreement.figures.fleiss_kappa?.value).toBe(figureOf('fleiss_kappa', first).value);
  });

  test('each category against all others', () => {
    const categories = agreementByCategory({
      level: 'nominal',
      ratings: FLEISS,
      offered: 5,
      bootstrap: null,
    });
    expect(categories?.map(({ agreement }) => rounded(agreement.figures.fleiss_kappa?.value))).toEqual([
      0.245, 0.245, 0.52, 0.471, 0.566,
    ]);
  });

  test('each category as a question whose answer is yes for the category', () => {
    const ratings = ratingsFrom(
      [
        [0, 0],
        [0, 0],
      ],
      2,
    );
    const categories = agreementByCategory({ level: 'nominal', ratings, offered: 2, bootstrap: null });
    expect(categories?.map(({ agreement }) => agreement.skew?.category)).toEqual([1, 0]);
  });

  test('each member of sets: whether raters agree that it belongs in', () => {
    const sets = [['left', 'near'], ['near'], []];
    const ratings = ratingsFrom(
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [2, 2],
      ],
      3,
    );
    const members = agreementByMember({ level: 'set', ratings, sets, bootstrap: null });
    expect(members?.map(({ part, agreement }) => [part, agreement.figures.percent_agreement?.value])).toEqual(
      [
        ['left', 0.75],
        ['near', 1],
      ],
    );
  });

  test('the most disputed items are those whose raters are farthest apart', () => {
    const rows = [
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 2],
      [0, 2, 2],
      [0, _, _],
      [0, 2, _],
    ];
    const scores = (level: 'nominal' | 'ordinal'): (number | null)[] =>
      [...disagreement(ratingsFrom(rows, 3), { level })].map((score) => rounded(score));
    expect(scores('nominal')).toEqual([0, 0.667, 1, 0.667, Number.NaN, 1]);
    expect(scores('ordinal')).toEqual([0, 0.333, 0.667, 0.667, Number.NaN, 1]);
    const valued = ratingsFrom(rows, 3, [0, 1, 10]);
    expect([...disagreement(valued, { level: 'interval' })].map((score) => rounded(score))).toEqual([
      0,
      0.067,
      0.667,
      0.667,
      Number.NaN,
      1,
    ]);
    const sets = [['a', 'b'], ['a'], ['c']];
    expect(rounded(disagreement(ratingsFrom([[0, 1]], 3), { level: 'set', sets })[0])).toBe(0.667);
  });
});
