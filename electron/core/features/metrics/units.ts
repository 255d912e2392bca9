import type { Resampler } from '../../../../shared/agreement/intervals/resample.ts';

/** What a bootstrap draws: items that share an image or an entity go together, classes fixed by design keep their sizes. */
export interface Units {
  /** How many units there are. */
  readonly count: number;
  /** Of each item its unit. */
  readonly of: Int32Array;
  /** The units of each class; all in one where the design fixes none. */
  readonly classes: readonly Int32Array[];
}

/**
 * Puts items together.
 * @param groups of each item what it shares with others
 * @param classes of each item its class; null where the design fixes none
 */
export function unitsOf(groups: readonly string[], classes: readonly string[] | null): Units {
  const places = new Map<string, number>();
  const of = Int32Array.from(groups, (group) => {
    const place = places.get(group) ?? places.size;
    places.set(group, place);
    return place;
  });
  // Items of several classes can share an image: such a unit is of a class of its own.
  const classesOf = Array.from({ length: places.size }, () => new Set<string>());
  of.forEach((unit, item) => classesOf[unit]?.add(classes?.[item] ?? ''));
  const members = Map.groupBy(classesOf.keys(), (unit) => [...(classesOf[unit] ?? [])].sort().join('\n'));
  return { count: places.size, of, classes: [...members.values()].map((units) => Int32Array.from(units)) };
}

/** Each item by itself. */
export const itemUnits = (items: number): Units => ({
  count: items,
  of: Int32Array.from({ length: items }, (_, item) => item),
  classes: [Int32Array.from({ length: items }, (_, item) => item)],
});

/** Draws the units of each class with replacement, and weights items as often as their unit was drawn. */
export function unitResampler({ count, of, classes }: Units, random: () => number): Resampler {
  const drawn = new Float64Array(count);
  return (weights) => {
    drawn.fill(0);
    for (const units of classes) {
      for (let draw = 0; draw < units.length; draw += 1) {
        const unit = units[Math.floor(random() * units.length)] ?? 0;
        drawn[unit] = (drawn[unit] ?? 0) + 1;
      }
    }
    for (let item = 0; item < of.length; item += 1) weights[item] = drawn[of[item] ?? 0] ?? 0;
  };
}

/** More units than these are left out in groups of several, which costs a bounded time. */
const MOST_LEFT_OUT = 400;

/**
 * The accelerations of the BCa intervals of several figures from leaving out units (Efron and Tibshirani 1993, equation
 * 14.15), each class about its own mean; null where a figure is undefined without some of them.
 * @param figures the figures without some items
 */
export function accelerationsOf(
  { count, of, classes }: Units,
  figures: (left: readonly number[]) => readonly number[],
): readonly (number | null)[] {
  const itemsOf = Array.from({ length: count }, (): number[] => []);
  of.forEach((unit, item) => itemsOf[unit]?.push(item));
  const step = Math.ceil(count / MOST_LEFT_OUT);
  const sums = figures([]).map(() => ({ squares: 0, cubes: 0 }));
  for (const units of classes) {
    const parts = Math.ceil(units.length / step);
    const values = Array.from({ length: parts }, (_, part) => {
      const left: number[] = [];
      for (let place = part; place < units.length; place += parts)
        left.push(...(itemsOf[units[place] ?? 0] ?? []));
      return figures(left);
    });
    // A class of one unit cannot be left out: without it there is another design.
    if (parts < 2) continue;
    sums.forEach((sum, figure) => {
      const mean = values.reduce((total, value) => total + (value[figure] ?? Number.NaN), 0) / parts;
      for (const value of values) {
        sum.squares += (mean - (value[figure] ?? Number.NaN)) ** 2;
        sum.cubes += (mean - (value[figure] ?? Number.NaN)) ** 3;
      }
    });
  }
  return sums.map(({ squares, cubes }) =>
    Number.isNaN(squares) ? null : squares === 0 ? 0 : cubes / (6 * squares ** 1.5),
  );
}
