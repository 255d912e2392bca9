import { decimalText } from '../../base/decimals.ts';
import { isBoxCoefficient, type BoxCoefficientName, type CoefficientName } from './coefficients.ts';

/** What a sentence is made of. */
export interface SaidOf {
  readonly name: CoefficientName;
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  /** The largest category's share of the ratings, where it is known. */
  readonly largest: number | null;
  readonly raters: number;
  /** The share of equal ratings, where it is known. */
  readonly percent: number | null;
}

/** From this share of one category on, kappa and its like are lower than what raters agree on. */
const SKEWED = 0.8;

/**
 * A coefficient in a plain sentence: how large it is, how far it is certain, what unequal categories do to it, and which
 * coefficient to report instead where that is another one.
 */
export function coefficientSentence(said: SaidOf): string {
  const { name, value, interval } = said;
  const print = (figure: number): string => decimalText(figure, 2);
  const size =
    name === 'percent_agreement'
      ? `Raters give the same answer in ${String(Math.round(value * 100))} % of the comparisons; some of that is chance.`
      : isBoxCoefficient(name)
        ? boxSentence(name, value)
        : value <= 0
          ? `${print(value)}: no more agreement than chance gives.`
          : `${print(value)}: raters disagree ${String(Math.round(value * 100))} % less than by chance alone.`;
  const certain =
    interval === null
      ? 'There are too few items to say how certain that is.'
      : `The true value plausibly lies between ${print(interval[0])} and ${print(interval[1])}.`;
  return [size, certain, ...adviceOf(said)].join(' ');
}

/** What a figure of boxes says of them; its caption names the threshold and the reference. */
function boxSentence(name: BoxCoefficientName, value: number): string {
  const percent = `${String(Math.round(value * 100))} %`;
  switch (name) {
    case 'box_mean_iou':
      return `Boxes that reach the IoU threshold share ${percent} of their joint area on average; pairs below it are left out.`;
    case 'box_precision':
      return `${percent} of the boxes of the rater compared match a box of the reference at the IoU threshold; matched boxes need not be the same.`;
    case 'box_recall':
      return `${percent} of the reference’s boxes match a box of the rater compared at the IoU threshold; matched boxes need not be the same.`;
    case 'box_f1':
      return `${percent} of all boxes have a match at the IoU threshold; matched boxes need not be the same. It does not hang on who is the reference.`;
  }
}

function adviceOf({ name, largest, raters, percent }: SaidOf): readonly string[] {
  const skewed = largest !== null && largest > SKEWED;
  const share = largest === null ? '' : `${String(Math.floor(100 * largest))} %`;
  switch (name) {
    case 'percent_agreement':
      return skewed
        ? [
            `With ${share} of the ratings in one category, even guesses would often agree: report AC1 beside it.`,
          ]
        : ['Report it beside a coefficient that corrects for chance.'];
    case 'cohen_kappa':
    case 'scott_pi':
    case 'fleiss_kappa':
    case 'krippendorff_alpha':
    case 'krippendorff_alpha_nominal':
      return skewed
        ? [
            `With ${share} of the ratings in one category, it looks low${percent === null ? '' : ` although ${String(Math.round(100 * percent))} % of the ratings are equal`}: report AC1 and the share of equal ratings beside it.`,
          ]
        : name === 'scott_pi' || (name === 'fleiss_kappa' && raters === 2)
          ? ['With two raters, papers report Cohen’s kappa; this one is for comparison.']
          : name === 'cohen_kappa'
            ? ['The usual choice for two raters.']
            : name === 'fleiss_kappa'
              ? ['The usual choice for three or more raters who all rated every item.']
              : ['The usual choice when ratings are missing or there are many raters.'];
    case 'gwet_ac1':
      return skewed
        ? ['Report this one here: it stays stable when one category dominates.']
        : ['It helps when one category dominates; none does here.'];
    case 'pabak':
      return ['It is percent agreement on another scale and ignores how often categories occur.'];
    case 'cohen_kappa_quadratic':
      return ['The usual choice for two raters and ordered categories; large differences weigh most.'];
    case 'alpha_jaccard':
    case 'alpha_masi':
    case 'box_f1':
    case 'box_mean_iou':
    case 'box_precision':
    case 'box_recall':
    case 'cohen_kappa_linear':
    case 'gwet_ac2':
    case 'gwet_ac2_linear':
    case 'krippendorff_alpha_interval':
    case 'krippendorff_alpha_ordinal':
    case 'krippendorff_alpha_ratio':
      return [];
  }
}

/** The footnote on words for sizes. */
export const LANDIS_KOCH =
  'Landis and Koch (1977) call agreement from 0.00 to 0.20 slight, to 0.40 fair, to 0.60 moderate, to 0.80 substantial, and above almost perfect. The bounds are a convention that ignores the number of categories and their shares, so report the figure and its interval.';
