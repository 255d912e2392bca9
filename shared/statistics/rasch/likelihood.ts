import type { Evaluation } from './minimise.ts';
import type { Quadrature } from './quadrature.ts';
import { answerOf, MISSING, type ResponseMatrix } from './responseMatrix.ts';

/** What the answers say of everybody's ability: of each respondent, the weight of each point; rows sum to 1. */
export type Posterior = Float64Array;

/** The likelihood of answers under the model of Rasch, abilities summed out. */
export interface MarginalLikelihood {
  /** The negative logarithm of it with its slope by difficulties. */
  readonly evaluate: (difficulties: Float64Array) => Evaluation;
  readonly posterior: (difficulties: Float64Array) => Posterior;
  /** How fast its logarithm grows with the logarithm of the abilities' spread, difficulties held. */
  readonly slopeBySpread: (difficulties: Float64Array) => number;
}

/**
 * The marginal likelihood of Bock and Aitkin (1981) for the model of Rasch (1960), abilities normal: the
 * product over respondents of the sum over points of weight times the product over answered items of
 * `p^x (1 - p)^(1 - x)` with `p = 1 / (1 + exp(b - theta))`. It is log-concave in the difficulties (the integrand is
 * so in difficulties and ability together; Prekopa 1973): there is one maximum.
 */
export function marginalLikelihood(matrix: ResponseMatrix, quadrature: Quadrature): MarginalLikelihood {
  const { respondents, items } = matrix;
  const { points, weights } = quadrature;
  const count = points.length;
  const shapes = Array.from({ length: items }, (_, item) => shapeOf(matrix, item));
  const scores = new Float64Array(respondents);
  const logWeights = weights.map((weight) => Math.log(weight));
  for (let respondent = 0; respondent < respondents; respondent += 1)
    for (let item = 0; item < items; item += 1)
      if (answerOf(matrix, respondent, item) === 1) scores[respondent] = (scores[respondent] ?? 0) + 1;

  /** The logarithm of all respondents' likelihoods; `posterior` is filled. */
  const fill = (difficulties: Float64Array, posterior: Posterior): number => {
    const common = new Float64Array(count);
    const own = new Float64Array(respondents * count);
    const offsets = new Float64Array(respondents);
    const curve = new Float64Array(count);
    for (const [item, { exceptions, mostly, right }] of shapes.entries()) {
      const difficulty = difficulties[item] ?? 0;
      for (let at = 0; at < count; at += 1) curve[at] = softplus((points[at] ?? 0) - difficulty);
      if (mostly) for (let at = 0; at < count; at += 1) common[at] = (common[at] ?? 0) + (curve[at] ?? 0);
      for (const respondent of exceptions) {
        const sign = mostly ? -1 : 1;
        const from = respondent * count;
        for (let at = 0; at < count; at += 1)
          own[from + at] = (own[from + at] ?? 0) + sign * (curve[at] ?? 0);
      }
      for (const respondent of right) offsets[respondent] = (offsets[respondent] ?? 0) + difficulty;
    }
    let total = 0;
    for (let respondent = 0; respondent < respondents; respondent += 1) {
      const from = respondent * count;
      let highest = -Infinity;
      for (let at = 0; at < count; at += 1) {
        const value =
          (logWeights[at] ?? 0) +
          (scores[respondent] ?? 0) * (points[at] ?? 0) -
          (offsets[respondent] ?? 0) -
          (common[at] ?? 0) -
          (own[from + at] ?? 0);
        posterior[from + at] = value;
        highest = Math.max(highest, value);
      }
      let sum = 0;
      for (let at = 0; at < count; at += 1) {
        const share = Math.exp((posterior[from + at] ?? 0) - highest);
        posterior[from + at] = share;
        sum += share;
      }
      for (let at = 0; at < count; at += 1) posterior[from + at] = (posterior[from + at] ?? 0) / sum;
      total += highest + Math.log(sum);
    }
    return total;
  };

  /** Of each item the weights of the points over those who answered it, in one array that is used again. */
  const weightsOf = (posterior: Posterior): ((shape: Shape) => Float64Array) => {
    const everybody = new Float64Array(count);
    posterior.forEach((share, place) => {
      const at = place % count;
      everybody[at] = (everybody[at] ?? 0) + share;
    });
    const those = new Float64Array(count);
    return ({ exceptions, mostly }) => {
      if (mostly) those.set(everybody);
      else those.fill(0);
      for (const respondent of exceptions) {
        const sign = mostly ? -1 : 1;
        const from = respondent * count;
        for (let at = 0; at < count; at += 1)
          those[at] = (those[at] ?? 0) + sign * (posterior[from + at] ?? 0);
      }
      return those;
    };
  };

  return {
    posterior(difficulties) {
      const posterior = new Float64Array(respondents * count);
      fill(difficulties, posterior);
      return posterior;
    },
    slopeBySpread(difficulties) {
      const posterior = new Float64Array(respondents * count);
      fill(difficulties, posterior);
      const those = weightsOf(posterior);
      let slope = 0;
      posterior.forEach((share, place) => {
        slope += share * (points[place % count] ?? 0) * (scores[Math.floor(place / count)] ?? 0);
      });
      for (const [item, shape] of shapes.entries()) {
        const weight = those(shape);
        for (let at = 0; at < count; at += 1) {
          const point = points[at] ?? 0;
          slope -= (weight[at] ?? 0) * point * chanceOf(point - (difficulties[item] ?? 0));
        }
      }
      return slope;
    },
    evaluate(difficulties) {
      const posterior = new Float64Array(respondents * count);
      const logarithm = fill(difficulties, posterior);
      const [gradient, curvature] = [new Float64Array(items), new Float64Array(items)];
      const weights = weightsOf(posterior);
      for (const [item, shape] of shapes.entries()) {
        const those = weights(shape);
        let [expected, bend] = [0, 0];
        for (let at = 0; at < count; at += 1) {
          const p = chanceOf((points[at] ?? 0) - (difficulties[item] ?? 0));
          expected += (those[at] ?? 0) * p;
          bend += (those[at] ?? 0) * p * (1 - p);
        }
        gradient[item] = shape.right.length - expected;
        curvature[item] = Math.max(bend, Number.MIN_VALUE);
      }
      return { value: -logarithm, gradient, curvature };
    },
  };
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
