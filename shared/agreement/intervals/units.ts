import type { Resampler } from './resample.ts';

/** Which patterns each unit holds: items that share an image or an entity are one unit, and drawn together. */
export interface PatternUnits {
  readonly count: number;
  /** The patterns of unit u stand from start[u] to start[u + 1], one entry an item. */
  readonly start: Int32Array;
  readonly pattern: Int32Array;
}

/**
 * Puts the items' patterns together by unit.
 * @param patternOf the pattern of each item
 * @param groups of each item the number of what it shares with others
 */
export function patternUnits(patternOf: Int32Array, groups: Int32Array): PatternUnits {
  const places = new Map<number, number>();
  const unitOf = groups.map((group) => {
    const place = places.get(group) ?? places.size;
    places.set(group, place);
    return place;
  });
  const start = new Int32Array(places.size + 1);
  for (const unit of unitOf) start[unit + 1] = (start[unit + 1] ?? 0) + 1;
  for (let unit = 0; unit < places.size; unit += 1)
    start[unit + 1] = (start[unit + 1] ?? 0) + (start[unit] ?? 0);
  const next = start.slice();
  const pattern = new Int32Array(patternOf.length);
  unitOf.forEach((unit, item) => {
    const at = next[unit] ?? 0;
    pattern[at] = patternOf[item] ?? 0;
    next[unit] = at + 1;
  });
  return { count: places.size, start, pattern };
}

/** Adds a unit's items to the weights of their patterns, as often as `times` says. */
export function addUnit(
  weights: Float64Array,
  { start, pattern }: PatternUnits,
  unit: number,
  times: number,
): void {
  for (let at = start[unit] ?? 0; at < (start[unit + 1] ?? 0); at += 1) {
    const place = pattern[at] ?? 0;
    weights[place] = (weights[place] ?? 0) + times;
  }
}

/** Draws as many units as there are, with replacement. */
export function byUnits(units: PatternUnits, random: () => number): Resampler {
  return (drawn) => {
    drawn.fill(0);
    for (let draw = 0; draw < units.count; draw += 1)
      addUnit(drawn, units, Math.floor(random() * units.count), 1);
  };
}
