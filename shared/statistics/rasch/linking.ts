import { percentileInterval } from '../percentiles.ts';
import { kendall } from '../kendall.ts';
import { type Outcome, undefinedBecause } from '../outcome.ts';
import { seededRandom } from '../random.ts';
import { raschModel, type RaschModel } from './rasch.ts';
import { answerOf, type ResponseMatrix } from './responseMatrix.ts';

/** One scoring of the same items on the scale of another. */
export interface LinkedScale {
  /** An ability on the other scale is `slope` times it plus `intercept`. */
  readonly slope: number;
  readonly intercept: number;
  /** Items with a difficulty under both. */
  readonly items: number;
  /** Mean difficulties under either, the first being that which the second is linked to. */
  readonly meanDifficulties: readonly [number, number];
  /** Of each respondent, how far the linked ability lies above that of the first; null where one has none. */
  readonly shifts: readonly (number | null)[];
  /** How far respondents keep their order (Kendall's tau-b), with a 95 % interval where there is one. */
  readonly tau: number | null;
  readonly interval: readonly [low: number, high: number] | null;
}

/** 400 fits of up to 30,000 answers take seconds. */
const MOST_ANSWERS = 30_000;
const LINK_RESAMPLES = 200;

/**
 * Two scorings of the same answers (right, and right with the reasons) as Rasch models, the second on the scale of the
 * first by mean-sigma linking (Marco 1977; Kolen and Brennan 2014, section 6.2): slope and intercept give the items'
 * difficulties the same mean and spread. Tau's interval is the percentiles of a bootstrap over items, both models fitted
 * anew with a fixed variance, which does not change an order; null for more than 30,000 answers. Undefined where one
 * model is, and for fewer than two items with difficulties under both.
 */
export function linkedScale(
  first: ResponseMatrix,
  second: ResponseMatrix,
  seed: number,
  variance: 'free' | 'fixed' = 'free',
): Outcome<LinkedScale> {
  const [one, other] = [first, second].map((matrix) => raschModel(matrix, () => undefined, variance));
  if (one?.defined !== true) return undefinedBecause(one?.reason ?? 'There is no model.');
  if (other?.defined !== true) return undefinedBecause(other?.reason ?? 'There is no model.');
  const pairs = one.items.flatMap(({ difficulty }, item) => {
    const linked = other.items[item]?.difficulty;
    return difficulty.defined && linked?.defined === true ? [[difficulty.value, linked.value] as const] : [];
  });
  const [a, b] = [momentsOf(pairs.map(([value]) => value)), momentsOf(pairs.map(([, value]) => value))];
  if (pairs.length < 2 || b.deviation === 0)
    return undefinedBecause('Fewer than two items have a difficulty under both scorings.');
  const slope = a.deviation / b.deviation;
  const intercept = a.mean - slope * b.mean;
  return {
    defined: true,
    slope,
    intercept,
    items: pairs.length,
    meanDifficulties: [a.mean, b.mean],
    shifts: abilitiesOf(one, other).map((each) =>
      each === null ? null : slope * each[1] + intercept - each[0],
    ),
    tau: tauOf(one, other),
    interval: first.answers.length > MOST_ANSWERS ? null : intervalOf(first, second, seed),
  };
}

function momentsOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

function abilitiesOf(one: RaschModel, other: RaschModel): readonly (readonly [number, number] | null)[] {
  return one.respondents.map(({ ability }, respondent) => {
    const linked = other.respondents[respondent]?.ability;
    return ability.defined && linked?.defined === true ? [ability.value, linked.value] : null;
  });
}

function tauOf(one: RaschModel, other: RaschModel): number | null {
  const known = abilitiesOf(one, other).filter((each) => each !== null);
  const found = kendall(
    known.map(([value]) => value),
    known.map(([, value]) => value),
  );
  return found.defined ? found.tau : null;
}

function intervalOf(first: ResponseMatrix, second: ResponseMatrix, seed: number): LinkedScale['interval'] {
  const random = seededRandom(seed);
  const values = Float64Array.from({ length: LINK_RESAMPLES }, () => {
    const items = Array.from({ length: first.items }, () => Math.floor(random() * first.items));
    const [one, other] = [first, second].map((matrix) =>
      raschModel(drawn(matrix, items), () => undefined, 'fixed'),
    );
    return one?.defined === true && other?.defined === true ? (tauOf(one, other) ?? Number.NaN) : Number.NaN;
  });
  return percentileInterval(values).interval;
}

function drawn(matrix: ResponseMatrix, items: readonly number[]): ResponseMatrix {
  const answers = new Int8Array(matrix.respondents * items.length);
  for (let respondent = 0; respondent < matrix.respondents; respondent += 1)
    items.forEach((item, place) => {
      answers[respondent * items.length + place] = answerOf(matrix, respondent, item);
    });
  return { respondents: matrix.respondents, items: items.length, answers };
}
