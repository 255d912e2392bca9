import type { Patterns } from './patterns.ts';

/** One category with so large a share of the ratings that kappa misleads: low although raters agree. */
export interface Skew {
  readonly category: number;
  /** Its share of all ratings, in (0.9, 1]. */
  readonly share: number;
}

/** A category is pointed out above this share of the ratings. */
const SKEWED_ABOVE = 0.9;

/** The category that has more than nine tenths of all ratings, or null where none has. */
export function skewOf({ count, tally, weights, categories }: Patterns): Skew | null {
  const frequencies = new Float64Array(categories);
  let ratings = 0;
  for (let pattern = 0; pattern < count; pattern += 1) {
    for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1) {
      const category = tally.category[at] ?? 0;
      const times = (weights[pattern] ?? 0) * (tally.count[at] ?? 0);
      frequencies[category] = (frequencies[category] ?? 0) + times;
      ratings += times;
    }
  }
  const category = frequencies.findIndex((frequency) => frequency > SKEWED_ABOVE * ratings);
  return category < 0 ? null : { category, share: (frequencies[category] ?? 0) / ratings };
}

/**
 * A sentence on what unequal categories do to kappa: it is lower than the agreement, or undefined if everybody always
 * chose one category.
 * @param kappa the coefficient's value, null where it is undefined
 */
export function skewInWords({ share }: Pick<Skew, 'share'>, category: string, kappa: number | null): string {
  const of = `${String(Math.floor(share * 1000) / 10)} % of the ratings are “${category}”.`;
  return kappa === null
    ? `${of} With nothing else to tell apart, kappa is undefined: that is neither low nor high agreement.`
    : `${of} With such unequal categories, kappa is low even where raters agree, because much of the agreement could come about by chance.`;
}
