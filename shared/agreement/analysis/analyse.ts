import { bcaInterval } from '../intervals/bca.ts';
import { type PatternSample, resampledValues, type ResamplingMonitor } from '../intervals/bootstrap.ts';
import { hasPairableItem, jackknife } from '../intervals/jackknife.ts';
import { patternUnits } from '../intervals/units.ts';
import type { BootstrapInterval } from '../../statistics/percentiles.ts';
import { studentTwoSidedQuantile } from '../../statistics/studentT.ts';
import { type BoxRatings, matchAll } from '../boxes/boxAgreement.ts';
import type { CategoryLevel, CategoryQuestion, PreparedCoefficient } from '../coefficients/coefficient.ts';
import {
  BOX_COEFFICIENT_NAMES,
  BOX_COEFFICIENTS,
  type BoxCoefficientName,
  CATEGORY_COEFFICIENTS,
  type CategoryCoefficientName,
  type CoefficientName,
  isBoxCoefficient,
  titleOf,
  usualCoefficients,
} from '../coefficients/coefficients.ts';
import { FEWEST_ITEMS, FEWEST_RESAMPLED, whyTooFewVarying } from '../intervals/enoughItems.ts';
import { type EstimateBasis, undefinedBecause } from '../ratings/estimate.ts';
import { basisOf, type Patterns, patternsOf } from '../ratings/patterns.ts';
import { tooFewImages } from '../intervals/fewImages.ts';
import type { AgreementFigure, Estimate, Ratings } from '../ratings/ratings.ts';
import { scoreInterval } from '../intervals/scoreInterval.ts';
import { type Skew, skewOf } from '../ratings/skew.ts';

/** What is asked of every field, whatever its level. */
interface FieldRequest {
  /** The coefficients wanted; left out, those usual for the level. */
  readonly coefficients?: readonly CoefficientName[];
  /** Null: no bootstrap, for figures that have to be quick. */
  readonly bootstrap: { readonly resamples: number; readonly seed: number } | null;
  /**
   * Of each item the number of the image or entity that it shares with others: intervals take these as drawn, not single
   * items. Null or left out: each item is drawn by itself.
   */
  readonly groups?: Int32Array | null;
}

/** A field of categories. Where they have an order their indices follow it. */
export interface CategoryRequest extends FieldRequest {
  readonly level: 'nominal' | 'ordinal' | 'interval';
  readonly ratings: Ratings;
  /** How many categories the field offers, seen or not. */
  readonly offered: number;
}

/** A field of sets: each distinct set is a category. */
export interface SetRequest extends FieldRequest {
  readonly level: 'set';
  readonly ratings: Ratings;
  readonly sets: readonly (readonly string[])[];
}

export interface BoxRequest extends FieldRequest {
  readonly level: 'boxes';
  readonly boxes: BoxRatings;
  /** The intersection over union from which on a matched box counts as found. */
  readonly threshold: number;
}

/** Plain data throughout, to be handed to a worker thread. */
export type AnalysisRequest = CategoryRequest | SetRequest | BoxRequest;

export interface Agreement {
  readonly level: CategoryLevel | 'boxes';
  /** Items with at least one rating, and the ratings and raters there are. */
  readonly items: number;
  readonly ratings: number;
  readonly raters: number;
  /** Items with a single rating: nothing to compare it with. */
  readonly notPairable: number;
  /** Groups of the other items, by the image or entity that they share: as many as items where none share one. */
  readonly groups: number;
  /** A category with more than nine tenths of the ratings, beside which a kappa misleads. */
  readonly skew: Skew | null;
  readonly bootstrap: { readonly resamples: number; readonly seed: number } | null;
  readonly figures: Readonly<Partial<Record<CoefficientName, AgreementFigure>>>;
}

/**
 * The figures of agreement of one field. Null where the watch cancelled it. Throws RangeError for ratings that are
 * not of the form they claim, and for coefficients of boxes asked of categories or the reverse.
 */
export function agreementOf(request: AnalysisRequest, watch: ResamplingMonitor = {}): Agreement | null {
  return request.level === 'boxes' ? boxAgreement(request, watch) : categoryAgreement(request, watch);
}

function categoryAgreement(
  request: CategoryRequest | SetRequest,
  watch: ResamplingMonitor,
): Agreement | null {
  const patterns = patternsOf(request.ratings);
  const question: CategoryQuestion = {
    level: request.level,
    patterns,
    offered: request.level === 'set' ? request.sets.length : request.offered,
    sets: request.level === 'set' ? request.sets : [],
  };
  const names = request.coefficients?.map(categoryName) ?? usualCoefficients(question);
  const resampled = resampledOf(patterns, request);
  const groups = countUnits(resampled);
  const tooFew = tooFewImages({ items: basisOf(patterns, 2).items, images: groups }, FEWEST_ITEMS);
  const figures = withIntervals(
    names.map((name) => {
      const coefficient = prepareCategory(name, question);
      const byChance = CATEGORY_COEFFICIENTS[name].isSteady === true ? null : whyTooFewVarying(patterns);
      return {
        name,
        coefficient,
        tooFew: coefficient.share === true && resampled.units === undefined ? null : (tooFew ?? byChance),
      };
    }),
    resampled,
    request.bootstrap,
    watch,
  );
  if (figures === null) return null;
  const all = basisOf(patterns, 1);
  return {
    level: request.level,
    ...all,
    raters: patterns.raters,
    notPairable: all.items - basisOf(patterns, 2).items,
    groups,
    skew: skewOf(patterns),
    bootstrap: request.bootstrap,
    figures,
  };
}

/** The patterns as they are drawn: by the groups of the items that have a rating. */
function resampledOf(patterns: Patterns, { ratings, groups }: CategoryRequest | SetRequest): PatternSample {
  const { weights, patternOf, tally } = patterns;
  const pairable = Uint8Array.from(tally.size, (size) => (size < 2 ? 0 : 1));
  if (groups == null) return { weights, patternOf, pairable };
  const rated = groups.filter((_, item) => {
    const row = ratings.codes.subarray(item * ratings.raters, (item + 1) * ratings.raters);
    return row.some((code) => code >= 0);
  });
  return grouped({ weights, patternOf, pairable }, rated);
}

/** The same drawn by groups, where any two items share one. */
function grouped(resampled: PatternSample, groups: Int32Array): PatternSample {
  const units = patternUnits(resampled.patternOf, groups);
  return units.count === groups.length ? resampled : { ...resampled, units };
}

/** How many units there are that a figure rests on: groups of items, or items. */
function countUnits({ weights, patternOf, pairable, units }: PatternSample): number {
  if (units !== undefined)
    return Array.from({ length: units.count }, (_, unit) => unit).filter((unit) =>
      hasPairableItem(units, unit, pairable),
    ).length;
  return pairable === undefined
    ? patternOf.length
    : weights.reduce((sum, weight, pattern) => sum + (pairable[pattern] === 0 ? 0 : weight), 0);
}

function boxAgreement(request: BoxRequest, watch: ResamplingMonitor): Agreement | null {
  const matched = matchAll(request.boxes, request.threshold);
  const names = request.coefficients?.map(boxName) ?? BOX_COEFFICIENT_NAMES;
  const rows = {
    weights: new Float64Array(matched.items).fill(1),
    patternOf: Int32Array.from({ length: matched.items }, (_, row) => row),
  };
  const resampled =
    request.groups == null
      ? rows
      : grouped(
          rows,
          Int32Array.from(matched.rows, (item) => request.groups?.[item] ?? -1),
        );
  const groups = countUnits(resampled);
  const figures = withIntervals(
    names.map((name) => ({
      name,
      coefficient: BOX_COEFFICIENTS[name].prepare(matched),
      tooFew: tooFewImages({ items: matched.items, images: groups }, FEWEST_ITEMS),
    })),
    resampled,
    request.bootstrap,
    watch,
  );
  if (figures === null) return null;
  const { items, raters, boxes } = request.boxes;
  const sizes = Array.from(
    { length: items },
    (_, item) => boxes.slice(item * raters, (item + 1) * raters).filter((list) => list !== null).length,
  );
  return {
    level: 'boxes',
    items: sizes.filter((size) => size > 0).length,
    ratings: sizes.reduce((total, size) => total + size, 0),
    raters: matched.raters,
    notPairable: sizes.filter((size) => size === 1).length,
    groups,
    skew: null,
    bootstrap: request.bootstrap,
    figures,
  };
}

/** One coefficient made ready, and why its intervals would not hold, where they would not. */
interface PreparedFigure {
  readonly name: CoefficientName;
  readonly coefficient: PreparedCoefficient;
  readonly tooFew: string | null;
}

/** Adds the intervals, those of the bootstrap all from the same resamples; null where it was cancelled. */
function withIntervals(
  asking: readonly PreparedFigure[],
  patterns: PatternSample,
  options: FieldRequest['bootstrap'],
  watch: ResamplingMonitor,
): Agreement['figures'] | null {
  const estimates = asking.map((one) => ({ ...one, estimate: one.coefficient.estimate() }));
  const enough = estimates.filter(({ estimate, tooFew }) => estimate.value !== null && tooFew === null);
  const drawn =
    options === null || options.resamples === 0 || enough.length === 0
      ? []
      : resampledValues(
          patterns,
          enough.map(
            ({ coefficient }) =>
              (weights) =>
                coefficient.value(weights),
          ),
          options,
          watch,
        );
  if (drawn === null) return null;
  const figures: Partial<Record<CoefficientName, AgreementFigure>> = {};
  for (const one of estimates) {
    const values = drawn[enough.findIndex(({ name }) => name === one.name)];
    figures[one.name] = figureOf(one, patterns, values);
  }
  return figures;
}

/** A figure with its intervals; `values` is what it comes to in resamples, undefined where there are none. */
function figureOf(
  { coefficient, estimate, tooFew }: Omit<PreparedFigure, 'name'> & { readonly estimate: Estimate },
  patterns: PatternSample,
  values: Float64Array | undefined,
): AgreementFigure {
  const { value } = estimate;
  if (value === null || tooFew !== null)
    return { ...estimate, ...NO_INTERVALS, noInterval: value === null ? null : tooFew };
  const count = countUnits(patterns);
  const left = jackknife(patterns, (weights) => coefficient.value(weights));
  const bca =
    values === undefined || count < FEWEST_RESAMPLED
      ? NO_BOOTSTRAP
      : bootstrapped(bcaInterval(values, value, left?.acceleration ?? null));
  if (left === null) return { ...estimate, ...NO_INTERVALS, ...bca, noInterval: HANGS_ON_ONE };
  const scored = { ...estimate, value, expected: coefficient.expected(), variance: left.variance };
  const interval =
    patterns.units === undefined
      ? scoreInterval(scored)
      : // Few groups leave their variance open, as few items do; Wilson's interval has the normal quantile.
        scoreInterval({ ...scored, items: count }, studentTwoSidedQuantile(0.05, count - 1));
  const method = coefficient.share === true && patterns.units === undefined ? 'wilson' : 'score';
  return { ...estimate, ...bca, interval, method, noInterval: null };
}

type BootstrapPart = Pick<AgreementFigure, 'bootstrapInterval' | 'resamplesUndefined'>;

const bootstrapped = ({ interval, resamplesUndefined }: BootstrapInterval): BootstrapPart => ({
  bootstrapInterval: interval,
  resamplesUndefined,
});

const NO_BOOTSTRAP: BootstrapPart = { bootstrapInterval: null, resamplesUndefined: 0 };
const NO_INTERVALS = { interval: null, method: null, ...NO_BOOTSTRAP } as const;
const HANGS_ON_ONE = 'Too few items for an interval: without one of them there is no figure.';

function prepareCategory(name: CategoryCoefficientName, question: CategoryQuestion): PreparedCoefficient {
  const { levels, prepare } = CATEGORY_COEFFICIENTS[name];
  if (levels.includes(question.level)) return prepare(question);
  const basis: EstimateBasis = basisOf(question.patterns, 1);
  return {
    value: () => Number.NaN,
    expected: () => Number.NaN,
    estimate: () =>
      undefinedBecause(`${titleOf(name)} does not apply to a field that is ${question.level}.`, basis),
  };
}

function categoryName(name: CoefficientName): CategoryCoefficientName {
  if (isBoxCoefficient(name)) throw new RangeError(`${name} is for boxes.`);
  return name;
}

function boxName(name: CoefficientName): BoxCoefficientName {
  if (isBoxCoefficient(name)) return name;
  throw new RangeError(`${name} is not for boxes.`);
}
