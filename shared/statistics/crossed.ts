/** What one person's answers on one unit add to a figure's deviation: its influence, in the figure's own units. */
export interface InfluenceCell {
  /** The number of the item, or of the items that share an image or an entity. */
  readonly unit: number;
  readonly person: number;
  readonly influence: number;
}

/** The variance of a figure whose answers come from a sample of items and, where they are several, a sample of people. */
export interface CrossedVariance {
  readonly variance: number;
  /** Of Student's distribution. */
  readonly degrees: number;
  readonly units: number;
}

/** A part of a variance, and what it adds to the square of Satterthwaite's fraction. */
interface Component {
  readonly value: number;
  readonly degrees: number;
}

/** What people add to a variance; the two differ only in how the degrees of freedom are found. */
interface PeopleComponent {
  readonly value: number;
  readonly forDegrees: readonly Component[];
}

/**
 * The variance of a figure, or of a difference of two, over items and over the people of each side, from the influence of
 * each answer (which sum to zero). Items: the variance of the sums by unit (Liang and Zeger 1986). People: their
 * component in a two-way layout without interaction, by fitting constants, so that not everybody has to answer
 * everything (Henderson 1953, method 3); never below zero. Degrees of freedom: Satterthwaite 1946, from the mean
 * squares of units, people and residuals. Null for fewer than two units.
 *
 * The mean square of k people counts k / (k - 1) times in the degrees of freedom (not in the variance): of three
 * people it is often small by chance, and the degrees would then be those of many items. test/bench/peopleAgainstModels.ts
 * has the size and the power with it.
 * @param sides each side's cells, with people numbered by side; a side of one person is no sample of people
 */
export function crossedVariance(sides: readonly (readonly InfluenceCell[])[]): CrossedVariance | null {
  const sums = new Map<number, number>();
  for (const cells of sides)
    for (const { unit, influence } of cells) sums.set(unit, (sums.get(unit) ?? 0) + influence);
  const units = sums.size;
  if (units < 2) return null;
  const squares = [...sums.values()].reduce((sum, value) => sum + value ** 2, 0);
  const ofUnits = { value: (squares * units) / (units - 1), degrees: units - 1 };
  const people = sides.flatMap((cells) => peopleComponent(cells) ?? []);
  const variance = people.reduce((sum, { value }) => sum + value, ofUnits.value);
  return {
    variance,
    degrees: satterthwaite([ofUnits, ...people.flatMap(({ forDegrees }) => forDegrees)]),
    units,
  };
}

/** The degrees of freedom of a sum of mean squares (Satterthwaite 1946, equation 17); those of the first for a sum of zero. */
function satterthwaite(components: readonly Component[]): number {
  const sum = components.reduce((total, { value }) => total + value, 0);
  const spread = components.reduce((total, { value, degrees }) => total + value ** 2 / degrees, 0);
  return spread === 0 ? (components[0]?.degrees ?? Number.NaN) : sum ** 2 / spread;
}

/**
 * What a sample of people adds to the variance beyond what items do: the part of their mean square less that of the
 * residuals. Where no two people share a unit, the sums by person alone. Null for one person.
 */
function peopleComponent(cells: readonly InfluenceCell[]): PeopleComponent | null {
  const table = tableOf(cells);
  const people = table.people.length;
  if (people < 2) return null;
  const inflated = people / (people - 1);
  const { reduction, residual, rank, count } = fitted(table);
  const share = count - table.units.length;
  const free = share - rank;
  if (free <= 0) {
    const sums = table.people.map((own) => own.reduce((sum, { influence }) => sum + influence, 0));
    const value = (sums.reduce((sum, each) => sum + each ** 2, 0) * people) / (people - 1);
    return { value, forDegrees: [{ value: value * inflated, degrees: people - 1 }] };
  }
  const scale = table.people.reduce((sum, own) => sum + own.length ** 2, 0) / share;
  const ofPeople = scale * reduction;
  const ofResiduals = scale * rank * (residual / free);
  return {
    value: Math.max(0, ofPeople - ofResiduals),
    forDegrees:
      ofPeople * inflated > ofResiduals
        ? [
            { value: ofPeople * inflated, degrees: rank },
            { value: -ofResiduals, degrees: free },
          ]
        : [],
  };
}

interface Table {
  /** By person, one entry a unit. */
  readonly people: readonly (readonly { readonly unit: number; readonly influence: number }[])[];
  /** By unit, one entry a person. */
  readonly units: readonly (readonly { readonly person: number; readonly influence: number }[])[];
}

function tableOf(cells: readonly InfluenceCell[]): Table {
  const people = new Map<number, Map<number, number>>();
  for (const { unit, person, influence } of cells) {
    const own = people.get(person) ?? new Map<number, number>();
    people.set(person, own);
    own.set(unit, (own.get(unit) ?? 0) + influence);
  }
  const units = new Map<number, { readonly person: number; readonly influence: number }[]>();
  const lists = [...people.values()].map((own, person) =>
    [...own].map(([unit, influence]) => {
      const list = units.get(unit) ?? [];
      units.set(unit, list);
      list.push({ person, influence });
      return { unit, influence };
    }),
  );
  return { people: lists, units: [...units.values()] };
}

/** The two-way fit: by how much people reduce the squares within units, what is left, and the rank of their effects. */
function fitted({ people, units }: Table): {
  readonly reduction: number;
  readonly residual: number;
  readonly rank: number;
  readonly count: number;
} {
  const size = people.length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  let [within, count] = [0, 0];
  for (const unit of units) {
    const mean = unit.reduce((sum, { influence }) => sum + influence, 0) / unit.length;
    count += unit.length;
    for (const { person, influence } of unit) {
      within += (influence - mean) ** 2;
      right[person] = (right[person] ?? 0) + influence - mean;
      const row = matrix[person];
      if (row === undefined) continue;
      row[person] = (row[person] ?? 0) + 1;
      for (const other of unit) row[other.person] = (row[other.person] ?? 0) - 1 / unit.length;
    }
  }
  const { reduction, rank } = reduced(matrix, right);
  return { reduction, residual: Math.max(0, within - reduction), rank, count };
}

/** The quadratic form r'C⁻r of a symmetric, perhaps singular C by elimination, and C's rank. */
function reduced(
  matrix: readonly Float64Array[],
  right: Float64Array,
): { readonly reduction: number; readonly rank: number } {
  const size = right.length;
  let [reduction, rank] = [0, 0];
  for (let at = 0; at < size; at += 1) {
    const row = matrix[at];
    const pivot = row?.[at] ?? 0;
    if (row === undefined || pivot < 1e-9) continue;
    rank += 1;
    const own = right[at] ?? 0;
    reduction += own ** 2 / pivot;
    for (let below = at + 1; below < size; below += 1) {
      const factor = (matrix[below]?.[at] ?? 0) / pivot;
      if (factor === 0) continue;
      subtractRow(matrix[below], row, factor, at);
      right[below] = (right[below] ?? 0) - factor * own;
    }
  }
  return { reduction, rank };
}

/** Subtracts a multiple of a row from another, from a column on. */
function subtractRow(
  from: Float64Array | undefined,
  row: Float64Array,
  factor: number,
  column: number,
): void {
  if (from === undefined) return;
  for (let at = column; at < row.length; at += 1) from[at] = (from[at] ?? 0) - factor * (row[at] ?? 0);
}
