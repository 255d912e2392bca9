import { BOX_F1, BOX_MEAN_IOU, BOX_PRECISION, BOX_RECALL, type BoxCoefficient } from './boxCoefficients.ts';
import { COHEN_KAPPA, COHEN_KAPPA_LINEAR, COHEN_KAPPA_QUADRATIC } from './cohenKappa.ts';
import type { CategoryCoefficient, CategoryQuestion, CoefficientEntry } from './coefficient.ts';
import { FLEISS_KAPPA } from './fleissKappa.ts';
import { GWET_AC1, GWET_AC2, GWET_AC2_LINEAR } from './gwet.ts';
import {
  ALPHA,
  ALPHA_INTERVAL,
  ALPHA_JACCARD,
  ALPHA_MASI,
  ALPHA_NOMINAL,
  ALPHA_ORDINAL,
  ALPHA_RATIO,
} from './krippendorffAlpha.ts';
import { PABAK } from './pabak.ts';
import { PERCENT_AGREEMENT } from './percentAgreement.ts';
import { SCOTT_PI } from './scottPi.ts';

/** Every coefficient of categories by the name scripts know it by, in the order of tables. */
export const CATEGORY_COEFFICIENTS = {
  percent_agreement: PERCENT_AGREEMENT,
  cohen_kappa: COHEN_KAPPA,
  cohen_kappa_linear: COHEN_KAPPA_LINEAR,
  cohen_kappa_quadratic: COHEN_KAPPA_QUADRATIC,
  scott_pi: SCOTT_PI,
  fleiss_kappa: FLEISS_KAPPA,
  krippendorff_alpha: ALPHA,
  krippendorff_alpha_nominal: ALPHA_NOMINAL,
  krippendorff_alpha_ordinal: ALPHA_ORDINAL,
  krippendorff_alpha_interval: ALPHA_INTERVAL,
  krippendorff_alpha_ratio: ALPHA_RATIO,
  gwet_ac1: GWET_AC1,
  gwet_ac2: GWET_AC2,
  gwet_ac2_linear: GWET_AC2_LINEAR,
  pabak: PABAK,
  alpha_masi: ALPHA_MASI,
  alpha_jaccard: ALPHA_JACCARD,
} as const satisfies Readonly<Record<string, CategoryCoefficient>>;

/** Every coefficient of boxes by the name scripts know it by. */
export const BOX_COEFFICIENTS = {
  box_mean_iou: BOX_MEAN_IOU,
  box_precision: BOX_PRECISION,
  box_recall: BOX_RECALL,
  box_f1: BOX_F1,
} as const satisfies Readonly<Record<string, BoxCoefficient>>;

export type CategoryCoefficientName = keyof typeof CATEGORY_COEFFICIENTS;
export type BoxCoefficientName = keyof typeof BOX_COEFFICIENTS;
export type CoefficientName = CategoryCoefficientName | BoxCoefficientName;

const CATEGORY_COEFFICIENT_NAMES: readonly CategoryCoefficientName[] = keysOf(CATEGORY_COEFFICIENTS);
export const BOX_COEFFICIENT_NAMES: readonly BoxCoefficientName[] = keysOf(BOX_COEFFICIENTS);

/** Names, as a list that a schema can be made of. */
export const COEFFICIENT_NAMES: readonly CoefficientName[] = [
  ...CATEGORY_COEFFICIENT_NAMES,
  ...BOX_COEFFICIENT_NAMES,
];

/** The coefficient that scripts know by a name; undefined where there is none. */
export function findCoefficient(name: string): CoefficientEntry | undefined {
  const known = COEFFICIENT_NAMES.find((each) => each === name);
  return known === undefined ? undefined : coefficientOf(known);
}

export function coefficientOf(name: CoefficientName): CoefficientEntry {
  return isBoxCoefficient(name) ? BOX_COEFFICIENTS[name] : CATEGORY_COEFFICIENTS[name];
}

/** What a coefficient is called on screens and in tables. */
export function titleOf(name: CoefficientName): string {
  return coefficientOf(name).title;
}

export const isBoxCoefficient = (name: CoefficientName): name is BoxCoefficientName =>
  Object.hasOwn(BOX_COEFFICIENTS, name);

/** Names of the kappas, and of the alpha that replaces them: where one category dominates they look low. */
export const KAPPAS: readonly string[] = CATEGORY_COEFFICIENT_NAMES.filter(
  (name) => CATEGORY_COEFFICIENTS[name].isKappa === true,
);

/** The coefficients given for a field unless others are asked for. */
export function usualCoefficients(question: CategoryQuestion): readonly CategoryCoefficientName[] {
  return CATEGORY_COEFFICIENT_NAMES.filter((name) => {
    const { levels, isUsual } = CATEGORY_COEFFICIENTS[name];
    return levels.includes(question.level) && isUsual?.(question) === true;
  });
}

function keysOf<T extends object>(record: T): (keyof T & string)[] {
  const keys: (keyof T & string)[] = [];
  for (const key in record) keys.push(key);
  return keys;
}
