import type { Prepared } from './coefficient.ts';
import { REASONS, estimated, undefinedBecause } from '../ratings/estimate.ts';
import {
  type Metric,
  distancesWithin,
  nominalMetric,
  quadraticMetric,
  ratioMetric,
  ranks,
} from '../ratings/distances.ts';
import { type Patterns, basisOf } from '../ratings/patterns.ts';
import { notRatedTwice } from './twoRaters.ts';

export type AlphaLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * Krippendorff's alpha for any number of raters, with or without missing ratings (Krippendorff 2004, section 11.3).
 * The source gives no standard error. At the interval and ratio level by the categories' values; at the ordinal level
 * by how often the pairable ratings name them.
 */
export function krippendorffAlpha(patterns: Patterns, level: AlphaLevel): Prepared {
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
export function alphaOf(patterns: Patterns, metric: Metric): Prepared {
  const within = disagreements(patterns, metric);
  return prepare(patterns, (weights) =>
    disagreementOf(patterns, weights, within, pairable(patterns, weights), metric),
  );
}

/** The distance at this level is the squared difference of mid-ranks, which change with every resample. */
function ordinalAlpha(patterns: Patterns): Prepared {
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

function prepare(patterns: Patterns, of: (weights: Float64Array) => Disagreement): Prepared {
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
      const reason = notRatedTwice(patterns);
      if (reason !== null) return undefinedBecause(reason, basis);
      const alpha = value(patterns.weights);
      return Number.isNaN(alpha)
        ? undefinedBecause(REASONS.noVariation, basis)
        : estimated(alpha, null, basis);
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

/** How often each category stands in items with at least two ratings. */
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
