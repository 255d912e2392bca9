import {
  COEFFICIENT_NAMES,
  titleOf,
  type CoefficientName,
} from '../../../shared/agreement/coefficients/coefficients.ts';
import type { Level } from '../../../shared/contract/agreement.ts';

const ALPHA =
  'Agreement beyond chance for any number of raters, with missing ratings; chance is estimated from all ratings together.';

/** Every coefficient in a sentence, for somebody who reads a table and not the papers behind it. */
const EXPLANATIONS: Readonly<Record<CoefficientName, string>> = {
  percent_agreement:
    'The share of pairs of ratings of one item that are equal, without correction for chance.',
  cohen_kappa:
    'Two raters: agreement beyond what their own habits would give by chance. 0 is chance, 1 is perfect.',
  cohen_kappa_linear:
    'Cohen’s kappa in which a difference of two steps counts twice as much as one of one step.',
  cohen_kappa_quadratic: 'Cohen’s kappa in which differences count squared: large ones weigh heavily.',
  scott_pi: 'Like Cohen’s kappa, but chance is estimated from both raters together.',
  fleiss_kappa: 'Agreement beyond chance for a fixed number of raters per item.',
  krippendorff_alpha: `${ALPHA} Differences count by the field’s level.`,
  krippendorff_alpha_nominal: `${ALPHA} Values are the same or they differ.`,
  krippendorff_alpha_ordinal: `${ALPHA} Differences count by the ranks between them.`,
  krippendorff_alpha_interval: `${ALPHA} Differences count squared.`,
  krippendorff_alpha_ratio: `${ALPHA} Differences count relative to the size of the values.`,
  gwet_ac1: 'Agreement beyond chance that stays meaningful when one category dominates.',
  gwet_ac2: 'AC1 for ordered values: near misses count in part, with the square of the difference.',
  gwet_ac2_linear: 'AC1 for ordered values: near misses count in part, in proportion to the difference.',
  pabak: 'Kappa with evenly used categories: percent agreement on the scale of kappa.',
  alpha_masi: 'Krippendorff’s alpha for sets: one set inside another counts as nearer than two that overlap.',
  alpha_jaccard: 'Krippendorff’s alpha for sets, by the share of members that two sets have in common.',
  box_mean_iou: 'How well boxes that reach the IoU threshold overlap: shared area over joint area, averaged.',
  box_precision:
    'Of the boxes of the rater compared, the share that matches one of the reference at the IoU threshold.',
  box_recall:
    'Of the reference’s boxes, the share that matches one of the rater compared at the IoU threshold.',
  box_f1: 'Precision and recall as one figure: twice the matched boxes over all boxes drawn.',
};

/** What a coefficient is called and, in a sentence, what it tells. */
export function coefficientWords(name: string): { readonly title: string; readonly explanation: string } {
  const known = COEFFICIENT_NAMES.find((each) => each === name);
  return known === undefined
    ? { title: name, explanation: '' }
    : { title: titleOf(known), explanation: EXPLANATIONS[known] };
}

/** How a field’s values are compared, in words. */
export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  nominal: 'categories',
  ordinal: 'ordered categories',
  interval: 'numbers',
  set: 'sets',
  boxes: 'boxes',
};

/** Coefficients that a skewed category pulls down, and what to read instead. */
export const KAPPAS: readonly string[] = [
  'cohen_kappa',
  'cohen_kappa_linear',
  'cohen_kappa_quadratic',
  'scott_pi',
  'fleiss_kappa',
  'krippendorff_alpha',
];
