import { adviseOnDominance } from './advice.ts';
import type { CategoryCoefficient, PreparedCoefficient } from './coefficient.ts';
import { estimateOf, REASONS, undefinedBecause } from '../ratings/estimate.ts';
import {
  distancesWithin,
  type Metric,
  nominalMetric,
  quadraticMetric,
  ranks,
  ratioMetric,
} from '../ratings/distances.ts';
import { basisOf, type Patterns } from '../ratings/patterns.ts';
import { jaccardDistance, masiDistance, type SetDistance, setMetric } from '../ratings/setDistances.ts';
import { whyNotRatedTwice } from './twoRaters.ts';

type AlphaLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * Krippendorff's alpha for any number of raters, with or without missing ratings (Krippendorff 2004, section 11.3).
 * The source gives no standard error. At the interval and ratio level by the categories' values; at the ordinal level
 * by how often the pairable ratings name them.
 */
export function krippendorffAlpha(patterns: Patterns, level: AlphaLevel): PreparedCoefficient {
  if (level === 'ordinal') return ordinalAlpha(patterns);
  const values = patterns.values ?? ranks(patterns.categories);
  if (level === 'ratio' && values.some((value) => value < 0)) {
    return {
      value: () => Number.NaN,
      expected: () => Number.NaN,
      estimate: () =>
        undefinedBecause(
          'A ratio scale has no values below zero; here there are some.',
          basisOf(patterns, 2),
        ),
    };
  }
  return alphaOf(
    patterns,
    level === 'nominal'
      ? nominalMetric()
      : level === 'interval'
        ? quadraticMetric(values)
        : ratioMetric(values),
  );
}

/** Alpha with any distance between categories, used as it is and not squared (Passonneau 2006 for sets). */
function alphaOf(patterns: Patterns, metric: Metric): PreparedCoefficient {
  const within = disagreements(patterns, metric);
  return prepare(patterns, (weights) =>
    disagreementOf(patterns, weights, within, pairable(patterns, weights), metric),
  );
}

/** The distance at this level is the squared difference of mid-ranks, which change with every resample. */
function ordinalAlpha(patterns: Patterns): PreparedCoefficient {
  return prepare(patterns, (weights) => {
    const frequencies = pairable(patterns, weights);
    let below = 0;
    const metric = quadraticMetric(
      frequencies.map((frequency) => {
        below += frequency;
        return below - frequency / 2;
      }),
    );
    return disagreementOf(patterns, weights, disagreements(patterns, metric), frequencies, metric);
  });
}

/** The mean distance of two ratings of one item and that of any two ratings, by a metric. */
interface Disagreement {
  readonly observed: number;
  readonly expected: number;
  readonly metric: Metric;
}

function prepare(patterns: Patterns, of: (weights: Float64Array) => Disagreement): PreparedCoefficient {
  const value = (weights: Float64Array): number => {
    const { observed, expected } = of(weights);
    return expected > 0 ? 1 - observed / expected : Number.NaN;
  };
  return {
    value,
    expected: () => {
      const { expected, metric } = of(patterns.weights);
      return expected / metric.greatest();
    },
    estimate: () => {
      const basis = basisOf(patterns, 2);
      const reason = whyNotRatedTwice(patterns);
      if (reason !== null) return undefinedBecause(reason, basis);
      const alpha = value(patterns.weights);
      return Number.isNaN(alpha)
        ? undefinedBecause(REASONS.noVariation, basis)
        : estimateOf(alpha, null, basis);
    },
  };
}

function disagreementOf(
  { count }: Patterns,
  weights: Float64Array,
  within: Float64Array,
  frequencies: Float64Array,
  metric: Metric,
): Disagreement {
  let [observed, expected, ratings, categories] = [0, 0, 0, 0];
  for (let pattern = 0; pattern < count; pattern += 1) {
    observed += (weights[pattern] ?? 0) * (within[pattern] ?? 0);
  }
  const towards = metric.towards(frequencies);
  frequencies.forEach((frequency, category) => {
    expected += frequency * (towards[category] ?? 0);
    ratings += frequency;
    if (frequency > 0) categories += 1;
  });
  return {
    observed: observed / ratings,
    expected: categories < 2 ? Number.NaN : expected / (ratings * (ratings - 1)),
    metric,
  };
}

/** An item's summed distances over its ratings less one, for an item of each pattern; 0 where it is not pairable. */
function disagreements(patterns: Patterns, metric: Metric): Float64Array {
  return distancesWithin(patterns, metric).map((distance, pattern) => {
    const size = patterns.tally.size[pattern] ?? 0;
    return size < 2 ? 0 : distance / (size - 1);
  });
}

/** How often each category is in items with at least two ratings. */
function pairable({ count, tally, categories }: Patterns, weights: Float64Array): Float64Array {
  const frequencies = new Float64Array(categories);
  for (let pattern = 0; pattern < count; pattern += 1) {
    if ((tally.size[pattern] ?? 0) < 2) continue;
    const weight = weights[pattern] ?? 0;
    for (let at = tally.start[pattern] ?? 0; at < (tally.start[pattern + 1] ?? 0); at += 1) {
      const category = tally.category[at] ?? 0;
      frequencies[category] = (frequencies[category] ?? 0) + weight * (tally.count[at] ?? 0);
    }
  }
  return frequencies;
}

const ANY_RATERS =
  'Agreement beyond chance for any number of raters, with missing ratings; chance is estimated from all ratings together.';
const SOURCE = 'Krippendorff 2004';
const advice = adviseOnDominance(() => 'The usual choice when ratings are missing or there are many raters.');

/** Alpha by the field's own level. */
export const ALPHA: CategoryCoefficient = {
  title: 'Krippendorff’s alpha',
  explanation: `${ANY_RATERS} Differences count by the field’s level.`,
  source: SOURCE,
  advice,
  levels: ['nominal', 'ordinal', 'interval', 'set'],
  isUsual: () => true,
  isKappa: true,
  prepare: ({ patterns, level }) => krippendorffAlpha(patterns, level === 'set' ? 'nominal' : level),
};

export const ALPHA_NOMINAL: CategoryCoefficient = {
  ...alphaAt('nominal', 'Values are the same or they differ.'),
  advice,
  levels: ['nominal', 'ordinal', 'interval', 'set'],
};
export const ALPHA_ORDINAL: CategoryCoefficient = {
  ...alphaAt('ordinal', 'Differences count by the ranks between them.'),
  levels: ['ordinal', 'interval'],
};
export const ALPHA_INTERVAL: CategoryCoefficient = {
  ...alphaAt('interval', 'Differences count squared.'),
  levels: ['ordinal', 'interval'],
};
export const ALPHA_RATIO: CategoryCoefficient = {
  ...alphaAt('ratio', 'Differences count relative to the size of the values.'),
  levels: ['interval'],
};

export const ALPHA_MASI: CategoryCoefficient = {
  ...alphaOfSets(masiDistance),
  title: 'Alpha, MASI distance',
  explanation:
    'Krippendorff’s alpha for sets: one set inside another counts as nearer than two that overlap.',
  source: 'Krippendorff 2004, with the distance of Passonneau 2006',
};
export const ALPHA_JACCARD: CategoryCoefficient = {
  ...alphaOfSets(jaccardDistance),
  title: 'Alpha, Jaccard distance',
  explanation: 'Krippendorff’s alpha for sets, by the share of members that two sets have in common.',
  source: 'Krippendorff 2004, with the distance of Jaccard 1912',
};

function alphaAt(level: AlphaLevel, differences: string): Omit<CategoryCoefficient, 'levels'> {
  return {
    title: `Krippendorff’s alpha, ${level}`,
    explanation: `${ANY_RATERS} ${differences}`,
    source: SOURCE,
    prepare: ({ patterns }) => krippendorffAlpha(patterns, level),
  };
}

function alphaOfSets(distance: SetDistance): Pick<CategoryCoefficient, 'levels' | 'isUsual' | 'prepare'> {
  return {
    levels: ['set'],
    isUsual: () => true,
    prepare: ({ patterns, sets }) => alphaOf(patterns, setMetric(sets, distance)),
  };
}
