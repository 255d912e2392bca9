import { chiSquaredTest } from './chiSquared.ts';
import { type ContingencyTable, marginsOf, withoutEmpty } from './contingency.ts';
import { fisherExact, freemanHalton } from './exact.ts';
import { type Outcome, undefinedBecause } from './outcome.ts';
import { seededRandom, shuffle } from './random.ts';

const RESAMPLES = 9_999;
/** Resampling stops being worth it beyond this many single draws in total. */
const DRAWS = 10_000_000;
const SEED = 20_260_101;

export interface Independence {
  /** Which test was made, in the words a report prints. */
  readonly test: string;
  /** Chi-squared where the test is about it; null for the exact tests, which have no statistic but p itself. */
  readonly statistic: number | null;
  readonly p: number;
}

/**
 * Whether rows and columns of a table are independent. The choice of test:
 * 2 x 2: Fisher's exact test. Larger: the exact test of Freeman and Halton where at most 200,000 tables have the
 * same margins; else chi-squared where Cochran's conditions on expected counts hold; else chi-squared with p from
 * 9,999 random tables of the same margins (Hope 1968), of a fixed seed; and only for tables too large even for
 * that, chi-squared although counts are sparse, which the test's name then says.
 * Undefined where fewer than two rows or columns hold counts.
 */
export function testIndependence(counts: ContingencyTable): Outcome<Independence> {
  const table = withoutEmpty(counts);
  const { rows, columns, total } = marginsOf(table);
  if (rows.length < 2 || columns.length < 2) {
    return undefinedBecause('At least two rows and two columns with counts are needed.');
  }
  if (rows.length === 2 && columns.length === 2) {
    return named("Fisher's exact test, two-sided", fisherExact(table));
  }
  const exact = freemanHalton(table);
  if (exact.defined) return named('Exact test of Freeman and Halton', exact);
  const approximate = chiSquaredTest(table);
  if (!approximate.defined) return approximate;
  const { statistic, degrees, p } = approximate;
  const name = `Chi-squared test, ${String(degrees)} degrees of freedom`;
  if (approximate.trustworthy) return { defined: true, test: name, statistic, p };
  if (total * RESAMPLES > DRAWS && total * 999 > DRAWS) {
    return { defined: true, test: `${name}, approximate because counts are sparse`, statistic, p };
  }
  const resamples = total * RESAMPLES > DRAWS ? 999 : RESAMPLES;
  return {
    defined: true,
    test: `Chi-squared test, p from ${resamples.toLocaleString('en')} random tables`,
    statistic,
    p: resampledP(table, statistic, resamples),
  };
}

function named(test: string, outcome: Outcome<{ readonly p: number }>): Outcome<Independence> {
  return outcome.defined ? { defined: true, test, statistic: null, p: outcome.p } : outcome;
}

/** (1 + tables at least as far from independence) / (1 + tables drawn), after Hope 1968. */
function resampledP(table: ContingencyTable, observed: number, resamples: number): number {
  const { rows, columns, total } = marginsOf(table);
  const random = seededRandom(SEED);
  const columnOf = Uint32Array.from(
    columns.flatMap((count, column) => Array.from({ length: count }, () => column)),
  );
  const drawn = new Float64Array(columns.length);
  let reached = 1;
  for (let resample = 0; resample < resamples; resample += 1) {
    shuffle(columnOf, random);
    let at = 0;
    // Chi-squared is n (sum of observed² / (row x column) - 1): the sum is all that changes.
    let sum = 0;
    for (const rowTotal of rows) {
      drawn.fill(0);
      for (const end = at + rowTotal; at < end; at += 1) {
        const column = columnOf[at] ?? 0;
        drawn[column] = (drawn[column] ?? 0) + 1;
      }
      columns.forEach((columnTotal, column) => {
        sum += (drawn[column] ?? 0) ** 2 / (rowTotal * columnTotal);
      });
    }
    if (total * (sum - 1) >= observed * (1 - 1e-9)) reached += 1;
  }
  return reached / (resamples + 1);
}
