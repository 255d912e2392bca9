import { type ContingencyTable, marginsOf, withoutEmpty } from './contingency.ts';
import { chiSquaredTail } from './gamma.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';

export interface ChiSquared {
  readonly statistic: number;
  readonly degrees: number;
  readonly p: number;
  /** Whether the approximation holds: no expected count below 1, at most a fifth below 5 (Cochran 1954, p. 420). */
  readonly trustworthy: boolean;
}

/**
 * Pearson's chi-squared test of independence (Pearson 1900; Fisher 1922 for the degrees of freedom): the sum of
 * (observed - expected)² / expected, without continuity correction. Empty rows and columns are left out; undefined
 * where fewer than two rows or two columns then remain, because nothing can depend on what never varies.
 */
export function chiSquaredTest(counts: ContingencyTable): Outcome<ChiSquared> {
  const table = withoutEmpty(counts);
  const { rows, columns, total } = marginsOf(table);
  if (rows.length < 2 || columns.length < 2) {
    return undefinedBecause('At least two rows and two columns with counts are needed.');
  }
  let statistic = 0;
  let below5 = 0;
  let below1 = 0;
  table.forEach((row, r) => {
    row.forEach((observed, c) => {
      const expected = ((rows[r] ?? 0) * (columns[c] ?? 0)) / total;
      statistic += (observed - expected) ** 2 / expected;
      if (expected < 5) below5 += 1;
      if (expected < 1) below1 += 1;
    });
  });
  const degrees = (rows.length - 1) * (columns.length - 1);
  return {
    defined: true,
    statistic,
    degrees,
    p: chiSquaredTail(statistic, degrees),
    trustworthy: below1 === 0 && below5 <= 0.2 * rows.length * columns.length,
  };
}

/**
 * Cramér's V in [0, 1] (Cramér 1946, p. 282): the root of chi² over
 * n (min(rows, columns) - 1). No correction for small samples. Undefined in the same cases as the test.
 */
export function cramersV(counts: ContingencyTable): Outcome<{ readonly value: number }> {
  const test = chiSquaredTest(counts);
  if (!test.defined) return test;
  const { rows, columns, total } = marginsOf(withoutEmpty(counts));
  const value = Math.sqrt(test.statistic / (total * (Math.min(rows.length, columns.length) - 1)));
  return { defined: true, value: Math.min(1, value) };
}
