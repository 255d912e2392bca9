/** Counts: a row per value of one attribute, a column per value of the other. */
export type ContingencyTable = readonly (readonly number[])[];

export interface Margins {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly total: number;
}

/** Row sums, column sums and their total. Throws RangeError for ragged tables and counts that are not whole. */
export function marginsOf(counts: ContingencyTable): Margins {
  const width = counts[0]?.length ?? 0;
  const columns = Array.from({ length: width }, () => 0);
  const rows = counts.map((row) => {
    if (row.length !== width) throw new RangeError('The rows of a table of counts differ in length.');
    return row.reduce((sum, count, column) => {
      if (!Number.isSafeInteger(count) || count < 0) {
        throw new RangeError(`${String(count)} is not a count.`);
      }
      columns[column] = (columns[column] ?? 0) + count;
      return sum + count;
    }, 0);
  });
  return { rows, columns, total: rows.reduce((sum, count) => sum + count, 0) };
}

/** The table without its empty rows and columns: they hold no information and would add degrees of freedom. */
export function withoutEmpty(counts: ContingencyTable): ContingencyTable {
  const { rows, columns } = marginsOf(counts);
  return counts
    .filter((_, row) => (rows[row] ?? 0) > 0)
    .map((row) => row.filter((_, column) => (columns[column] ?? 0) > 0));
}

/** A table of counts, with the names of its rows and columns in order of first appearance. */
export function crossTabulate(pairs: Iterable<readonly [row: string, column: string]>): {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly counts: ContingencyTable;
} {
  const columns = new Map<string, number>();
  const table = new Map<string, number[]>();
  for (const [row, column] of pairs) {
    let at = columns.get(column);
    if (at === undefined) {
      at = columns.size;
      columns.set(column, at);
    }
    let counts = table.get(row);
    if (counts === undefined) {
      counts = [];
      table.set(row, counts);
    }
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return {
    rows: [...table.keys()],
    columns: [...columns.keys()],
    counts: [...table.values()].map((counts) =>
      Array.from({ length: columns.size }, (_, at) => counts[at] ?? 0),
    ),
  };
}
