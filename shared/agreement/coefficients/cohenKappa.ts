import { adviseOnDominance } from './advice.ts';
import type { CategoryCoefficient, CategoryQuestion, PreparedCoefficient } from './coefficient.ts';
import { estimateOf, REASONS, undefinedBecause } from '../ratings/estimate.ts';
import { linearMetric, type Metric, nominalMetric, quadraticMetric, ranks } from '../ratings/distances.ts';
import type { Patterns } from '../ratings/patterns.ts';
import { cellsOf, itemsOf, whyNotTwoRaters } from './twoRaters.ts';

/** How much a disagreement counts: as any other, by how far the categories are apart, or by the square of that. */
export type KappaWeights = 'none' | 'linear' | 'quadratic';

/**
 * Cohen's kappa of two raters, over the items that both rated (Cohen 1960), weighted for ordered categories (Cohen
 * 1968), with the large-sample standard error of Fleiss, Cohen and Everitt 1969. Weights go by the categories'
 * values, or by their places in the order where they have none.
 */
export function cohenKappa(patterns: Patterns, weighting: KappaWeights): PreparedCoefficient {
  const metric = metricFor(patterns, weighting);
  const cells = cellsOf(patterns);
  const distances = Float64Array.from(cells.pattern, (_, cell) =>
    metric.between(cells.first[cell] ?? 0, cells.second[cell] ?? 0),
  );
  const tableOf = (weights: Float64Array): Table => {
    const rows = new Float64Array(patterns.categories);
    const columns = new Float64Array(patterns.categories);
    let [items, observed] = [0, 0];
    cells.pattern.forEach((pattern, cell) => {
      const weight = weights[pattern] ?? 0;
      const first = cells.first[cell] ?? 0;
      const second = cells.second[cell] ?? 0;
      items += weight;
      rows[first] = (rows[first] ?? 0) + weight;
      columns[second] = (columns[second] ?? 0) + weight;
      observed += weight * (distances[cell] ?? 0);
    });
    const fromRow = metric.towards(columns);
    let expected = 0;
    rows.forEach((row, category) => {
      expected += row * (fromRow[category] ?? 0);
    });
    return { items, rows, fromRow, observed: observed / items, expected: expected / items ** 2 };
  };
  return {
    value: (weights) => {
      const { observed, expected } = tableOf(weights);
      return expected > 0 ? 1 - observed / expected : Number.NaN;
    },
    expected: () => tableOf(patterns.weights).expected / metric.greatest(),
    estimate: () => {
      const items = itemsOf(cells, patterns.weights);
      const basis = { items, ratings: 2 * items };
      const reason = whyNotTwoRaters('Cohen’s kappa', patterns, cells);
      if (reason !== null) return undefinedBecause(reason, basis);
      const { rows, fromRow, observed, expected } = tableOf(patterns.weights);
      if (!(expected > 0)) return undefinedBecause(REASONS.noVariation, basis);
      const ratio = observed / expected;
      if (items < 2) return estimateOf(1 - ratio, null, basis);
      const fromColumn = metric.towards(rows);
      // The delta method over the cells of the table, which is what the formula of 1969 comes to: how much kappa
      // changes with one more item in a cell.
      let variance = 0;
      cells.pattern.forEach((pattern, cell) => {
        const chance =
          ((fromRow[cells.first[cell] ?? 0] ?? 0) + (fromColumn[cells.second[cell] ?? 0] ?? 0)) / items;
        const change = ((distances[cell] ?? 0) - observed - ratio * (chance - 2 * expected)) / expected;
        variance += ((patterns.weights[pattern] ?? 0) / items) * change ** 2;
      });
      return estimateOf(1 - ratio, Math.sqrt(variance / items), basis);
    },
  };
}

/** Marginals of the two raters, and the mean distance observed and expected by chance. */
interface Table {
  readonly items: number;
  readonly rows: Float64Array;
  /** The summed distance from each category of the first rater to all ratings of the second. */
  readonly fromRow: Float64Array;
  readonly observed: number;
  readonly expected: number;
}

function metricFor({ categories, values }: Patterns, weighting: KappaWeights): Metric {
  if (weighting === 'none') return nominalMetric();
  const positions = values ?? ranks(categories);
  return weighting === 'linear' ? linearMetric(positions) : quadraticMetric(positions);
}

export const COHEN_KAPPA: CategoryCoefficient = {
  title: 'Cohen’s kappa',
  explanation:
    'Two raters: agreement beyond what their own habits would give by chance. 0 is chance, 1 is perfect.',
  source: 'Cohen 1960; standard error: Fleiss, Cohen and Everitt 1969',
  advice: adviseOnDominance(() => 'The usual choice for two raters.'),
  levels: ['nominal', 'ordinal'],
  isUsual: () => true,
  isKappa: true,
  prepare: ({ patterns }) => cohenKappa(patterns, 'none'),
};

/** Weighted kappa is given for at most this many different numbers: with more, the table of two raters is all gaps. */
const FEW_VALUES = 20;
const hasFewValues = ({ level, patterns }: CategoryQuestion): boolean =>
  level !== 'interval' || patterns.categories <= FEW_VALUES;

export const COHEN_KAPPA_LINEAR: CategoryCoefficient = {
  title: 'Weighted kappa, linear',
  explanation: 'Cohen’s kappa in which a difference of two steps counts twice as much as one of one step.',
  source: 'Cohen 1968; standard error: Fleiss, Cohen and Everitt 1969',
  levels: ['ordinal', 'interval'],
  isUsual: hasFewValues,
  isKappa: true,
  prepare: ({ patterns }) => cohenKappa(patterns, 'linear'),
};

export const COHEN_KAPPA_QUADRATIC: CategoryCoefficient = {
  title: 'Weighted kappa, quadratic',
  explanation: 'Cohen’s kappa in which differences count squared: large ones weigh heavily.',
  source: 'Cohen 1968; standard error: Fleiss, Cohen and Everitt 1969',
  advice: () => 'The usual choice for two raters and ordered categories; large differences weigh most.',
  levels: ['ordinal', 'interval'],
  isUsual: hasFewValues,
  isKappa: true,
  prepare: ({ patterns }) => cohenKappa(patterns, 'quadratic'),
};
