import { adviseOnDominance } from './advice.ts';
import type { CategoryCoefficient, PreparedCoefficient } from './coefficient.ts';
import { undefinedBecause } from '../ratings/estimate.ts';
import { fleissKappa } from './fleissKappa.ts';
import { type Patterns, regroup } from '../ratings/patterns.ts';
import { cellsOf, itemsOf, whyNotTwoRaters } from './twoRaters.ts';

/**
 * Scott's pi of two raters, over the items that both rated (Scott 1955): Fleiss' kappa of two ratings an item, whose
 * standard error it takes.
 */
function scottPi(patterns: Patterns): PreparedCoefficient {
  const cells = cellsOf(patterns);
  const reason = whyNotTwoRaters('Scott’s pi', patterns, cells);
  if (reason !== null) {
    const items = itemsOf(cells, patterns.weights);
    return {
      value: () => Number.NaN,
      expected: () => Number.NaN,
      estimate: () => undefinedBecause(reason, { items, ratings: 2 * items }),
    };
  }
  const codes = new Int32Array(patterns.codes.length).fill(-1);
  for (const pattern of cells.pattern) {
    codes.set(patterns.codes.subarray(2 * pattern, 2 * pattern + 2), 2 * pattern);
  }
  const both = regroup(patterns, { ...patterns, codes });
  const pi = fleissKappa(both.patterns);
  return {
    estimate: () => pi.estimate(),
    expected: () => pi.expected(),
    value: (weights) => {
      const chosen = new Float64Array(both.patterns.count);
      both.from.forEach((to, pattern) => {
        if (to >= 0) chosen[to] = weights[pattern] ?? 0;
      });
      return pi.value(chosen);
    },
  };
}

export const SCOTT_PI: CategoryCoefficient = {
  title: 'Scott’s pi',
  explanation: 'Like Cohen’s kappa, but chance is estimated from both raters together.',
  source: 'Scott 1955',
  advice: adviseOnDominance(
    () => 'With two raters, papers report Cohen’s kappa; this one is for comparison.',
  ),
  levels: ['nominal', 'ordinal'],
  isUsual: () => true,
  isKappa: true,
  prepare: ({ patterns }) => scottPi(patterns),
};
