import type { Evaluation } from './minimise.ts';
import type { Quadrature } from './quadrature.ts';
import { answerOf, MISSING, type ResponseMatrix } from './responseMatrix.ts';

/** What the answers say of everybody's ability: of each respondent, the weight of each point; rows sum to 1. */
export type Posterior = Float64Array;

/**
 * The marginal likelihood of Bock and Aitkin (1981) for the model of Rasch (1960), abilities normal: the
 * product over respondents of the sum over points of weight times the product over answered items of
 * `p^x (1 - p)^(1 - x)` with `p = 1 / (1 + exp(b - theta))`. It is log-concave in the difficulties (the integrand is
 * so in difficulties and ability together; Prekopa 1973): there is one maximum.
 */
export class MarginalLikelihood {
  readonly #respondents: number;
  readonly #points: Float64Array;
  readonly #logWeights: Float64Array;
  readonly #shapes: readonly Shape[];
  /** How many right answers each respondent has. */
  readonly #scores: Float64Array;

  constructor(matrix: ResponseMatrix, { points, weights }: Quadrature) {
    this.#respondents = matrix.respondents;
    this.#points = points;
    this.#logWeights = weights.map((weight) => Math.log(weight));
    this.#shapes = Array.from({ length: matrix.items }, (_, item) => shapeOf(matrix, item));
    this.#scores = new Float64Array(matrix.respondents);
    for (const { right } of this.#shapes) for (const respondent of right) addTo(this.#scores, respondent, 1);
  }

  posterior(difficulties: Float64Array): Posterior {
    return this.#integrate(difficulties).posterior;
  }

  /** How fast its logarithm grows with the logarithm of the abilities' spread, difficulties held. */
  slopeBySpread(difficulties: Float64Array): number {
    const { posterior } = this.#integrate(difficulties);
    const points = this.#points;
    const those = weightsOf(posterior, points.length);
    let slope = 0;
    posterior.forEach((share, place) => {
      const score = this.#scores[Math.floor(place / points.length)] ?? 0;
      slope += share * (points[place % points.length] ?? 0) * score;
    });
    for (const [item, shape] of this.#shapes.entries()) {
      const weight = those(shape);
      points.forEach((point, at) => {
        slope -= (weight[at] ?? 0) * point * chanceOf(point - (difficulties[item] ?? 0));
      });
    }
    return slope;
  }

  /** Its negative logarithm with the slope by difficulties. */
  evaluate(difficulties: Float64Array): Evaluation {
    const { logarithm, posterior } = this.#integrate(difficulties);
    const points = this.#points;
    const items = this.#shapes.length;
    const [gradient, curvature] = [new Float64Array(items), new Float64Array(items)];
    const weights = weightsOf(posterior, points.length);
    for (const [item, shape] of this.#shapes.entries()) {
      const those = weights(shape);
      const difficulty = difficulties[item] ?? 0;
      let [expected, bend] = [0, 0];
      for (let at = 0; at < points.length; at += 1) {
        const p = chanceOf((points[at] ?? 0) - difficulty);
        expected += (those[at] ?? 0) * p;
        bend += (those[at] ?? 0) * p * (1 - p);
      }
      gradient[item] = shape.right.length - expected;
      curvature[item] = Math.max(bend, Number.MIN_VALUE);
    }
    return { value: -logarithm, gradient, curvature };
  }

  /** The logarithm of all respondents' likelihoods, and what their answers say of everybody's ability. */
  #integrate(difficulties: Float64Array): { readonly logarithm: number; readonly posterior: Posterior } {
    const [points, logWeights] = [this.#points, this.#logWeights];
    const count = points.length;
    const { common, own, offsets } = this.#softplusSums(difficulties);
    const posterior = new Float64Array(this.#respondents * count);
    let logarithm = 0;
    for (let respondent = 0; respondent < this.#respondents; respondent += 1) {
      const from = respondent * count;
      const score = this.#scores[respondent] ?? 0;
      const offset = offsets[respondent] ?? 0;
      for (let at = 0; at < count; at += 1)
        posterior[from + at] =
          (logWeights[at] ?? 0) +
          score * (points[at] ?? 0) -
          offset -
          (common[at] ?? 0) -
          (own[from + at] ?? 0);
      logarithm += normalise(posterior, from, from + count);
    }
    return { logarithm, posterior };
  }

  /**
   * What answers subtract from the logarithm of a likelihood at each point: `common` to all respondents and `own` of each,
   * with the summed difficulties of what they answered right.
   */
  #softplusSums(difficulties: Float64Array): {
    readonly common: Float64Array;
    readonly own: Float64Array;
    readonly offsets: Float64Array;
  } {
    const points = this.#points;
    const count = points.length;
    const curve = new Float64Array(count);
    const common = new Float64Array(count);
    const own = new Float64Array(this.#respondents * count);
    const offsets = new Float64Array(this.#respondents);
    for (const [item, { exceptions, mostly, right }] of this.#shapes.entries()) {
      const difficulty = difficulties[item] ?? 0;
      for (let at = 0; at < count; at += 1) curve[at] = softplus((points[at] ?? 0) - difficulty);
      if (mostly) addAll(common, curve);
      const sign = mostly ? -1 : 1;
      for (const respondent of exceptions) {
        const from = respondent * count;
        for (let at = 0; at < count; at += 1)
          own[from + at] = (own[from + at] ?? 0) + sign * (curve[at] ?? 0);
      }
      for (const respondent of right) addTo(offsets, respondent, difficulty);
    }
    return { common, own, offsets };
  }
}

/** Makes shares that sum to 1 of logarithms, in their place; gives the logarithm of what they summed to. */
function normalise(terms: Float64Array, from: number, to: number): number {
  let highest = -Infinity;
  for (let at = from; at < to; at += 1) highest = Math.max(highest, terms[at] ?? 0);
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const share = Math.exp((terms[at] ?? 0) - highest);
    terms[at] = share;
    sum += share;
  }
  for (let at = from; at < to; at += 1) terms[at] = (terms[at] ?? 0) / sum;
  return highest + Math.log(sum);
}

/** Of an item the weights of the points over those who answered it, in one array that is used again. */
function weightsOf(posterior: Posterior, count: number): (shape: Shape) => Float64Array {
  const everybody = new Float64Array(count);
  for (let from = 0; from < posterior.length; from += count)
    for (let at = 0; at < count; at += 1) everybody[at] = (everybody[at] ?? 0) + (posterior[from + at] ?? 0);
  const those = new Float64Array(count);
  return ({ exceptions, mostly }) => {
    if (mostly) those.set(everybody);
    else those.fill(0);
    const sign = mostly ? -1 : 1;
    for (const respondent of exceptions) {
      const from = respondent * count;
      for (let at = 0; at < count; at += 1) those[at] = (those[at] ?? 0) + sign * (posterior[from + at] ?? 0);
    }
    return those;
  };
}

function addTo(sums: Float64Array, place: number, value: number): void {
  sums[place] = (sums[place] ?? 0) + value;
}

function addAll(sums: Float64Array, values: Float64Array): void {
  for (let at = 0; at < values.length; at += 1) addTo(sums, at, values[at] ?? 0);
}

/** The chance of a right answer of an ability that is so much above the item's difficulty, in logits (Rasch 1960). */
export function chanceOf(above: number): number {
  const small = Math.exp(-Math.abs(above));
  return above >= 0 ? 1 / (1 + small) : small / (1 + small);
}

const softplus = (value: number): number => Math.max(0, value) + Math.log1p(Math.exp(-Math.abs(value)));

/** Who answered an item, by the shorter of two lists: those who did, or, where it is `mostly` answered, those who did not. */
interface Shape {
  readonly mostly: boolean;
  readonly exceptions: readonly number[];
  readonly right: readonly number[];
}

function shapeOf(matrix: ResponseMatrix, item: number): Shape {
  const [answered, missing, right]: [number[], number[], number[]] = [[], [], []];
  for (let respondent = 0; respondent < matrix.respondents; respondent += 1) {
    const answer = answerOf(matrix, respondent, item);
    (answer === MISSING ? missing : answered).push(respondent);
    if (answer === 1) right.push(respondent);
  }
  const mostly = missing.length <= answered.length;
  return { mostly, exceptions: mostly ? missing : answered, right };
}
