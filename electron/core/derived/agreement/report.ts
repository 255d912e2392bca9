import type { z } from 'zod';
import {
  type Agreement,
  agreementOf,
  type AnalysisRequest,
} from '../../../../shared/agreement/analysis/analyse.ts';
import {
  agreementByCategory,
  agreementByLabel,
  agreementByMember,
} from '../../../../shared/agreement/analysis/categories.ts';
import {
  CATEGORY_COEFFICIENTS,
  type CoefficientName,
  isBoxCoefficient,
} from '../../../../shared/agreement/coefficients/coefficients.ts';
import { confusionOf } from '../../../../shared/agreement/ratings/confusion.ts';
import { marginalsOf } from '../../../../shared/agreement/ratings/marginals.ts';
import { agreementByPair } from '../../../../shared/agreement/analysis/pairs.ts';
import { agreementByStratum } from '../../../../shared/agreement/analysis/strata.ts';
import {
  type AgreementReport,
  type AgreementRequest as FiguresRequestSchema,
  type Level,
} from '../../../../shared/contract/agreement.ts';
import type { Progress } from '../../base/work.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { type FieldTable, ratersOf } from './fieldTable.ts';
import { coefficientsOf, requireFinished } from './figures.ts';
import type { CategoryContent } from './sheets.ts';

type FiguresRequest = z.output<typeof FiguresRequestSchema>;

/** Computes every figure of a field for those who publish it beside the data; throws as the feature's own does. */
export interface AgreementFigures {
  figures(
    request: FiguresRequest,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<AgreementReport>;
}

/** How the figures are to be computed. */
export interface AgreementReportOptions {
  /** Null: those usual for the level. */
  readonly coefficients: readonly CoefficientName[] | null;
  readonly resamples: number;
  readonly seed: number;
  readonly threshold: number;
}

/** What follows from the ratings alone; who the raters are and which round it is the service adds. */
export type ReportFigures = Omit<AgreementReport, 'task' | 'round' | 'raters'> & {
  readonly raters: ReturnType<typeof ratersOf>;
};

/**
 * A table of two raters or of categories that has more rows than this is no help to anybody, and its size is the
 * square of their number: values on a scale, sets.
 */
const MOST_CATEGORIES = 100;

/** Tables that are given by category where nothing else was asked for: Fleiss' kappa and its companions. */
const USUAL_BY_CATEGORY: readonly CoefficientName[] = [
  'percent_agreement',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
];

/** Hears how far the work is: how many resamples of how many, over all its parts, are done. */
export type ReportProgress = (phase: string, done: number, total: number) => void;

/** All figures of a field: over all raters, per pair, per category and per stratum. */
export function reportOf(
  table: FieldTable,
  options: AgreementReportOptions,
  progress: ReportProgress,
): ReportFigures {
  const { content, field, raters, strata } = table;
  const request = requestOf(table, options);
  const few = content.categories.length <= MOST_CATEGORIES;
  const parts = partsOf(request, content.categories.length);
  const watch = watched(progress, options.resamples, {
    figures: 1,
    pairs: raters.length === 2 ? 0 : (raters.length * (raters.length - 1)) / 2,
    categories: parts,
    strata: strata?.values.length ?? 0,
  });

  const whole = requireFinished(agreementOf(request, watch('Computing the figures')));
  const ofPairs =
    raters.length === 2
      ? [{ first: 0, second: 1, agreement: whole }]
      : requireFinished(agreementByPair(request, watch('Computing the pairs of raters')));
  const marginals = countsOf(table);
  const perCategory = parts === 0 ? [] : categoryFigures(table, request, watch('Computing by category'));
  const perStratum =
    strata === null
      ? []
      : requireFinished(
          agreementByStratum(
            request,
            { names: strata.values.map((value) => value ?? ''), of: strata.of },
            watch('Computing by stratum'),
          ),
        );
  return {
    field: field.name,
    title: field.title,
    level: whole.level,
    items: whole.items,
    pairable: whole.items - whole.notPairable,
    groups: whole.groups,
    ratings: whole.ratings,
    outdated: table.outdated,
    raters: ratersOf(table),
    seed: options.seed,
    resamples: options.resamples,
    coefficients: coefficientsOf(whole),
    threshold: whole.level === 'boxes' ? options.threshold : null,
    ...(content.kind === 'boxes' && content.shaped !== null && { shaped: content.shaped }),
    skew:
      whole.skew === null
        ? null
        : { category: categoryAt(table, whole.skew.category), share: whole.skew.share },
    categories: few ? content.categories.map((_, category) => categoryAt(table, category)) : [],
    marginals: raters.map((personId, rater) => ({
      personId,
      counts: few ? [...(marginals[rater] ?? [])] : [],
    })),
    pairs: ofPairs.map(({ first, second, agreement }) => ({
      a: raterAt(table, first),
      b: raterAt(table, second),
      items: agreement.items - agreement.notPairable,
      coefficients: coefficientsOf(agreement),
    })),
    confusions:
      content.kind === 'boxes' || !few
        ? []
        : ofPairs.map(({ first, second }) =>
            confusionOf(content.ratings, first, second).counts.map((row) => [...row]),
          ),
    perCategory: perCategory.map(({ category, counted, agreement }) => ({
      category,
      ratings: marginals.reduce(
        (sum, counts) => sum + counts.reduce((of, count, at) => of + (counted(at) ? count : 0), 0),
        0,
      ),
      coefficients: coefficientsOf(agreement),
    })),
    strata: perStratum.map(({ agreement }, place) => ({
      value: strata?.values[place] ?? null,
      items: agreement.items,
      coefficients: coefficientsOf(agreement),
    })),
  };
}

/** The coefficients that make sense at a level, by name. */
export function coefficientsFor(level: Level, names: readonly CoefficientName[]): CoefficientName[] {
  return names.filter((name) => {
    if (isBoxCoefficient(name)) return level === 'boxes';
    const levels: readonly string[] = CATEGORY_COEFFICIENTS[name].levels;
    return levels.includes(level);
  });
}

function requestOf(table: FieldTable, options: AgreementReportOptions): AnalysisRequest {
  const { content, field } = table;
  const asked = {
    ...(options.coefficients === null ? {} : { coefficients: options.coefficients }),
    bootstrap: options.resamples === 0 ? null : { resamples: options.resamples, seed: options.seed },
    groups: table.groups,
  };
  if (content.kind === 'boxes') {
    return {
      level: 'boxes',
      boxes: content.ratings,
      threshold: options.threshold,
      ...asked,
    };
  }
  const { ratings, categories } = content;
  const { level } = field.comparison;
  switch (level) {
    case 'set':
      return { level, ratings, sets: categories.map(({ rating }) => membersOf(rating)), ...asked };
    case 'nominal':
    case 'ordinal':
    case 'interval':
      return { level, ratings, offered: ratings.categories, ...asked };
    case 'boxes':
    case 'text':
      throw new Error(`The field ${field.name} has no categories.`);
  }
}

type CategoryRating = CategoryContent['categories'][number]['rating'];

const membersOf = (rating: CategoryRating): readonly string[] =>
  rating.kind === 'set' ? rating.members : [];

/** How many parts of a field are measured by themselves: none where there are too many to look at. */
function partsOf(request: AnalysisRequest, categories: number): number {
  const parts = request.level === 'set' ? new Set(request.sets.flat()).size : categories;
  return parts <= MOST_CATEGORIES ? parts : 0;
}

interface PartFigures {
  /** The category, the label of boxes, or the member of sets. */
  readonly category: string;
  /** Whether the field's category at a place counts towards it. */
  readonly counted: (at: number) => boolean;
  readonly agreement: Agreement;
}

function categoryFigures(
  table: FieldTable,
  request: AnalysisRequest,
  watch: { readonly progress: (done: number) => void },
): readonly PartFigures[] {
  if (request.level === 'set') {
    return requireFinished(agreementByMember(request, watch)).map(({ part, agreement }) => ({
      category: part,
      counted: (at) => request.sets[at]?.includes(part) === true,
      agreement,
    }));
  }
  const parts =
    request.level === 'boxes'
      ? agreementByLabel(request, watch)
      : agreementByCategory(
          {
            ...request,
            coefficients: coefficientsFor('nominal', request.coefficients ?? USUAL_BY_CATEGORY),
          },
          watch,
        );
  return requireFinished(parts).map(({ part, agreement }) => ({
    category: categoryAt(table, part),
    counted: (at) => at === part,
    agreement,
  }));
}

/** Per rater how often each category: ratings, or boxes of it. */
function countsOf({ content, items, raters }: FieldTable): readonly (readonly number[])[] {
  if (content.kind === 'categories') return marginalsOf(content.ratings);
  return raters.map((_, rater) => {
    const counts = content.categories.map(() => 0);
    for (let item = 0; item < items.length; item += 1) {
      for (const { label } of content.ratings.boxes[item * raters.length + rater] ?? []) {
        counts[label] = (counts[label] ?? 0) + 1;
      }
    }
    return counts;
  });
}

function categoryAt({ content }: FieldTable, category: number): string {
  return content.kind === 'boxes'
    ? (content.categories[category] ?? '')
    : (content.categories[category]?.name ?? '');
}

function raterAt({ raters }: FieldTable, place: number): FieldTable['raters'][number] {
  const found = raters[place];
  if (found === undefined) throw new RangeError(`There is no rater ${String(place)}.`);
  return found;
}

/** One line of progress over several parts, each counting its resamples from zero. */
function watched(
  progress: ReportProgress,
  resamples: number,
  parts: Readonly<Record<string, number>>,
): (phase: string) => { progress: (done: number) => void } {
  const total = resamples * Object.values(parts).reduce((sum, count) => sum + count, 0);
  let [before, last] = [0, 0];
  return (phase) => ({
    progress(done) {
      if (done <= last) before += resamples;
      last = done;
      progress(phase, Math.min(total, before + done), total);
    },
  });
}
