import { type Outcome, undefinedBecause } from '../outcome.ts';
import { standardErrors } from './information.ts';
import { MarginalLikelihood, type Posterior } from './likelihood.ts';
import { minimise, type Minimum } from './minimise.ts';
import { normalQuadrature, pointsFor, type Quadrature, scaleQuadrature } from './quadrature.ts';
import {
  answerOf,
  itemTallies,
  MISSING,
  respondentTallies,
  type ResponseCounts,
  type ResponseMatrix,
} from './responseMatrix.ts';

/** What is known of an item. */
export interface RaschItem extends ResponseCounts {
  /** In logits; the standard error where the items are not too many for it. */
  readonly difficulty: Outcome<{ readonly value: number; readonly standardError: number | null }>;
}

/** What is known of a respondent. */
export interface RaschRespondent extends ResponseCounts {
  /** In logits: the mean and the standard deviation of what the answers leave possible. */
  readonly ability: Outcome<{ readonly value: number; readonly standardDeviation: number }>;
}

/** The model of Rasch fitted to answers. */
export interface RaschModel {
  readonly items: readonly RaschItem[];
  readonly respondents: readonly RaschRespondent[];
  /** The abilities' variance, and whether it was estimated. */
  readonly variance: number;
  readonly estimated: boolean;
  /** Its standard error; null where it was not estimated. */
  readonly varianceError: number | null;
  /** The logarithm of the marginal likelihood. */
  readonly logLikelihood: number;
  /** Points over which abilities were summed. */
  readonly points: number;
  readonly iterations: number;
  /** Whether difficulties stand still; where not, they are what was reached. */
  readonly converged: boolean;
}

/** Steps still to go, in logits, below which difficulties stand still; what is left is some thirty times as much. */
const TOLERANCE = 1e-10;
/** From this number of items on, standard errors would take too long: they need each item's relation to each other. */
const MOST_FOR_ERRORS = 2500;

const UNANSWERED = 'Nobody answered it.';
const ALL_RIGHT = 'Everybody who answered it was right: it is easier than these respondents can tell.';
const ALL_WRONG = 'Everybody who answered it was wrong: it is harder than these respondents can tell.';
const NO_ITEM_LEFT = 'No answered item has a difficulty.';

/**
 * The one-parameter logistic model of Rasch (1960), with the chance of a right answer `1 / (1 + exp(b - theta))`.
 * Difficulties b by marginal maximum likelihood (Bock and Aitkin 1981), abilities normal about 0 with a variance
 * estimated too (Thissen 1982) or fixed at 1, over 61 Gauss-Legendre points across five standard deviations either way
 * (more for many answers); abilities theta as posterior means (Bock and Mislevy 1982). Missing answers are left out.
 * Items that all got right, or all wrong, have no difficulty; the prior keeps abilities finite. All items are fitted at
 * once until difficulties settle to 1e-10: expectation-maximisation moves a few per cent at a time and ends short when
 * stopped early. Undefined for fewer than two respondents with answers, or without an item with right and wrong
 * answers.
 * @param variance `free`: estimated; where the answers tell no spread of abilities, it stays at 1 and is called fixed
 * @param progress told how many figures the difficulties have settled to, of how many
 */
export function raschModel(
  matrix: ResponseMatrix,
  progress: (done: number, total: number) => void = () => undefined,
  variance: 'free' | 'fixed' = 'free',
): Outcome<RaschModel> {
  const ofItems = itemTallies(matrix);
  const ofRespondents = respondentTallies(matrix);
  if (ofRespondents.filter(({ answered }) => answered > 0).length < 2)
    return undefinedBecause('At least two respondents with answers are needed.');
  const telling = ofItems.flatMap(({ answered, right }, item) =>
    right > 0 && right < answered ? [item] : [],
  );
  if (telling.length === 0)
    return undefinedBecause(
      'No item has both right and wrong answers: nothing distinguishes items or respondents.',
    );
  const fitted = columnsOf(matrix, telling);
  const answeredOf = respondentTallies(fitted).map(({ answered }) => answered);
  const most = Math.max(...answeredOf);
  const digits = Math.round(-Math.log10(TOLERANCE));
  const fitWith = fitter(fitted, most, startOf(ofItems, telling), (distance) => {
    progress(Math.min(digits, Math.max(0, Math.floor(-Math.log10(distance)))), digits);
  });
  const spread = variance === 'free' ? estimatedSpread(fitWith) : null;
  const { minimum, likelihood, quadrature } = fitWith(spread?.value ?? 1);
  const posterior = likelihood.posterior(minimum.at);
  const given =
    telling.length > MOST_FOR_ERRORS ? null : standardErrors(fitted, quadrature, posterior, minimum.at);
  const errors =
    spread === null ? given : given?.map((error, place) => Math.hypot(error, spread.adds[place] ?? 0));
  const places = new Map(telling.map((item, place) => [item, place]));
  return {
    defined: true,
    items: ofItems.map(({ answered, right }, item) => {
      const place = places.get(item);
      const difficulty: RaschItem['difficulty'] =
        place === undefined
          ? undefinedBecause(answered === 0 ? UNANSWERED : right === 0 ? ALL_WRONG : ALL_RIGHT)
          : { defined: true, value: minimum.at[place] ?? 0, standardError: errors?.[place] ?? null };
      return { answered, right, difficulty };
    }),
    respondents: ofRespondents.map(({ answered, right }, respondent) => ({
      answered,
      right,
      ability:
        (answeredOf[respondent] ?? 0) === 0
          ? undefinedBecause(NO_ITEM_LEFT)
          : { defined: true, ...abilityOf(posterior, respondent, quadrature) },
    })),
    variance: (spread?.value ?? 1) ** 2,
    estimated: spread !== null,
    // The variance is the square of the spread, whose logarithm has this error.
    varianceError: spread === null ? null : 2 * spread.value ** 2 * spread.error,
    logLikelihood: -likelihood.evaluate(minimum.at).value,
    points: quadrature.points.length,
    iterations: minimum.iterations,
    converged: minimum.converged,
  };
}

/** Difficulties for one spread of abilities. */
interface Fit {
  readonly minimum: Minimum;
  readonly likelihood: MarginalLikelihood;
  readonly quadrature: Quadrature;
}

/** Fits difficulties to one spread after another, each from where the last one ended. */
function fitter(
  matrix: ResponseMatrix,
  mostAnswers: number,
  start: Float64Array,
  onDistance: (distance: number) => void,
): (spread: number) => Fit {
  let from = start;
  return (spread) => {
    const quadrature = scaleQuadrature(normalQuadrature(pointsFor(mostAnswers, spread)), spread);
    const likelihood = new MarginalLikelihood(matrix, quadrature);
    const minimum = minimise(
      from,
      (at) => likelihood.evaluate(at),
      TOLERANCE,
      (_, distance) => {
        onDistance(distance);
      },
    );
    from = minimum.at;
    return { minimum, likelihood, quadrature };
  };
}

/** Spreads (standard deviations of abilities) that are looked at. */
const LEAST_SPREAD = 0.05;
const MOST_SPREAD = 12;
/** The spread is found to this share of itself. */
const SPREAD_TOLERANCE = 1e-7;
/** For the change of difficulties with the spread. */
const STEP = 1e-3;

/** The spread of highest likelihood. */
interface Spread {
  readonly value: number;
  /** The standard error of its logarithm. */
  readonly error: number;
  /** What its uncertainty adds to the error of each difficulty. */
  readonly adds: Float64Array;
}

/**
 * The spread at which the likelihood, difficulties fitted to each, is highest: where its slope by the logarithm of the
 * spread is zero, found by false position (Illinois variant; Dowell and Jarratt 1971). Null where the likelihood falls
 * from the least spread on, or still grows at the largest. The errors follow from how the slope and the difficulties
 * change there: with those at a fixed spread they make up the inverse of the whole information.
 */
function estimatedSpread(fitWith: (spread: number) => Fit): Spread | null {
  const slopeAt = (logarithm: number): number => {
    const { likelihood, minimum } = fitWith(Math.exp(logarithm));
    return likelihood.slopeBySpread(minimum.at);
  };
  let [low, high] = [0, 0];
  let below = slopeAt(0);
  let above = below;
  while (below <= 0) {
    [high, above] = [low, below];
    low -= Math.LN2;
    if (low < Math.log(LEAST_SPREAD)) return null;
    below = slopeAt(low);
  }
  while (above >= 0) {
    [low, below] = [high, above];
    high += Math.LN2 / 2;
    if (high > Math.log(MOST_SPREAD)) return null;
    above = slopeAt(high);
  }
  let side = 0;
  let logarithm = low;
  for (let round = 0; round < 60 && high - low > SPREAD_TOLERANCE; round += 1) {
    logarithm = (below * high - above * low) / (below - above);
    const slope = slopeAt(logarithm);
    if (Math.abs(slope) < SPREAD_TOLERANCE) break;
    if (slope > 0) {
      [low, below] = [logarithm, slope];
      if (side === 1) above /= 2;
      side = 1;
    } else {
      [high, above] = [logarithm, slope];
      if (side === -1) below /= 2;
      side = -1;
    }
  }
  const [before, after] = [-STEP, STEP].map((step) => {
    const { likelihood, minimum } = fitWith(Math.exp(logarithm + step));
    return { slope: likelihood.slopeBySpread(minimum.at), at: minimum.at };
  });
  if (before === undefined || after === undefined) return null;
  const error = Math.sqrt((2 * STEP) / (before.slope - after.slope));
  return {
    value: Math.exp(logarithm),
    error,
    adds: after.at.map((value, place) => (Math.abs(value - (before.at[place] ?? 0)) / (2 * STEP)) * error),
  };
}

/** Near where difficulties will be: the logits of the shares wrong, drawn out by the spread of abilities. */
function startOf(tallies: readonly ResponseCounts[], items: readonly number[]): Float64Array {
  return Float64Array.from(items, (item) => {
    const { answered, right } = tallies[item] ?? { answered: 0, right: 0 };
    return 1.2 * Math.log((answered - right + 0.5) / (right + 0.5));
  });
}

function columnsOf(matrix: ResponseMatrix, items: readonly number[]): ResponseMatrix {
  const answers = new Int8Array(matrix.respondents * items.length).fill(MISSING);
  for (let respondent = 0; respondent < matrix.respondents; respondent += 1)
    items.forEach((item, place) => {
      answers[respondent * items.length + place] = answerOf(matrix, respondent, item);
    });
  return { respondents: matrix.respondents, items: items.length, answers };
}

function abilityOf(
  posterior: Posterior,
  respondent: number,
  { points }: Quadrature,
): { readonly value: number; readonly standardDeviation: number } {
  const from = respondent * points.length;
  let mean = 0;
  points.forEach((point, at) => (mean += (posterior[from + at] ?? 0) * point));
  let variance = 0;
  points.forEach((point, at) => (variance += (posterior[from + at] ?? 0) * (point - mean) ** 2));
  return { value: mean, standardDeviation: Math.sqrt(variance) };
}
