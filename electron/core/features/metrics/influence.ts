import {
  crossedVariance,
  type CrossedVariance,
  type InfluenceCell,
} from '../../../../shared/statistics/crossed.ts';
import { studentTwoSided, studentTwoSidedQuantile } from '../../../../shared/statistics/studentT.ts';
import { addInto, type Bundle } from './cells.ts';

/** A figure as a function of the columns' sums; NaN where it is undefined. */
export type FigureOfSums = (sums: Float64Array) => number;

/** The step of a derivative as a share of a column's sum: figures are ratios of sums, so that the error is its square. */
const STEP = 1e-4;

/** The partial derivatives of a figure by the columns' sums, as central differences; null where one is undefined. */
function gradientOf(figure: FigureOfSums, sums: Float64Array): Float64Array | null {
  const moved = Float64Array.from(sums);
  const gradient = sums.map((sum, column) => {
    const step = STEP * Math.max(1, Math.abs(sum));
    moved[column] = sum + step;
    const above = figure(moved);
    moved[column] = sum - step;
    const below = figure(moved);
    moved[column] = sum;
    return (above - below) / (2 * step);
  });
  return gradient.some(Number.isNaN) ? null : gradient;
}

/**
 * How much each person's answers on each unit move a figure: its derivatives by the columns' sums, times what the
 * answers add to these (the infinitesimal jackknife; Efron 1982, chapter 6). Null if the figure has no derivative.
 * @param unitOf the unit of an item by its place in the table
 */
export function influenceOf(
  people: readonly Bundle[],
  unitOf: (place: number) => number,
  figure: FigureOfSums,
  columns: number,
): readonly InfluenceCell[] | null {
  const sums = new Float64Array(columns);
  for (const bundle of people) addInto(sums, bundle);
  const gradient = gradientOf(figure, sums);
  if (gradient === null) return null;
  return people.flatMap(({ size, places, starts, columns: of, values }, person) =>
    Array.from({ length: size }, (_, item): InfluenceCell => {
      let influence = 0;
      for (let entry = starts[item] ?? 0; entry < (starts[item + 1] ?? 0); entry += 1)
        influence += (gradient[of[entry] ?? 0] ?? 0) * (values[entry] ?? 0);
      return { unit: unitOf(places[item] ?? -1), person, influence };
    }),
  );
}

/** What a t interval and its test follow from. */
export interface Spread {
  readonly error: number;
  readonly degrees: number;
}

/** The standard error of a figure, or of a difference, over units and people; null for fewer than two units. */
export function spreadOf(sides: readonly (readonly InfluenceCell[])[]): Spread | null {
  const found: CrossedVariance | null = crossedVariance(sides);
  return found === null ? null : { error: Math.sqrt(found.variance), degrees: found.degrees };
}

/** The 95 % interval about a value, and the two-sided p of its being zero: Student's t with both. */
export function studentInterval(
  value: number,
  { error, degrees }: Spread,
): { readonly ci95: [number, number]; readonly p: number } {
  const half = studentTwoSidedQuantile(0.05, degrees) * error;
  return { ci95: [value - half, value + half], p: studentTwoSided(value / error, degrees) };
}
