import { type BoxMeasure, type MatchedBoxes, boxMeasure } from '../boxes/boxAgreement.ts';
import type { Prepared } from './coefficient.ts';
import { cohenKappa } from './cohenKappa.ts';
import { fleissKappa } from './fleissKappa.ts';
import { gwetAc1, gwetAc2 } from './gwet.ts';
import { type AlphaLevel, alphaOf, krippendorffAlpha } from './krippendorffAlpha.ts';
import { pabak } from './pabak.ts';
import type { Patterns } from '../ratings/patterns.ts';
import { percentAgreement } from './percentAgreement.ts';
import { scottPi } from './scottPi.ts';
import { type SetDistance, jaccardDistance, masiDistance, setMetric } from '../ratings/setDistances.ts';

/** How a field's categories relate. */
export type CategoryLevel = 'nominal' | 'ordinal' | 'interval' | 'set';
export type Level = CategoryLevel | 'boxes';

/** What a coefficient of categories is computed from. */
export interface CategoryQuestion {
  readonly level: CategoryLevel;
  readonly patterns: Patterns;
  /** How many categories the field offers, seen or not. */
  readonly offered: number;
  /** The set behind each category, for fields of sets; else none. */
  readonly sets: readonly (readonly string[])[];
}

interface CategoryCoefficient {
  readonly title: string;
  readonly levels: readonly CategoryLevel[];
  readonly prepare: (question: CategoryQuestion) => Prepared;
}

const ANY: readonly CategoryLevel[] = ['nominal', 'ordinal', 'interval', 'set'];
const NAMED: readonly CategoryLevel[] = ['nominal', 'ordinal'];
const ORDERED: readonly CategoryLevel[] = ['ordinal', 'interval'];

/** Every coefficient of categories by the name scripts know it by, with the levels it makes sense at. */
export const CATEGORY_COEFFICIENTS = {
  percent_agreement: {
    title: 'Percent agreement',
    levels: ANY,
    prepare: ({ patterns }) => percentAgreement(patterns),
  },
  cohen_kappa: {
    title: 'Cohen’s kappa',
    levels: NAMED,
    prepare: ({ patterns }) => cohenKappa(patterns, 'none'),
  },
  cohen_kappa_linear: {
    title: 'Weighted kappa, linear',
    levels: ORDERED,
    prepare: ({ patterns }) => cohenKappa(patterns, 'linear'),
  },
  cohen_kappa_quadratic: {
    title: 'Weighted kappa, quadratic',
    levels: ORDERED,
    prepare: ({ patterns }) => cohenKappa(patterns, 'quadratic'),
  },
  scott_pi: { title: 'Scott’s pi', levels: NAMED, prepare: ({ patterns }) => scottPi(patterns) },
  fleiss_kappa: { title: 'Fleiss’ kappa', levels: NAMED, prepare: ({ patterns }) => fleissKappa(patterns) },
  krippendorff_alpha: {
    title: 'Krippendorff’s alpha',
    levels: ANY,
    prepare: ({ patterns, level }) => krippendorffAlpha(patterns, level === 'set' ? 'nominal' : level),
  },
  krippendorff_alpha_nominal: alphaAt('nominal', ANY),
  krippendorff_alpha_ordinal: alphaAt('ordinal', ORDERED),
  krippendorff_alpha_interval: alphaAt('interval', ORDERED),
  krippendorff_alpha_ratio: alphaAt('ratio', ['interval']),
  gwet_ac1: { title: 'Gwet’s AC1', levels: NAMED, prepare: ({ patterns }) => gwetAc1(patterns) },
  gwet_ac2: {
    title: 'Gwet’s AC2, quadratic',
    levels: ORDERED,
    prepare: ({ patterns }) => gwetAc2(patterns, 'quadratic'),
  },
  gwet_ac2_linear: {
    title: 'Gwet’s AC2, linear',
    levels: ORDERED,
    prepare: ({ patterns }) => gwetAc2(patterns, 'linear'),
  },
  pabak: {
    title: 'PABAK',
    levels: NAMED,
    prepare: ({ patterns, offered }) => pabak(patterns, offered),
  },
  alpha_masi: setAlpha('Alpha, MASI distance', masiDistance),
  alpha_jaccard: setAlpha('Alpha, Jaccard distance', jaccardDistance),
} as const satisfies Readonly<Record<string, CategoryCoefficient>>;

interface BoxCoefficient {
  readonly title: string;
  readonly prepare: (matched: MatchedBoxes) => Prepared;
}

/** Every coefficient of boxes by the name scripts know it by. */
export const BOX_COEFFICIENTS = {
  box_mean_iou: ofBoxes('Mean IoU of matched boxes', 'meanIntersectionOverUnion'),
  box_precision: ofBoxes('Precision', 'precision'),
  box_recall: ofBoxes('Recall', 'recall'),
  box_f1: ofBoxes('F1', 'f1'),
} as const satisfies Readonly<Record<string, BoxCoefficient>>;

export type CategoryCoefficientName = keyof typeof CATEGORY_COEFFICIENTS;
export type BoxCoefficientName = keyof typeof BOX_COEFFICIENTS;
export type CoefficientName = CategoryCoefficientName | BoxCoefficientName;

/** Names, as a list that a schema can be made of. */
export const COEFFICIENT_NAMES: readonly CoefficientName[] = [
  ...keysOf(CATEGORY_COEFFICIENTS),
  ...keysOf(BOX_COEFFICIENTS),
];

/** What a coefficient is called on screens and in tables. */
export function titleOf(name: CoefficientName): string {
  return isBoxCoefficient(name) ? BOX_COEFFICIENTS[name].title : CATEGORY_COEFFICIENTS[name].title;
}

export const isBoxCoefficient = (name: CoefficientName): name is BoxCoefficientName =>
  Object.hasOwn(BOX_COEFFICIENTS, name);

/** Up to so many values weighted kappa is given for a field of numbers; with more, two raters' table is all gaps. */
const FEW_VALUES = 20;

/** The coefficients given for a field unless others are asked for. */
export function usualCoefficients({
  level,
  patterns,
  offered,
}: CategoryQuestion): readonly CategoryCoefficientName[] {
  const ofTwoCategories: readonly CategoryCoefficientName[] = offered === 2 ? ['pabak'] : [];
  const weighted: readonly CategoryCoefficientName[] = ['cohen_kappa_linear', 'cohen_kappa_quadratic'];
  switch (level) {
    case 'nominal':
      return [
        'percent_agreement',
        'cohen_kappa',
        'scott_pi',
        'fleiss_kappa',
        'krippendorff_alpha',
        'gwet_ac1',
        ...ofTwoCategories,
      ];
    case 'ordinal':
      return [
        'percent_agreement',
        'cohen_kappa',
        ...weighted,
        'scott_pi',
        'fleiss_kappa',
        'krippendorff_alpha',
        'gwet_ac1',
        'gwet_ac2',
        ...ofTwoCategories,
      ];
    case 'interval':
      return [
        'percent_agreement',
        ...(patterns.categories <= FEW_VALUES ? weighted : []),
        'krippendorff_alpha',
        'gwet_ac2',
      ];
    case 'set':
      return ['percent_agreement', 'krippendorff_alpha', 'alpha_masi', 'alpha_jaccard'];
  }
}

function alphaAt(level: AlphaLevel, levels: readonly CategoryLevel[]): CategoryCoefficient {
  return {
    title: `Krippendorff’s alpha, ${level}`,
    levels,
    prepare: ({ patterns }) => krippendorffAlpha(patterns, level),
  };
}

function setAlpha(title: string, distance: SetDistance): CategoryCoefficient {
  return {
    title,
    levels: ['set'],
    prepare: ({ patterns, sets }) => alphaOf(patterns, setMetric(sets, distance)),
  };
}

function ofBoxes(title: string, measure: BoxMeasure): BoxCoefficient {
  return { title, prepare: (matched) => boxMeasure(matched, measure) };
}

function keysOf<T extends object>(record: T): (keyof T & string)[] {
  const keys: (keyof T & string)[] = [];
  for (const key in record) keys.push(key);
  return keys;
}
