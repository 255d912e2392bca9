/**
 * What answers add to the columns of the benchmark's figures: one cell for each item and condition, most columns of
 * most cells being zero.
 */
export interface Cells {
  /** Of each cell, its item's place in the table; cells of one item stand together, in the table's order. */
  readonly items: Int32Array;
  /** Of each cell, its condition's place in the table. */
  readonly conditions: Int32Array;
  /** Where the entries of each cell begin; one more at the end. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Collects cells item by item; what several answers add to one cell is summed up. */
export class CellsBuilder {
  readonly #items;
  readonly #conditions;
  readonly #starts;
  readonly #columns;
  readonly #values;
  readonly #open = new Map<number, Float64Array>();
  #current = -1;

  constructor() {
    const [items, conditions, starts, columns, values]: [number[], number[], number[], number[], number[]] = [
      [],
      [],
      [0],
      [],
      [],
    ];
    this.#items = items;
    this.#conditions = conditions;
    this.#starts = starts;
    this.#columns = columns;
    this.#values = values;
  }

  /** Adds to a cell of the item that is collected now, or of a later one. */
  add(item: number, condition: number, given: readonly number[]): void {
    if (item !== this.#current) this.#flush();
    this.#current = item;
    const sums = this.#open.get(condition);
    if (sums === undefined) this.#open.set(condition, Float64Array.from(given));
    else given.forEach((value, column) => (sums[column] = (sums[column] ?? 0) + value));
  }

  close(): Cells {
    this.#flush();
    return {
      items: Int32Array.from(this.#items),
      conditions: Int32Array.from(this.#conditions),
      starts: Int32Array.from(this.#starts),
      columns: Int32Array.from(this.#columns),
      values: Float64Array.from(this.#values),
    };
  }

  #flush(): void {
    for (const [condition, sums] of [...this.#open].sort(([a], [b]) => a - b)) {
      this.#items.push(this.#current);
      this.#conditions.push(condition);
      sums.forEach((value, column) => {
        if (value === 0) return;
        this.#columns.push(column);
        this.#values.push(value);
      });
      this.#starts.push(this.#columns.length);
    }
    this.#open.clear();
  }
}

/** Cells put together by items: what is weighted when items are drawn. */
export interface Bundle {
  /** How many items there are. */
  readonly size: number;
  /** Each item's place in the table. */
  readonly places: Int32Array;
  /** Where the entries of each item begin; one more at the end. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** The cells of some items and conditions, both by their places in the table. */
export function bundleOf(
  cells: Cells,
  keep: (item: number, condition: number) => boolean = () => true,
): Bundle {
  const [places, starts, columns, values]: [number[], number[], number[], number[]] = [[], [], [], []];
  let last = -1;
  const placeOf = new Map<number, number>();
  cells.items.forEach((item, cell) => {
    if (!keep(item, cells.conditions[cell] ?? 0)) return;
    if (item !== last) {
      places.push(item);
      starts.push(columns.length);
      placeOf.clear();
    }
    last = item;
    for (let entry = cells.starts[cell] ?? 0; entry < (cells.starts[cell + 1] ?? 0); entry += 1) {
      const column = cells.columns[entry] ?? 0;
      const value = cells.values[entry] ?? 0;
      const known = placeOf.get(column);
      if (known !== undefined) values[known] = (values[known] ?? 0) + value;
      else {
        placeOf.set(column, columns.length);
        columns.push(column);
        values.push(value);
      }
    }
  });
  return {
    size: starts.length,
    places: Int32Array.from(places),
    starts: Int32Array.from([...starts, columns.length]),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
}

/** The same items without what they add to some columns. */
export function withoutColumns(bundle: Bundle, left: ReadonlySet<number>): Bundle {
  if (left.size === 0) return bundle;
  const [starts, columns, values]: [number[], number[], number[]] = [[0], [], []];
  for (let item = 0; item < bundle.size; item += 1) {
    for (let entry = bundle.starts[item] ?? 0; entry < (bundle.starts[item + 1] ?? 0); entry += 1) {
      const column = bundle.columns[entry] ?? 0;
      if (left.has(column)) continue;
      columns.push(column);
      values.push(bundle.values[entry] ?? 0);
    }
    starts.push(columns.length);
  }
  return {
    size: bundle.size,
    places: bundle.places,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
}

/** Adds every item to the columns' sums, as often as its weight says; once each where there are no weights. */
export function sumInto(sums: Float64Array, bundle: Bundle, weights?: Float64Array): void {
  sums.fill(0);
  addInto(sums, bundle, weights);
}

/** The same to what the columns come to already, everything `times` as much. */
export function addInto(sums: Float64Array, bundle: Bundle, weights?: Float64Array, times = 1): void {
  for (let item = 0; item < bundle.size; item += 1) {
    const weight = times * (weights === undefined ? 1 : (weights[item] ?? 0));
    if (weight !== 0) addItem(sums, bundle, item, weight);
  }
}

/** The same for one item. */
export function addItem(
  sums: Float64Array,
  { starts, columns, values }: Bundle,
  item: number,
  weight: number,
): void {
  const end = starts[item + 1] ?? 0;
  for (let entry = starts[item] ?? 0; entry < end; entry += 1) {
    const column = columns[entry] ?? 0;
    sums[column] = (sums[column] ?? 0) + weight * (values[entry] ?? 0);
  }
}

/**
 * Adds every item to the columns' sums in several weightings at once.
 * @param sums of each column, its sums in all weightings side by side, `stride` apart
 * @param weights of each item, its weights side by side, `stride` apart
 */
export function sumTogether(
  sums: Float64Array,
  { size, starts, columns, values }: Bundle,
  weights: Float64Array,
  { width, stride }: { readonly width: number; readonly stride: number },
): void {
  sums.fill(0);
  for (let item = 0; item < size; item += 1) {
    const end = starts[item + 1] ?? 0;
    const from = item * stride;
    for (let entry = starts[item] ?? 0; entry < end; entry += 1) {
      const to = (columns[entry] ?? 0) * stride;
      const value = values[entry] ?? 0;
      for (let at = 0; at < width; at += 1)
        sums[to + at] = (sums[to + at] ?? 0) + (weights[from + at] ?? 0) * value;
    }
  }
}
