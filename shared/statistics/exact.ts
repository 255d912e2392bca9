import { type ContingencyTable, marginsOf, withoutEmpty } from './contingency.ts';
import { logFactorials } from './gamma.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';

/** Tables as likely as the observed one count as well; the margin is for rounding, as in R's fisher.test. */
const TIE = 1e-7;

/** More tables than these are not enumerated: a fraction of a second's work. */
const TABLE_BUDGET = 200_000;

/**
 * Fisher's exact test of a 2 x 2 table, two-sided: the probability, margins given, of all tables that are no
 * likelier than the one observed (Fisher 1934, section 21.02; Irwin 1935 for the two-sided sum). Undefined where a row or a
 * column is empty.
 */
export function fisherExact(counts: ContingencyTable): Outcome<{ readonly p: number }> {
  const { rows, columns, total } = marginsOf(counts);
  if (rows.length !== 2 || columns.length !== 2) throw new RangeError('The table is not 2 x 2.');
  if ([...rows, ...columns].includes(0)) {
    return undefinedBecause('A row or a column of the table is empty.');
  }
  const [firstRow = 0] = rows;
  const [firstColumn = 0, secondColumn = 0] = columns;
  const choose = logChoose(total);
  const logProbability = (x: number): number =>
    choose(firstColumn, x) + choose(secondColumn, firstRow - x) - choose(total, firstRow);
  const limit = logProbability(counts[0]?.[0] ?? 0) + TIE;
  let p = 0;
  const highest = Math.min(firstRow, firstColumn);
  for (let x = Math.max(0, firstRow - secondColumn); x <= highest; x += 1) {
    const logarithm = logProbability(x);
    if (logarithm <= limit) p += Math.exp(logarithm);
  }
  return { defined: true, p: Math.min(1, p) };
}

/**
 * The exact test of a table of any shape (Freeman and Halton 1951): as Fisher's, over all tables with the same
 * margins. Undefined where fewer than two rows or columns hold counts, and where there are more than `budget`
 * such tables.
 */
export function freemanHalton(
  counts: ContingencyTable,
  budget = TABLE_BUDGET,
): Outcome<{ readonly p: number }> {
  const table = withoutEmpty(counts);
  const { rows, columns } = marginsOf(table);
  if (rows.length < 2 || columns.length < 2) {
    return undefinedBecause('At least two rows and two columns with counts are needed.');
  }
  const limit = logProbabilityOf(table) + TIE;
  let p = 0;
  const complete = enumerateTables(rows, columns, budget, (logProbability) => {
    if (logProbability <= limit) p += Math.exp(logProbability);
  });
  return complete
    ? { defined: true, p: Math.min(1, p) }
    : undefinedBecause(`More than ${String(budget)} tables have these margins.`);
}

/** The logarithm of the probability of a table among all with its margins (Freeman and Halton 1951). */
export function logProbabilityOf(counts: ContingencyTable): number {
  const { rows, columns, total } = marginsOf(counts);
  const factorials = logFactorials(total);
  const sum = (values: readonly number[]): number =>
    values.reduce((all, value) => all + (factorials[value] ?? 0), 0);
  return sum(rows) + sum(columns) - (factorials[total] ?? 0) - sum(counts.flat());
}

/**
 * Visits every table with the margins given, with the logarithm of its probability; the probabilities of all of
 * them add up to 1. Gives up and returns false after `budget` tables.
 */
export function enumerateTables(
  rows: readonly number[],
  columns: readonly number[],
  budget: number,
  visit: (logProbability: number) => void,
): boolean {
  const total = rows.reduce((sum, count) => sum + count, 0);
  const factorials = logFactorials(total);
  const log = (n: number): number => factorials[n] ?? 0;
  const constant = [...rows, ...columns].reduce((sum, count) => sum + log(count), -log(total));
  const remaining = [...columns];
  /** What all rows from this one on take off where each is in one column as a whole. */
  const whole = rows.map(() => 0);
  rows.reduceRight((sum, count, row) => (whole[row] = sum + log(count)), 0);
  let visited = 0;
  /** Fills the cell in this row and column; `left` is what the row still has to give away. */
  const fill = (row: number, column: number, left: number, logarithm: number): boolean => {
    // Nothing is left to choose: walking through hundreds of such rows for each table would take most of the time.
    if (column === 0 && row < rows.length - 1 && remaining.filter((count) => count > 0).length < 2) {
      visited += 1;
      if (visited > budget) return false;
      visit(logarithm - (whole[row] ?? 0));
      return true;
    }
    if (row === rows.length - 1) {
      visited += 1;
      if (visited > budget) return false;
      visit(remaining.reduce((sum, count) => sum - log(count), logarithm));
      return true;
    }
    const room = remaining[column] ?? 0;
    if (column === columns.length - 1) {
      remaining[column] = room - left;
      const going = fill(row + 1, 0, rows[row + 1] ?? 0, logarithm - log(left));
      remaining[column] = room;
      return going;
    }
    const roomLater = remaining.slice(column + 1).reduce((sum, count) => sum + count, 0);
    for (let count = Math.max(0, left - roomLater); count <= Math.min(left, room); count += 1) {
      remaining[column] = room - count;
      const going = fill(row, column + 1, left - count, logarithm - log(count));
      remaining[column] = room;
      if (!going) return false;
    }
    return true;
  };
  return fill(0, 0, rows[0] ?? 0, constant);
}

/** The logarithm of n over k for n up to `largest`. */
export function logChoose(largest: number): (n: number, k: number) => number {
  const factorials = logFactorials(largest);
  return (n, k) => (factorials[n] ?? 0) - (factorials[k] ?? 0) - (factorials[n - k] ?? 0);
}
