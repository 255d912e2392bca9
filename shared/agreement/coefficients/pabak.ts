import type { CategoryCoefficient, PreparedCoefficient } from './coefficient.ts';
import { estimateOf, undefinedBecause } from '../ratings/estimate.ts';
import type { Patterns } from '../ratings/patterns.ts';
import { cellsOf, itemsOf, whyNotTwoRaters } from './twoRaters.ts';

/**
 * Prevalence-adjusted and bias-adjusted kappa of two raters (Byrt, Bishop and Carlin 1993): twice the agreement less
 * one, for two offered categories, even if only one was chosen. The standard error is twice that of a proportion.
 */
function pabak(patterns: Patterns, offered: number): PreparedCoefficient {
  const cells = cellsOf(patterns);
  const agreement = (weights: Float64Array): number => {
    let [items, agreed] = [0, 0];
    cells.pattern.forEach((pattern, cell) => {
      const weight = weights[pattern] ?? 0;
      items += weight;
      if (cells.first[cell] === cells.second[cell]) agreed += weight;
    });
    return agreed / items;
  };
  return {
    value: (weights) => (offered === 2 ? 2 * agreement(weights) - 1 : Number.NaN),
    expected: () => 0.5,
    share: true,
    estimate: () => {
      const items = itemsOf(cells, patterns.weights);
      const basis = { items, ratings: 2 * items };
      const reason =
        offered === 2
          ? whyNotTwoRaters('PABAK', patterns, cells)
          : `PABAK is for two categories; this field offers ${String(offered)}.`;
      if (reason !== null) return undefinedBecause(reason, basis);
      const share = agreement(patterns.weights);
      const error = items < 2 ? null : 2 * Math.sqrt((share * (1 - share)) / items);
      return estimateOf(2 * share - 1, error, basis);
    },
  };
}

export const PABAK: CategoryCoefficient = {
  title: 'PABAK',
  explanation: 'Kappa with evenly used categories: percent agreement on the scale of kappa.',
  source: 'Byrt, Bishop and Carlin 1993',
  advice: () => 'It is percent agreement on another scale and ignores how often categories occur.',
  levels: ['nominal', 'ordinal'],
  isUsual: ({ offered }) => offered === 2,
  isSteady: true,
  prepare: ({ patterns, offered }) => pabak(patterns, offered),
};
