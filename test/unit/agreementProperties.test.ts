import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COEFFICIENT_NAMES, isBoxCoefficient } from '../../shared/agreement/coefficients/coefficients.ts';
import type { AgreementFigure, Ratings } from '../../shared/agreement/ratings/ratings.ts';
import { firsts } from '../helpers/present.ts';
import { anyRows, completeRows, figureOf, ratingsFrom } from '../helpers/ratings.ts';
import { _, KRIPPENDORFF, tabled } from '../helpers/agreementTables.ts';

/** Nearer than so much, or both without a figure: digits cut off would differ where a figure lies on their border. */
function expectNear(actual: number | null, expected: number | null | undefined, tolerance: number): void {
  if (actual === null || expected === null || expected === undefined) expect(actual).toBe(expected);
  else expect(Math.abs(actual - expected)).toBeLessThan(tolerance);
}

describe('what is undefined says so in words', () => {
  const names = COEFFICIENT_NAMES.filter((name) => !isBoxCoefficient(name) && !name.startsWith('alpha_'));
  const reasons = (ratings: ReturnType<typeof ratingsFrom>, offered = 2): Record<string, string | null> =>
    Object.fromEntries(
      names.map((name) => {
        const figure = figureOf(name, ratings, 'ordinal', offered);
        // A reason or a figure, never both, and never 0 or 1 in a reason's place.
        expect(figure.value === null).toBe(figure.undefined !== null);
        if (figure.value === null) expect([figure.standardError, figure.interval]).toEqual([null, null]);
        return [name, figure.undefined];
      }),
    );

  test('no ratings, one rater, no item rated twice', () => {
    expect(reasons(ratingsFrom([], 2))).toMatchObject({ cohen_kappa: 'There are no ratings.' });
    const one = reasons(ratingsFrom([[0], [1], [0]], 2));
    for (const name of names) {
      if (one[name]?.includes('does not apply') === true) continue;
      expect(one[name]).toBe('Only one rater has rated.');
    }
    const apart = reasons(
      ratingsFrom(
        [
          [0, _],
          [_, 1],
        ],
        2,
      ),
    );
    for (const name of ['percent_agreement', 'cohen_kappa', 'krippendorff_alpha', 'gwet_ac1', 'pabak']) {
      expect(apart[name]).toBe('No item was rated by two raters.');
    }
  });

  test('a single category: AC1 and PABAK have a figure, kappa, pi and alpha do not', () => {
    const same = ratingsFrom(
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      2,
    );
    const why = reasons(same);
    for (const name of ['cohen_kappa', 'cohen_kappa_linear', 'scott_pi', 'fleiss_kappa'] as const) {
      expect(why[name]).toBe('All ratings are the same category.');
    }
    for (const level of ['nominal', 'ordinal', 'interval'] as const) {
      expect(why[`krippendorff_alpha_${level}`]).toBe('All ratings are the same category.');
    }
    expect(figureOf('percent_agreement', same).value).toBe(1);
    expect(figureOf('gwet_ac1', same).value).toBe(1);
    expect(figureOf('pabak', same, 'nominal', 2).value).toBe(1);
    // Nothing else was ever offered.
    const only = ratingsFrom(
      [
        [0, 0],
        [0, 0],
      ],
      1,
    );
    expect(figureOf('gwet_ac1', only).value).toBe(1);
    expect(figureOf('gwet_ac2', only, 'ordinal').value).toBe(1);
  });

  test('raters who always name different categories agree as chance would, which is a figure', () => {
    expect(
      figureOf(
        'cohen_kappa',
        ratingsFrom(
          [
            [0, 1],
            [0, 1],
          ],
          2,
        ),
      ).value,
    ).toBe(0);
  });

  test('coefficients of two raters with three, and Fleiss’ with ratings missing', () => {
    const three = ratingsFrom(
      [
        [0, 1, 1],
        [1, 1, _],
        [0, 0, 0],
      ],
      2,
    );
    const why = reasons(three);
    expect(why['cohen_kappa']).toBe('Cohen’s kappa compares two raters; these are 3.');
    expect(why['scott_pi']).toContain('these are 3');
    expect(why['pabak']).toContain('these are 3');
    expect(why['fleiss_kappa']).toContain('here it goes from 2 to 3');
  });

  test('PABAK goes by the categories offered, and a ratio scale has no negative values', () => {
    const ratings = tabled([
      [5, 1],
      [1, 5],
    ]);
    expect(figureOf('pabak', ratings, 'nominal', 2).value).toBeCloseTo(2 * (10 / 12) - 1, 12);
    expect(figureOf('pabak', ratings, 'nominal', 3).undefined).toBe(
      'PABAK is for two categories; this field offers 3.',
    );
    const negative = { ...ratings, values: Float64Array.of(-1, 1) };
    expect(figureOf('krippendorff_alpha_ratio', negative, 'interval').undefined).toContain('below zero');
  });

  test('what the level does not allow', () => {
    expect(figureOf('gwet_ac2', KRIPPENDORFF, 'nominal').undefined).toContain('does not apply');
    expect(() => figureOf('box_f1', KRIPPENDORFF)).toThrow(RangeError);
  });
});

describe('for all ratings', () => {
  const names = COEFFICIENT_NAMES.filter((name) => !isBoxCoefficient(name) && !name.startsWith('alpha_'));
  const all = (ratings: Ratings, chosen = names): readonly AgreementFigure[] =>
    chosen.map((name) => figureOf(name, ratings, 'ordinal'));
  /** The same figures but for the rounding of floating point, which hangs on the order in which is summed. */
  const expectAlike = (actual: readonly AgreementFigure[], expected: readonly AgreementFigure[]): void => {
    expect(actual.map(({ undefined: reason }) => reason === null)).toEqual(
      expected.map(({ undefined: reason }) => reason === null),
    );
    actual.forEach(({ value, standardError }, at) => {
      expectNear(value, expected[at]?.value, 1e-9);
      expectNear(standardError, expected[at]?.standardError, 1e-7);
    });
  };

  test('the order of items does not matter', () => {
    fc.assert(
      fc.property(anyRows, ({ rows, categories }) => {
        expectAlike(all(ratingsFrom(rows.toReversed(), categories)), all(ratingsFrom(rows, categories)));
      }),
    );
  });

  test('the order of raters does not matter', () => {
    fc.assert(
      fc.property(anyRows, ({ rows, categories }) => {
        const turned = rows.map((row) => [...row.slice(1), ...row.slice(0, 1)]);
        expectAlike(all(ratingsFrom(turned, categories)), all(ratingsFrom(rows, categories)));
      }),
    );
  });

  test('the names of categories do not matter to nominal coefficients, nor their direction to ordinal ones', () => {
    const nominal = names.filter((name) =>
      ['percent_agreement', 'cohen_kappa', 'scott_pi', 'fleiss_kappa', 'gwet_ac1'].includes(name),
    );
    fc.assert(
      fc.property(anyRows, ({ rows, categories }) => {
        const renamed = rows.map((row) =>
          row.map((code) => (code === null ? null : (code + 1) % categories)),
        );
        expectAlike(
          all(ratingsFrom(renamed, categories), nominal),
          all(ratingsFrom(rows, categories), nominal),
        );
        const reversed = rows.map((row) => row.map((code) => (code === null ? null : categories - 1 - code)));
        expectAlike(all(ratingsFrom(reversed, categories)), all(ratingsFrom(rows, categories)));
      }),
    );
  });

  test('many categories and many raters are grouped as few are', () => {
    // More patterns could occur than fit a table: the same figures must come from the hashed grouping.
    fc.assert(
      fc.property(completeRows(2, 4), (rows) => {
        const kappa = figureOf('cohen_kappa', ratingsFrom(rows, 4));
        const sparse = figureOf('cohen_kappa', ratingsFrom(rows, 2000));
        expectAlike([sparse], [kappa]);
      }),
    );
  });

  test('with two categories weights change nothing', () => {
    fc.assert(
      fc.property(completeRows(2, 2), (rows) => {
        const ratings = ratingsFrom(rows, 2);
        const [none, linear, quadratic] = firsts(
          all(ratings, ['cohen_kappa', 'cohen_kappa_linear', 'cohen_kappa_quadratic']),
          3,
        );
        expectAlike([linear, quadratic], [none, none]);
      }),
    );
  });

  test('alpha is Fleiss’ kappa but for a share that one rating has of all', () => {
    fc.assert(
      fc.property(completeRows(3, 4), (rows) => {
        const ratings = ratingsFrom(rows, 4);
        const kappa = figureOf('fleiss_kappa', ratings).value;
        const alpha = figureOf('krippendorff_alpha', ratings).value;
        if (kappa === null || alpha === null) {
          expect(alpha).toBe(kappa);
        } else {
          expect(alpha).toBeCloseTo(kappa + (1 - kappa) / (3 * rows.length), 9);
        }
      }),
    );
  });

  test('perfect agreement is 1 where there is variation', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 2, maxLength: 20 }), (codes) => {
        fc.pre(new Set(codes).size > 1);
        const ratings = ratingsFrom(
          codes.map((code) => [code, code]),
          4,
        );
        for (const name of names) {
          const { value, undefined: reason } = figureOf(name, ratings, 'ordinal');
          if (reason === null) expect(value).toBeCloseTo(1, 12);
        }
      }),
    );
  });
});
