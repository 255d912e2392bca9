import type { Watch } from './bootstrap/bootstrap.ts';
import { type Agreement, type CategoryRequest, agreementOf } from './analyse.ts';

export interface CategoryAgreement {
  readonly category: number;
  readonly agreement: Agreement;
}

/**
 * The figures of each category against all others: Fleiss' kappa of a category (Fleiss 1971, section 4) is the one
 * of the field with two categories, and so for the other coefficients. Null where the watch cancelled it.
 */
export function agreementByCategory(
  request: CategoryRequest,
  watch: Watch = {},
): readonly CategoryAgreement[] | null {
  const result: CategoryAgreement[] = [];
  for (let category = 0; category < request.ratings.categories; category += 1) {
    const codes = request.ratings.codes.map((code) => (code < 0 ? -1 : code === category ? 1 : 0));
    const agreement = agreementOf(
      {
        ...request,
        level: 'nominal',
        offered: 2,
        ratings: { ...request.ratings, categories: 2, values: null, codes },
      },
      watch,
    );
    if (agreement === null) return null;
    result.push({ category, agreement });
  }
  return result;
}
