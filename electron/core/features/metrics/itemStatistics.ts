import { decimalText } from '../../../../shared/base/decimals.ts';
import { counted } from '../../../../shared/base/counts.ts';
import type {
  ItemStatistic,
  ItemStatistics,
  RespondentAbility,
} from '../../../../shared/contract/itemStatistics.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { type Outcome, undefinedBecause } from '../../../../shared/statistics/outcome.ts';
import { itemDifferences } from '../../../../shared/statistics/rasch/differentialFunctioning.ts';
import { itemFits, itemRestCorrelation, reliabilityOf } from '../../../../shared/statistics/rasch/fit.ts';
import { linkedScale } from '../../../../shared/statistics/rasch/linking.ts';
import { USUAL_POINTS } from '../../../../shared/statistics/rasch/quadrature.ts';
import { raschModel, type RaschModel } from '../../../../shared/statistics/rasch/rasch.ts';
import { itemTallies, respondentTallies } from '../../../../shared/statistics/rasch/responseMatrix.ts';
import { testInformation } from '../../../../shared/statistics/rasch/testInformation.ts';
import { screeningFaults, tierOf, TIERS } from '../../../../shared/statistics/rasch/screening.ts';
import { unreadNotes } from './notes.ts';
import type { ItemAnswersMatrix } from './itemAnswers.ts';

export interface ItemOptions {
  readonly parameters: JsonObject;
  /** How right, 0 to 1, an answer has to be to count as right. */
  readonly threshold: number;
  readonly step: string | null;
  readonly unreadable: 'wrong' | 'left_out';
  readonly absent: 'wrong' | 'left_out';
  readonly unfinished: boolean;
  readonly variance: 'free' | 'fixed';
}

/** With fewer respondents than this, figures are there but say little. */
const FEW_RESPONDENTS = 30;

const UNKNOWN_FIT = 'There is no fitted model.';

/** A model, or why there is none. */
interface FoundModel {
  readonly model: RaschModel | null;
  /** Why its figures are not there. */
  readonly none: string;
}

/** Item statistics of who got what right. */
export function itemStatisticsOf(
  answers: ItemAnswersMatrix,
  { threshold, unreadable, absent, variance }: ItemOptions,
  leftOut: readonly string[],
  progress: (done: number, total: number) => void,
): Omit<ItemStatistics, 'benchmark' | 'judge' | 'judgeId'> {
  const { step, steps, matrix, graded } = answers;
  const outcome: Outcome<RaschModel> =
    step === null
      ? undefinedBecause('No answer is known to be right or wrong yet.')
      : raschModel(matrix, progress, variance);
  const found: FoundModel = outcome.defined
    ? { model: outcome, none: UNKNOWN_FIT }
    : { model: null, none: outcome.reason };
  const { model } = found;
  const items = itemsOf(answers, found);
  return {
    threshold,
    graded,
    step,
    steps: [...steps],
    undefined: outcome.defined ? null : outcome.reason,
    items,
    respondents: abilitiesOf(answers, found),
    linked: linkedOf(answers, variance),
    variance:
      model === null
        ? { value: null, estimated: false, standardError: null }
        : { value: model.variance, estimated: model.estimated, standardError: model.varianceError },
    information: informationOf(model),
    reliability: separationOf(found),
    tiers: TIERS.map((tier) => {
      const those = items.filter((item) => item.tier === tier);
      return {
        tier,
        items: those.length,
        kept: those.filter(({ problems }) => problems.length === 0).length,
      };
    }),
    logLikelihood: model?.logLikelihood ?? null,
    points: model?.points ?? null,
    notes: [
      ...leftOut,
      ...unreadNotes(answers.unread, { unreadable, absent }),
      ...(model === null ? [] : [varianceNote(model, variance)]),
      ...answerNotes(answers, threshold),
      ...(model === null ? [] : modelNotes(model)),
    ],
  };
}

/** The figures of each item. */
function itemsOf(answers: ItemAnswersMatrix, { model, none }: FoundModel): ItemStatistic[] {
  const { units, matrix } = answers;
  const fits = model === null ? null : itemFits(matrix, model);
  const [ofItems, ofRespondents] = [itemTallies(matrix), respondentTallies(matrix)];
  const differences = differencesOf(answers);
  return units.map((unit, place) => {
    const difficulty = model?.items[place]?.difficulty ?? undefinedBecause(none);
    const fit = fits?.[place] ?? {
      infit: undefinedBecause(none),
      outfit: undefinedBecause(none),
      pointBiserial: itemRestCorrelation(matrix, place, ofRespondents),
    };
    return {
      ...unit,
      answered: ofItems[place]?.answered ?? 0,
      right: ofItems[place]?.right ?? 0,
      difficulty: valueOf(difficulty),
      standardError: difficulty.defined ? difficulty.standardError : null,
      infit: valueOf(fit.infit),
      outfit: valueOf(fit.outfit),
      pointBiserial: valueOf(fit.pointBiserial),
      tier: difficulty.defined ? tierOf(difficulty.value) : null,
      difference: differences?.[place] ?? null,
      problems: [...screeningFaults({ difficulty }, fit)],
    };
  });
}

/** The ability of each respondent. */
function abilitiesOf(
  { matrix, respondents }: ItemAnswersMatrix,
  { model, none }: FoundModel,
): RespondentAbility[] {
  const tallies = respondentTallies(matrix);
  return respondents.map(({ id, handle, name, kind }, place) => {
    const ability = model?.respondents[place]?.ability ?? undefinedBecause(none);
    return {
      key: handle,
      name,
      kind,
      personId: id,
      answered: tallies[place]?.answered ?? 0,
      right: tallies[place]?.right ?? 0,
      ability: valueOf(ability),
      standardDeviation: ability.defined ? ability.standardDeviation : null,
    };
  });
}

/** How much the items with a difficulty tell about each ability. */
function informationOf(model: RaschModel | null): ItemStatistics['information'] {
  if (model === null) return [];
  const difficulties = model.items.flatMap(({ difficulty }) =>
    difficulty.defined ? [difficulty.value] : [],
  );
  return testInformation(difficulties).map((each) => ({ ...each }));
}

/** How well the items tell respondents apart. */
function separationOf({ model, none }: FoundModel): ItemStatistics['reliability'] {
  const { separation, expected } =
    model === null
      ? { separation: undefinedBecause(none), expected: undefinedBecause(none) }
      : reliabilityOf(model);
  return { separation: valueOf(separation), expected: valueOf(expected) };
}

/** The note, where there is reason for it. */
const noteIf = (reason: boolean, note: string): string[] => (reason ? [note] : []);

/** What to know about the answers: that some are partly right, unknown or missing, or an item has several versions. */
export function answerNotes(
  { matrix, units, graded, unknown }: Pick<ItemAnswersMatrix, 'matrix' | 'units' | 'graded' | 'unknown'>,
  threshold: number,
): string[] {
  const missing = matrix.answers.reduce((count, answer) => count + (answer < 0 ? 1 : 0), 0);
  const share = (100 * missing) / Math.max(1, matrix.answers.length);
  return [
    ...noteIf(
      graded,
      `Answers can be partly right: from ${String(threshold)} (of 1) they count as right here.`,
    ),
    ...noteIf(
      unknown > 0,
      `${counted(unknown, 'answer')} left out: whether ${unknown === 1 ? 'it is' : 'they are'} right is not known.`,
    ),
    ...noteIf(
      missing > 0,
      `${share < 1 ? 'Less than 1' : String(Math.round(share))} % of the answers of respondents to items are missing: they count neither as right nor as wrong.`,
    ),
    ...noteIf(
      new Set(units.map(({ condition }) => condition)).size > 1,
      'An item with several versions has figures for each.',
    ),
  ];
}

/** How far the figures of a model can be trusted. */
export function modelNotes({
  items,
  respondents,
  points,
  converged,
}: Pick<RaschModel, 'items' | 'respondents' | 'points' | 'converged'>): string[] {
  const without = items.filter(({ difficulty }) => !difficulty.defined).length;
  const extreme = respondents.filter(({ right, answered }) => right === 0 || right === answered).length;
  return [
    ...noteIf(
      respondents.length < FEW_RESPONDENTS,
      `There are only ${counted(respondents.length, 'respondent')}: look at the standard errors, and do not drop items on these figures alone.`,
    ),
    ...noteIf(
      without > 0,
      `${counted(without, 'item')} without a difficulty, as all answers to ${without === 1 ? 'it' : 'each of them'} are right or all are wrong.`,
    ),
    ...noteIf(
      extreme > 0,
      `${counted(extreme, 'respondent')} right throughout or wrong throughout: how far above or below the others is unknown. The ability stays finite because the model expects a normal spread of abilities.`,
    ),
    ...noteIf(
      points !== USUAL_POINTS,
      `The model sums abilities over ${String(points)} points instead of ${String(USUAL_POINTS)}: ${String(USUAL_POINTS)} would be too coarse for this many answers.`,
    ),
    ...noteIf(
      items.some(({ difficulty }) => difficulty.defined && difficulty.standardError === null),
      'There are too many items for standard errors.',
    ),
    ...noteIf(!converged, 'Difficulties did not converge: take the figures as approximate.'),
  ];
}

/** The same bootstrap whenever it is asked for. */
const SEED = 1;

function linkedOf(
  { stricter }: ItemAnswersMatrix,
  variance: ItemOptions['variance'],
): ItemStatistics['linked'] {
  if (stricter === null) return null;
  const { title, usual, strict } = stricter;
  const found = linkedScale(usual, strict, SEED, variance);
  if (!found.defined) {
    return {
      title,
      undefined: found.reason,
      items: 0,
      slope: null,
      intercept: null,
      meanDifficulties: null,
      tau: null,
      ci95: null,
      shifts: [],
    };
  }
  const { items, slope, intercept, meanDifficulties, tau, interval, shifts } = found;
  return {
    title,
    undefined: null,
    items,
    slope,
    intercept,
    meanDifficulties: [...meanDifficulties],
    tau,
    ci95: interval === null ? null : [...interval],
    shifts: [...shifts],
  };
}

/** On which variance of abilities the figures rest. */
function varianceNote(
  { variance, estimated, varianceError }: RaschModel,
  asked: ItemOptions['variance'],
): string {
  if (estimated) {
    const error = varianceError === null ? '' : ` (standard error ${decimalText(varianceError, 2)})`;
    return `Abilities are normal with a variance of ${decimalText(variance, 2)}${error}, estimated from the answers.`;
  }
  return asked === 'fixed'
    ? 'Abilities are normal with a variance fixed at 1, as asked for.'
    : 'Abilities are normal with a variance fixed at 1: the answers do not tell how much respondents differ.';
}

/** With fewer participants or models than this, the two are not compared item by item. */
const FEWEST_IN_GROUP = 5;

/** How much harder each item is for models than for participants; null where there are too few of either. */
function differencesOf({
  matrix,
  respondents,
}: ItemAnswersMatrix): readonly ItemStatistic['difference'][] | null {
  const groups = respondents.map(({ kind }) => (kind === 'human' ? 0 : 1));
  const models = groups.filter((group) => group === 1).length;
  if (models < FEWEST_IN_GROUP || groups.length - models < FEWEST_IN_GROUP) return null;
  return itemDifferences(matrix, groups).map((each) => {
    if (!each.defined) return null;
    const { delta, standardError, p, pHolm, size } = each;
    return { delta, standardError, p, pHolm, size };
  });
}

function valueOf(outcome: Outcome<{ readonly value: number }>): ItemStatistic['difficulty'] {
  return outcome.defined
    ? { value: outcome.value, undefined: null }
    : { value: null, undefined: outcome.reason };
}
