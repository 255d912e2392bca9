/** Points at which an integral over abilities is summed, with what each counts. */
export interface Quadrature {
  readonly points: Float64Array;
  /** Sum to 1. */
  readonly weights: Float64Array;
}

/** Abilities are summed from the one to the other: beyond lies less than a millionth of a standard normal. */
const ABILITY_RANGE: readonly [number, number] = [-5, 5];

/** How many points are used unless answers need more. */
export const USUAL_POINTS = 61;

/** The largest distance of two points, in standard deviations of the narrowest posterior: 61 points then do for 150 answers. */
const MOST_APART = 1.6;

/**
 * How many points abilities need: 61, and more where many answers make a respondent's posterior too narrow for them. An
 * answer carries at most 1/4 of information, the prior 1, in units of the abilities' spread.
 */
export function pointsFor(mostAnswers: number, spread = 1): number {
  const [low, high] = ABILITY_RANGE;
  const narrowest = 1 / Math.sqrt(1 + (mostAnswers * spread ** 2) / 4);
  // In the middle of the range Gauss and Legendre's points are pi / n of half the range apart.
  return Math.max(USUAL_POINTS, Math.ceil((((high - low) / 2) * Math.PI) / (MOST_APART * narrowest)));
}

/** Gauss and Legendre's points over {@link ABILITY_RANGE}, weighted by the standard normal density. */
export function normalQuadrature(count: number): Quadrature {
  const [low, high] = ABILITY_RANGE;
  const { points, weights } = gaussLegendre(count);
  const half = (high - low) / 2;
  const abilities = points.map((point) => low + half * (point + 1));
  const densities = weights.map((weight, at) => weight * Math.exp(-((abilities[at] ?? 0) ** 2) / 2));
  const total = densities.reduce((sum, each) => sum + each, 0);
  return { points: abilities, weights: densities.map((each) => each / total) };
}

/** The same for abilities that spread so much. */
export function scaleQuadrature({ points, weights }: Quadrature, spread: number): Quadrature {
  return { points: points.map((point) => point * spread), weights };
}

/** Points and weights on [-1, 1] (Gauss 1814), the roots of Legendre's polynomial found by Newton's method. */
function gaussLegendre(count: number): Quadrature {
  const [points, weights] = [new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at += 1) {
    let root = -Math.cos((Math.PI * (at + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 100; step += 1) {
      let [before, value] = [1, root];
      for (let degree = 2; degree <= count; degree += 1)
        [before, value] = [value, ((2 * degree - 1) * root * value - (degree - 1) * before) / degree];
      slope = (count * (root * value - before)) / (root * root - 1);
      const change = value / slope;
      root -= change;
      if (Math.abs(change) < 1e-15) break;
    }
    points[at] = root;
    weights[at] = 2 / ((1 - root * root) * slope * slope);
  }
  return { points, weights };
}
