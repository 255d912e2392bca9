/**
 * The one-to-one assignment of rows to columns with the greatest total gain (Kuhn 1955, by shortest augmenting paths as
 * in Jonker and Volgenant 1987; time grows with rows² times columns). Returns each row's column, -1 for none; pairs
 * without gain are not assigned. Swapping rows and columns takes the same gains, even if several assignments are best.
 */
export function assign(
  rows: number,
  columns: number,
  gain: (row: number, column: number) => number,
): Int32Array {
  if (rows < columns || (rows === columns && comesFirst(rows, gain))) return assignWide(rows, columns, gain);
  const byColumn = assignWide(columns, rows, (row, column) => gain(column, row));
  const result = new Int32Array(rows).fill(-1);
  byColumn.forEach((row, column) => {
    if (row >= 0) result[row] = column;
  });
  return result;
}

/** Whether a square table comes before the one with rows and columns exchanged; either, where they are the same. */
function comesFirst(side: number, gain: (row: number, column: number) => number): boolean {
  for (let row = 0; row < side; row += 1) {
    for (let column = row + 1; column < side; column += 1) {
      const difference = gain(row, column) - gain(column, row);
      if (difference !== 0) return difference > 0;
    }
  }
  return true;
}

/** With at least as many columns as rows. Prices of rows and columns keep every reduced cost at or above 0. */
function assignWide(
  rows: number,
  columns: number,
  gain: (row: number, column: number) => number,
): Int32Array {
  // Place 0 is nobody's: the row being placed starts from it.
  const rowPrice = new Float64Array(rows + 1);
  const columnPrice = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  const way = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const nearest = new Float64Array(columns + 1).fill(Infinity);
    const visited = new Uint8Array(columns + 1);
    do {
      visited[column] = 1;
      const current = rowOf[column] ?? 0;
      for (let other = 1; other <= columns; other += 1) {
        if (visited[other] === 1) continue;
        const cost = -gain(current - 1, other - 1) - (rowPrice[current] ?? 0) - (columnPrice[other] ?? 0);
        if (cost >= (nearest[other] ?? Infinity)) continue;
        nearest[other] = cost;
        way[other] = column;
      }
      column = nearestColumn(nearest, visited);
      const step = nearest[column] ?? Infinity;
      for (let other = 0; other <= columns; other += 1) {
        if (visited[other] === 1) {
          add(rowPrice, rowOf[other] ?? 0, step);
          add(columnPrice, other, -step);
        } else add(nearest, other, -step);
      }
    } while (rowOf[column] !== 0);
    exchange(rowOf, way, column);
  }
  const result = new Int32Array(rows).fill(-1);
  rowOf.forEach((row, column) => {
    if (column > 0 && row > 0 && gain(row - 1, column - 1) > 0) result[row - 1] = column - 1;
  });
  return result;
}

function add(to: Float64Array, place: number, value: number): void {
  to[place] = (to[place] ?? 0) + value;
}

/** The first of the nearest columns that were not visited. */
function nearestColumn(nearest: Float64Array, visited: Uint8Array): number {
  let [least, next] = [Infinity, 0];
  for (let column = 1; column < nearest.length; column += 1) {
    const distance = nearest[column] ?? Infinity;
    if (visited[column] === 1 || distance >= least) continue;
    least = distance;
    next = column;
  }
  return next;
}

/** Gives every column on the way back from one the row of the column before it. */
function exchange(rowOf: Int32Array, way: Int32Array, last: number): void {
  let column = last;
  while (column !== 0) {
    const before = way[column] ?? 0;
    rowOf[column] = rowOf[before] ?? 0;
    column = before;
  }
}
