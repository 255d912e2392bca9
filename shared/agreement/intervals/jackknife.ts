import type { PatternSample } from './bootstrap.ts';
import { addUnit, type PatternUnits } from './units.ts';

/** What leaving out items (or groups of them) one by one tells of a figure. */
export interface Jackknife {
  /**
   * The variance of the figure (Efron and Tibshirani 1993, equation 11.5): over items with divisor n, times (n − 1) / n,
   * so that a share of items has that of its Wilson interval; over groups as it stands.
   */
  readonly variance: number;
  /** How fast the standard error changes with the figure: a of the BCa interval (Efron 1987; equation 14.15 of 1993). */
  readonly acceleration: number;
}

/** Up to this number, each pattern is left out by itself; more are left out in groups, which costs a bounded time. */
const MOST_PATTERNS = 1000;
const GROUPS = 200;

/** What the figure is without a part, and how many parts are like it. */
interface JackknifePart {
  readonly value: number;
  readonly times: number;
}

type WeightedFigure = (weights: Float64Array) => number;

/**
 * The jackknife of a figure over items, or over groups that are drawn together. Parts that hold nothing of the figure
 * are left out. Null for fewer than two parts, or if the figure is undefined without some of them.
 */
export function jackknife(resampled: PatternSample, figure: WeightedFigure): Jackknife | null {
  const { units, weights } = resampled;
  const left =
    units !== undefined
      ? withoutUnits(resampled, units, figure)
      : weights.length <= MOST_PATTERNS
        ? withoutPatterns(resampled, figure)
        : withoutSlices(resampled, figure);
  const parts = left.reduce((sum, { times }) => sum + times, 0);
  if (parts < 2 || left.some(({ value }) => Number.isNaN(value))) return null;
  const mean = left.reduce((sum, { value, times }) => sum + value * times, 0) / parts;
  let [squares, cubes] = [0, 0];
  for (const { value, times } of left) {
    squares += times * (mean - value) ** 2;
    cubes += times * (mean - value) ** 3;
  }
  const share = (parts - 1) / parts;
  return {
    variance: squares * (units === undefined ? share ** 2 : share),
    acceleration: squares === 0 ? 0 : cubes / (6 * squares ** 1.5),
  };
}

/** Each item by itself; those of one pattern are alike. */
function withoutPatterns(
  { weights, pairable }: PatternSample,
  figure: WeightedFigure,
): readonly JackknifePart[] {
  const without = Float64Array.from(weights);
  const whole = figure(weights);
  return Array.from(weights).flatMap((times, pattern) => {
    if (times === 0) return [];
    without[pattern] = times - 1;
    const value = figure(without);
    without[pattern] = times;
    return pairable?.[pattern] === 0 && value === whole ? [] : [{ value, times }];
  });
}

/** Every two-hundredth item together. */
function withoutSlices(
  { weights, patternOf }: PatternSample,
  figure: WeightedFigure,
): readonly JackknifePart[] {
  const without = new Float64Array(weights.length);
  return Array.from({ length: GROUPS }, (_, slice) => {
    without.set(weights);
    for (let item = slice; item < patternOf.length; item += GROUPS) {
      const pattern = patternOf[item] ?? 0;
      without[pattern] = (without[pattern] ?? 0) - 1;
    }
    return { value: figure(without), times: 1 };
  });
}

/** Each unit by itself; of more than a thousand some together. */
function withoutUnits(
  { weights, pairable }: PatternSample,
  units: PatternUnits,
  figure: WeightedFigure,
): readonly JackknifePart[] {
  const step = units.count <= MOST_PATTERNS ? units.count : GROUPS;
  const without = new Float64Array(weights.length);
  const whole = figure(weights);
  return Array.from({ length: step }, (_, part) => part).flatMap((part) => {
    without.set(weights);
    let rests = false;
    for (let unit = part; unit < units.count; unit += step) {
      addUnit(without, units, unit, -1);
      rests ||= hasPairableItem(units, unit, pairable);
    }
    const value = figure(without);
    return rests || value !== whole ? [{ value, times: 1 }] : [];
  });
}

/** Whether a unit holds an item that the figure rests on. */
export function hasPairableItem(
  { start, pattern }: PatternUnits,
  unit: number,
  pairable: Uint8Array | undefined,
): boolean {
  for (let at = start[unit] ?? 0; at < (start[unit + 1] ?? 0); at += 1)
    if (pairable?.[pattern[at] ?? 0] !== 0) return true;
  return false;
}
