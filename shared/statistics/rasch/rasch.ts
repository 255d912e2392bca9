import type { Outcome } from '../outcome.ts';
import { undefinedBecause } from '../outcome.ts';
import { standardErrors } from './information.ts';
import { marginalLikelihood, type Posterior } from './likelihood.ts';
import { minimise } from './minimise.ts';
import { normalQuadrature, pointsFor, type Quadrature } from './quadrature.ts';
import {
  answerOf,
  itemTallies,
  MISSING,
  respondentTallies,
  type ResponseMatrix,
  type Tally,
} from './responseMatrix.ts';

/** What is known of an item. */
export interface RaschItem extends Tally {
  /** In logits; the standard error where the items are not too many for it. */
  readonly difficulty: Outcome<{ readonly value: number; readonly standardError: number | null }>;
}

/** What is known of a respondent. */
export interface RaschRespondent extends Tally {
  /** In logits: the mean and the standard deviation of what the answers leave possible. */
  readonly ability: Outcome<{ readonly value: number; readonly standardDeviation: number }>;
}

/** The model of Rasch fitted to answers. */
export interface RaschModel {
  readonly items: readonly RaschItem[];
  readonly respondents: readonly RaschRespondent[];
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
/** From so many items on, standard errors would take too long: they need each item's relation to each other. */
const MOST_FOR_ERRORS = 1500;

const UNANSWERED = 'Nobody answered it.';
const ALL_RIGHT = 'Everybody who answered it was right: it is easier than these respondents can tell.';
const ALL_WRONG = 'Everybody who answered it was wrong: it is harder than these respondents can tell.';
const NO_ITEM_LEFT = 'No answered item has a difficulty.';

/**
 * The one-parameter logistic model of Rasch (1960), the chance of a right answer being `1 / (1 + exp(b - theta))`:
 * difficulties b by marginal maximum likelihood (Bock and Aitkin 1981) with abilities standard normal, summed over 61
 * points of Gauss and Legendre from -5 to 5 (more where a respondent answered over 150 items); abilities theta as the
 * mean of the posterior (expected a posteriori, Bock and Mislevy 1982). A missing answer is left out of the
 * likelihood. Items that all who answered got right, or all wrong, have no difficulty and take no part; a respondent
 * who is right or wrong throughout has an ability, kept finite by the prior.
 *
 * The maximum is found from all items at once until difficulties stand still to 1e-10: the expectation-maximisation
 * of the paper moves all items together by a few per cent of the way only, and ends short where it is stopped early.
 * Undefined for fewer than two respondents with answers, and where no item has both right and wrong answers.
 * @param progress told how many figures the difficulties have settled to, of how many
 */
export function raschModel(
  matrix: ResponseMatrix,
  progress: (done: number, total: number) => void = () => undefined,
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
  const quadrature = normalQuadrature(pointsFor(Math.max(...answeredOf)));
  const likelihood = marginalLikelihood(fitted, quadrature);
  const digits = Math.round(-Math.log10(TOLERANCE));
  const minimum = minimise(startOf(ofItems, telling), likelihood.evaluate, TOLERANCE, (_, distance) => {
    progress(Math.min(digits, Math.max(0, Math.floor(-Math.log10(distance)))), digits);
  });
  const posterior = likelihood.posterior(minimum.at);
  const errors =
    telling.length > MOST_FOR_ERRORS ? null : standardErrors(fitted, quadrature, posterior, minimum.at);
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
    logLikelihood: -likelihood.evaluate(minimum.at).value,
    points: quadrature.points.length,
    iterations: minimum.iterations,
    converged: minimum.converged,
  };
}

/** Near where difficulties will be: the logits of the shares wrong, drawn out by the spread of abilities. */
function startOf(tallies: readonly Tally[], items: readonly number[]): Float64Array {
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
