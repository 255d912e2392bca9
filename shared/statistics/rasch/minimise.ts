/** A convex function at a place: its value, its slope, and how steeply it bends in each direction by itself. */
export interface Evaluation {
  readonly value: number;
  readonly gradient: Float64Array;
  /** All above zero. */
  readonly curvature: Float64Array;
}

export interface Minimum {
  readonly at: Float64Array;
  readonly iterations: number;
  /** Whether a step by the curvature alone would move no coordinate by more than the tolerance. */
  readonly converged: boolean;
}

const REMEMBERED = 12;
const MOST_ITERATIONS = 500;
/** The share of the fall promised by the slope that a step has to bring (Armijo 1966). */
const ENOUGH = 1e-4;
/** Falls smaller than this share of the value are lost in rounding. */
const ROUNDING = 1e-13;

interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly product: number;
}

/**
 * The minimum of a smooth convex function by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno
 * (Nocedal 1980), from the curvature of each coordinate.
 * @param onIteration told how far the largest step by the curvature alone would go
 */
export function minimise(
  start: Float64Array,
  evaluate: (at: Float64Array) => Evaluation,
  tolerance: number,
  onIteration: (iteration: number, distance: number) => void = () => undefined,
): Minimum {
  let at = start;
  let here = evaluate(at);
  const pairs: Pair[] = [];
  for (let iteration = 0; ; iteration += 1) {
    const distance = distanceOf(here);
    onIteration(iteration, distance);
    if (distance <= tolerance) return { at, iterations: iteration, converged: true };
    if (iteration === MOST_ITERATIONS) return { at, iterations: iteration, converged: false };
    const direction = directionOf(here, pairs);
    const next = along(at, here, direction, evaluate);
    if (next === null) {
      // Remembered steps mislead: once more from the curvature alone, and where that fails nothing is lower.
      if (pairs.length === 0) return { at, iterations: iteration, converged: false };
      pairs.length = 0;
      continue;
    }
    const step = next.at.map((value, place) => value - (at[place] ?? 0));
    const change = next.there.gradient.map((value, place) => value - (here.gradient[place] ?? 0));
    const product = dot(step, change);
    if (product > 0) {
      pairs.push({ step, change, product });
      if (pairs.length > REMEMBERED) pairs.shift();
    }
    ({ at, there: here } = next);
  }
}

function distanceOf({ gradient, curvature }: Evaluation): number {
  let largest = 0;
  gradient.forEach((slope, place) => {
    largest = Math.max(largest, Math.abs(slope) / (curvature[place] ?? 1));
  });
  return largest;
}

/** Downhill, by what earlier steps told of the bend between coordinates. */
function directionOf({ gradient, curvature }: Evaluation, pairs: readonly Pair[]): Float64Array {
  const direction = gradient.slice();
  const shares = new Float64Array(pairs.length);
  for (let place = pairs.length - 1; place >= 0; place -= 1) {
    const pair = pairs[place];
    if (pair === undefined) continue;
    const share = dot(pair.step, direction) / pair.product;
    shares[place] = share;
    addTo(direction, pair.change, -share);
  }
  direction.forEach((value, place) => (direction[place] = value / (curvature[place] ?? 1)));
  pairs.forEach((pair, place) => {
    addTo(direction, pair.step, (shares[place] ?? 0) - dot(pair.change, direction) / pair.product);
  });
  return direction.map((value) => -value);
}

/** The first place along a direction that is low enough; null where there is none. */
function along(
  at: Float64Array,
  { value, gradient }: Evaluation,
  direction: Float64Array,
  evaluate: (at: Float64Array) => Evaluation,
): { readonly at: Float64Array; readonly there: Evaluation } | null {
  const slope = dot(gradient, direction);
  if (!(slope < 0)) return null;
  for (let length = 1; length > 1e-10; length /= 2) {
    const next = at.map((each, place) => each + length * (direction[place] ?? 0));
    const there = evaluate(next);
    if (there.value <= value + ENOUGH * length * slope + ROUNDING * Math.abs(value))
      return { at: next, there };
  }
  return null;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  a.forEach((value, place) => (sum += value * (b[place] ?? 0)));
  return sum;
}

function addTo(sums: Float64Array, values: Float64Array, times: number): void {
  values.forEach((value, place) => (sums[place] = (sums[place] ?? 0) + times * value));
}
