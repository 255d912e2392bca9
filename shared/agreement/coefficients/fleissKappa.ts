import { adviseOnDominance } from './advice.ts';
import type { CategoryCoefficient, PreparedCoefficient } from './coefficient.ts';
import { estimateOf, REASONS, undefinedBecause } from '../ratings/estimate.ts';
import { distancesWithin, nominalMetric } from '../ratings/distances.ts';
import { basisOf, isolateCategory, type Patterns } from '../ratings/patterns.ts';
import type { Estimate } from '../ratings/ratings.ts';
import { whyNotRatedTwice } from './twoRaters.ts';

/**
 * Fleiss' kappa (Fleiss 1971), for the same number of ratings on every item; items with a single rating are left out.
 * The standard error is valid for any true value (Gwet 2021), as an interval needs it; {@link
 * standardErrorWithoutAgreement} is valid only without any agreement.
 */
export function fleissKappa(patterns: Patterns): PreparedCoefficient {
  const { count, tally } = patterns;
  const distances = distancesWithin(patterns, nominalMetric());
  const perItem = ratingsPerItem(patterns);
  const fixed = tally.size.every((size) => size < 2 || size === perItem);
  const value = (weights: Float64Array): number => {
    const shares = sharesOf(patterns, weights);
    let [items, observed, expected] = [0, 0, 1];
    for (let pattern = 0; pattern < count; pattern += 1) {
      if ((tally.size[pattern] ?? 0) < 2) continue;
      items += weights[pattern] ?? 0;
      observed += (weights[pattern] ?? 0) * (distances[pattern] ?? 0);
    }
    for (const share of shares) expected -= share * share;
    // Exactly 1 where one category has it all.
    return shares.includes(1) ? Number.NaN : 1 - observed / (items * perItem * (perItem - 1)) / expected;
  };
  return {
    value: (weights) => (fixed ? value(weights) : Number.NaN),
    expected: () => sharesOf(patterns, patterns.weights).reduce((left, share) => left - share * share, 1),
    estimate: () => {
      const basis = basisOf(patterns, 2);
      const reason = whyNotRatedTwice(patterns) ?? notFixed(patterns);
      if (reason !== null) return undefinedBecause(reason, basis);
      const kappa = value(patterns.weights);
      if (Number.isNaN(kappa)) return undefinedBecause(REASONS.noVariation, basis);
      if (basis.items < 2) return estimateOf(kappa, null, basis);
      const shares = sharesOf(patterns, patterns.weights);
      const chance = shares.reduce((total, share) => total + share * share, 0);
      let squares = 0;
      for (let pattern = 0; pattern < count; pattern += 1) {
        if ((tally.size[pattern] ?? 0) < 2) continue;
        const agreement = 1 - (distances[pattern] ?? 0) / (perItem * (perItem - 1));
        const chanceOfItem = chanceIn(patterns, pattern, shares, perItem);
        const ofItem = (agreement - chance - 2 * (1 - kappa) * (chanceOfItem - chance)) / (1 - chance);
        squares += (patterns.weights[pattern] ?? 0) * (ofItem - kappa) ** 2;
      }
      return estimateOf(kappa, Math.sqrt(squares / (basis.items * (basis.items - 1))), basis);
    },
  };
}

/** How often a rating drawn by chance agrees with one of an item of a pattern. */
function chanceIn({ tally }: Patterns, pattern: number, shares: Float64Array, perItem: number): number {
  let chance = 0;
  for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1)
    chance += ((tally.count[at] ?? 0) / perItem) * (shares[tally.category[at] ?? 0] ?? 0);
  return chance;
}

/** A category's kappa: this category against all others (Fleiss 1971, section 4). */
export interface CategoryKappa {
  readonly category: number;
  readonly kappa: Estimate;
  /** The standard error if there is no agreement (Fleiss, Nee and Landis 1979), for a test and not for an interval. */
  readonly standardErrorWithoutAgreement: number | null;
}

/** Fleiss' kappa of each category; a category that nobody chose, or nobody else than all, has none. */
export function fleissByCategory(patterns: Patterns): readonly CategoryKappa[] {
  return Array.from({ length: patterns.categories }, (_, category) => {
    const kappa = fleissKappa(isolateCategory(patterns, category)).estimate();
    const perItem = ratingsPerItem(patterns);
    return {
      category,
      kappa:
        kappa.undefined === REASONS.noVariation
          ? { ...kappa, undefined: 'Nobody chose this category, or everybody always did.' }
          : kappa,
      standardErrorWithoutAgreement:
        kappa.value === null ? null : Math.sqrt(2 / (kappa.items * perItem * (perItem - 1))),
    };
  });
}

/**
 * The standard error of the overall kappa if there is no agreement beyond chance (Fleiss, Nee and Landis 1979,
 * equation 12), for a test of that; null where kappa is undefined.
 */
export function standardErrorWithoutAgreement(patterns: Patterns): number | null {
  if (fleissKappa(patterns).estimate().value === null) return null;
  const shares = sharesOf(patterns, patterns.weights);
  const perItem = ratingsPerItem(patterns);
  const { items } = basisOf(patterns, 2);
  let [spread, skew] = [0, 0];
  for (const share of shares) {
    spread += share * (1 - share);
    skew += share * (1 - share) * (1 - 2 * share);
  }
  return (
    (Math.sqrt(2) / (spread * Math.sqrt(items * perItem * (perItem - 1)))) * Math.sqrt(spread ** 2 - skew)
  );
}

function notFixed({ tally }: Patterns): string | null {
  const sizes = tally.size.filter((size) => size >= 2);
  const fewest = sizes.reduce((a, b) => Math.min(a, b), Infinity);
  const most = sizes.reduce((a, b) => Math.max(a, b), 0);
  return fewest === most
    ? null
    : `Fleiss’ kappa needs the same number of ratings on every item; here it goes from ${String(fewest)} to ${String(most)}.`;
}

/** How many ratings an item has, where it has more than one. */
function ratingsPerItem({ tally }: Patterns): number {
  return tally.size.find((size) => size >= 2) ?? 0;
}

/** Each category's share of the ratings of items that were rated more than once. */
function sharesOf({ count, tally, categories }: Patterns, weights: Float64Array): Float64Array {
  const shares = new Float64Array(categories);
  let ratings = 0;
  for (let pattern = 0; pattern < count; pattern += 1) {
    if ((tally.size[pattern] ?? 0) < 2) continue;
    const weight = weights[pattern] ?? 0;
    for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1) {
      const category = tally.category[at] ?? 0;
      shares[category] = (shares[category] ?? 0) + weight * (tally.count[at] ?? 0);
    }
    ratings += weight * (tally.size[pattern] ?? 0);
  }
  return shares.map((share) => share / ratings);
}

export const FLEISS_KAPPA: CategoryCoefficient = {
  title: 'Fleiss’ kappa',
  explanation: 'Agreement beyond chance for a fixed number of raters per item.',
  source: 'Fleiss 1971',
  advice: adviseOnDominance(({ raters }) =>
    raters === 2
      ? 'With two raters, papers report Cohen’s kappa; this one is for comparison.'
      : 'The usual choice for three or more raters who all rated every item.',
  ),
  levels: ['nominal', 'ordinal'],
  isUsual: () => true,
  isKappa: true,
  prepare: ({ patterns }) => fleissKappa(patterns),
};
