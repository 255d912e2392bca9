import { dominantShare } from './advice.ts';
import type { CategoryCoefficient, PreparedCoefficient } from './coefficient.ts';
import { estimateOf, undefinedBecause } from '../ratings/estimate.ts';
import { distancesWithin, nominalMetric } from '../ratings/distances.ts';
import { basisOf, type Patterns } from '../ratings/patterns.ts';
import { whyNotRatedTwice } from './twoRaters.ts';

/**
 * The share of an item's pairs of ratings that agree, averaged over items with at least two ratings; with two raters
 * the share of items on which they agree. The standard error is that of a mean over items (Gwet 2014, section 5.3).
 */
export function percentAgreement(patterns: Patterns): PreparedCoefficient {
  const { tally } = patterns;
  const agreement = distancesWithin(patterns, nominalMetric()).map((distance, pattern) => {
    const size = tally.size[pattern] ?? 0;
    return size < 2 ? 0 : 1 - distance / (size * (size - 1));
  });
  const value = (weights: Float64Array): number => {
    let [items, total] = [0, 0];
    for (let pattern = 0; pattern < patterns.count; pattern += 1) {
      if ((tally.size[pattern] ?? 0) < 2) continue;
      const weight = weights[pattern] ?? 0;
      items += weight;
      total += weight * (agreement[pattern] ?? 0);
    }
    return total / items;
  };
  return {
    value,
    expected: () => 1,
    share: tally.size.every((size) => size <= 2),
    estimate: () => {
      const basis = basisOf(patterns, 2);
      const reason = whyNotRatedTwice(patterns);
      if (reason !== null) return undefinedBecause(reason, basis);
      const mean = value(patterns.weights);
      if (basis.items < 2) return estimateOf(mean, null, basis);
      let squares = 0;
      for (let pattern = 0; pattern < patterns.count; pattern += 1) {
        if ((tally.size[pattern] ?? 0) < 2) continue;
        squares += (patterns.weights[pattern] ?? 0) * ((agreement[pattern] ?? 0) - mean) ** 2;
      }
      return estimateOf(mean, Math.sqrt(squares / (basis.items * (basis.items - 1))), basis);
    },
  };
}

export const PERCENT_AGREEMENT: CategoryCoefficient = {
  title: 'Percent agreement',
  explanation: 'The share of pairs of ratings of one item that are equal, without correction for chance.',
  source: null,
  sizeInWords: (value) =>
    `Raters give the same answer in ${String(Math.round(value * 100))} % of the comparisons; some of that is chance.`,
  advice: (figure) => {
    const share = dominantShare(figure);
    return share === null
      ? 'Report it beside a coefficient that corrects for chance.'
      : `With ${share} of the ratings in one category, even guesses would often agree: report AC1 beside it.`;
  },
  levels: ['nominal', 'ordinal', 'interval', 'set'],
  isUsual: () => true,
  isSteady: true,
  prepare: ({ patterns }) => percentAgreement(patterns),
};
