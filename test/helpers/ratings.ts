import * as fc from 'fast-check';
import {
  type Agreement,
  agreementOf,
  type AnalysisRequest,
} from '../../shared/agreement/analysis/analyse.ts';
import type { CoefficientName } from '../../shared/agreement/coefficients/coefficients.ts';
import type { AgreementFigure, Ratings } from '../../shared/agreement/ratings/ratings.ts';
import { present } from './present.ts';

/** Ratings from a list per item of the raters' category indices, null where a rating is missing. */
export function ratingsFrom(
  rows: readonly (readonly (number | null)[])[],
  categories: number,
  values: readonly number[] | null = null,
): Ratings {
  return {
    items: rows.length,
    raters: rows[0]?.length ?? 0,
    categories,
    codes: Int32Array.from(rows.flat(), (code) => code ?? -1),
    values: values === null ? null : Float64Array.from(values),
  };
}

/** The figures of one request, without the bootstrap unless it asks for it. */
export function agreementFrom(request: AnalysisRequest): Agreement {
  return present(agreementOf(request));
}

/** One figure of categories. */
export function figureOf(
  coefficient: CoefficientName,
  ratings: Ratings,
  level: 'nominal' | 'ordinal' | 'interval' = 'nominal',
  offered = ratings.categories,
): AgreementFigure {
  const { figures } = agreementFrom({
    level,
    ratings,
    offered,
    coefficients: [coefficient],
    bootstrap: null,
  });
  return present(figures[coefficient], `${coefficient} was not given.`);
}

/** Random rows: two to five raters, two to five categories, some ratings missing. */
export const anyRows = fc
  .record({ raters: fc.integer({ min: 2, max: 5 }), categories: fc.integer({ min: 2, max: 5 }) })
  .chain(({ raters, categories }) =>
    fc.record({
      categories: fc.constant(categories),
      rows: fc.array(
        fc.array(fc.option(fc.nat(categories - 1), { freq: 5 }), { minLength: raters, maxLength: raters }),
        { minLength: 3, maxLength: 25 },
      ),
    }),
  );

/** Random rows without missing ratings. */
export const completeRows = (raters: number, categories: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(fc.nat(categories - 1), { minLength: raters, maxLength: raters }), {
    minLength: 3,
    maxLength: 30,
  });
