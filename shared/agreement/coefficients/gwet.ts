import { dominantShare } from './advice.ts';
import type { CategoryCoefficient, PreparedCoefficient } from './coefficient.ts';
import { estimateOf, undefinedBecause } from '../ratings/estimate.ts';
import {
  distancesWithin,
  linearMetric,
  type Metric,
  nominalMetric,
  quadraticMetric,
  ranks,
  sum,
} from '../ratings/distances.ts';
import { basisOf, type Patterns } from '../ratings/patterns.ts';
import { whyNotRatedTwice } from './twoRaters.ts';

/** Gwet's AC1, for nominal categories (Gwet 2008); 1 where only one category is offered. */
function gwetAc1(patterns: Patterns): PreparedCoefficient {
  return gwet(patterns, nominalMetric());
}

/** Gwet's AC2, for ordered categories, with weights by their values or else their places in the order (Gwet 2014). */
function gwetAc2(patterns: Patterns, weights: 'linear' | 'quadratic'): PreparedCoefficient {
  const positions = patterns.values ?? ranks(patterns.categories);
  return gwet(patterns, weights === 'linear' ? linearMetric(positions) : quadraticMetric(positions));
}

/**
 * Any number of raters, with or without missing ratings: agreement from the items with two ratings and more, chance
 * from all. Variance over items of a large population (Gwet 2014, section 5.3; Gwet 2008 for AC1).
 */
function gwet(patterns: Patterns, metric: Metric): PreparedCoefficient {
  const { count, tally, categories } = patterns;
  const greatest = metric.greatest();
  // Weights of agreement: 1 for the same category, 0 for those farthest apart.
  const agreement = distancesWithin(patterns, metric).map((distance, pattern) => {
    const size = tally.size[pattern] ?? 0;
    return size < 2 ? 0 : greatest === 0 ? 1 : 1 - distance / (greatest * size * (size - 1));
  });
  const weightTotal =
    categories ** 2 - sum(metric.towards(new Float64Array(categories).fill(1))) / (greatest || 1);
  const scale = categories < 2 ? 0 : weightTotal / (categories * (categories - 1));

  const partsOf = (weights: Float64Array): Parts => {
    const shares = new Float64Array(categories);
    let [items, pairable, agreed, chance] = [0, 0, 0, 0];
    for (let pattern = 0; pattern < count; pattern += 1) {
      const weight = weights[pattern] ?? 0;
      const size = tally.size[pattern] ?? 0;
      items += weight;
      if (size >= 2) {
        pairable += weight;
        agreed += weight * (agreement[pattern] ?? 0);
      }
      for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1) {
        const category = tally.category[at] ?? 0;
        shares[category] = (shares[category] ?? 0) + (weight * (tally.count[at] ?? 0)) / size;
      }
    }
    for (let category = 0; category < categories; category += 1) {
      const share = (shares[category] ?? 0) / items;
      shares[category] = share;
      chance += scale * share * (1 - share);
    }
    return { items, pairable, observed: agreed / pairable, chance, shares };
  };
  const coefficient = ({ observed, chance }: Parts): number => (observed - chance) / (1 - chance);
  return {
    value: (weights) => coefficient(partsOf(weights)),
    expected: () => 1 - partsOf(patterns.weights).chance,
    estimate: () => {
      const basis = basisOf(patterns, 1);
      const reason = whyNotRatedTwice(patterns);
      if (reason !== null) return undefinedBecause(reason, basis);
      const parts = partsOf(patterns.weights);
      const { items, pairable, chance, shares } = parts;
      const value = coefficient(parts);
      if (items < 2) return estimateOf(value, null, basis);
      let squares = 0;
      for (let pattern = 0; pattern < count; pattern += 1) {
        const size = tally.size[pattern] ?? 0;
        let chanceOfItem = 0;
        for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1) {
          chanceOfItem +=
            (scale * (tally.count[at] ?? 0) * (1 - (shares[tally.category[at] ?? 0] ?? 0))) / size;
        }
        const own = size < 2 ? 0 : ((items / pairable) * ((agreement[pattern] ?? 0) - chance)) / (1 - chance);
        const ofItem = own - (2 * (1 - value) * (chanceOfItem - chance)) / (1 - chance);
        squares += (patterns.weights[pattern] ?? 0) * (ofItem - value) ** 2;
      }
      return estimateOf(value, Math.sqrt(squares / (items * (items - 1))), basis);
    },
  };
}

interface Parts {
  readonly items: number;
  readonly pairable: number;
  /** Mean weighted agreement of the items with two ratings and more. */
  readonly observed: number;
  readonly chance: number;
  /** Each category's share, the mean over items. */
  readonly shares: Float64Array;
}

export const GWET_AC1: CategoryCoefficient = {
  title: 'Gwet’s AC1',
  explanation: 'Agreement beyond chance that stays meaningful when one category dominates.',
  source: 'Gwet 2008',
  advice: (figure) =>
    dominantShare(figure) === null
      ? 'It helps when one category dominates; none does here.'
      : 'Report this one here: it stays stable when one category dominates.',
  levels: ['nominal', 'ordinal'],
  isUsual: () => true,
  isSteady: true,
  prepare: ({ patterns }) => gwetAc1(patterns),
};

export const GWET_AC2: CategoryCoefficient = {
  title: 'Gwet’s AC2, quadratic',
  explanation: 'AC1 for ordered values: near misses count in part, with the square of the difference.',
  source: 'Gwet 2008',
  levels: ['ordinal', 'interval'],
  isUsual: () => true,
  isSteady: true,
  prepare: ({ patterns }) => gwetAc2(patterns, 'quadratic'),
};

export const GWET_AC2_LINEAR: CategoryCoefficient = {
  title: 'Gwet’s AC2, linear',
  explanation: 'AC1 for ordered values: near misses count in part, in proportion to the difference.',
  source: 'Gwet 2008',
  levels: ['ordinal', 'interval'],
  isSteady: true,
  prepare: ({ patterns }) => gwetAc2(patterns, 'linear'),
};
