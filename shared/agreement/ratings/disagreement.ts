import { linearMetric, type Metric, nominalMetric, ranks } from './distances.ts';
import type { Ratings } from './ratings.ts';
import { masiDistance, setMetric } from './setDistances.ts';

/** A field's level of measurement, with what its categories stand for where they are sets. */
export type DisagreementLevel =
  | { readonly level: 'nominal' | 'ordinal' | 'interval' }
  | { readonly level: 'set'; readonly sets: readonly (readonly string[])[] };

/**
 * How far apart an item's raters are, in [0, 1]: the mean distance over all pairs of ratings, as a share of the field's
 * largest distance: equality for nominal fields, steps for ordinal ones, differences for intervals, MASI for sets. NaN
 * for fewer than two ratings.
 */
export function disagreement(ratings: Ratings, field: DisagreementLevel): Float64Array {
  const metric = metricOfField(ratings, field);
  const greatest = field.level === 'set' ? 1 : metric.greatest();
  const { items, raters, codes } = ratings;
  return Float64Array.from({ length: items }, (_, item) => {
    const given = codes.subarray(item * raters, (item + 1) * raters).filter((code) => code >= 0);
    let [total, pairs] = [0, 0];
    given.forEach((a, at) => {
      for (const b of given.subarray(at + 1)) {
        total += metric.between(a, b);
        pairs += 1;
      }
    });
    return pairs === 0 ? Number.NaN : total / (pairs * (greatest || 1));
  });
}

function metricOfField({ categories, values }: Ratings, field: DisagreementLevel): Metric {
  switch (field.level) {
    case 'nominal':
      return nominalMetric();
    case 'ordinal':
      return linearMetric(ranks(categories));
    case 'interval':
      return linearMetric(values ?? ranks(categories));
    case 'set':
      return setMetric(field.sets, masiDistance);
  }
}
