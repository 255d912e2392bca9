import { isBoxCoefficient, type CoefficientName } from './coefficients.ts';

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
  const print = (figure: number): string => figure.toFixed(2);
  const size =
    name === 'percent_agreement'
      ? `Raters give the same answer in ${String(Math.round(value * 100))} % of the comparisons; chance alone gives some of that.`
      : isBoxCoefficient(name)
        ? `${print(value)} on a scale from 0 (no boxes in common) to 1 (the same boxes).`
        : value <= 0
          ? `${print(value)}: no more agreement than chance gives.`
          : `${print(value)}: raters disagree ${String(Math.round(value * 100))} % less than by chance alone.`;
  const certain =
    interval === null
      ? 'There are too few items to say how certain that is.'
      : `The data fit a true value from ${print(interval[0])} to ${print(interval[1])}.`;
  return [size, certain, ...adviceOf(said)].join(' ');
}

function adviceOf({ name, largest, raters, percent }: SaidOf): readonly string[] {
  const skewed = largest !== null && largest > SKEWED;
  const share = largest === null ? '' : `${String(Math.floor(100 * largest))} %`;
  switch (name) {
    case 'percent_agreement':
      return skewed
        ? [
            `With ${share} of the ratings in one category, two who guess agree often, too: report AC1 beside it.`,
          ]
        : ['Report it beside a coefficient that takes chance off.'];
    case 'cohen_kappa':
    case 'scott_pi':
    case 'fleiss_kappa':
    case 'krippendorff_alpha':
    case 'krippendorff_alpha_nominal':
      return skewed
        ? [
            `With ${share} of the ratings in one category it is lower than raters agree${percent === null ? '' : ` (${String(Math.round(100 * percent))} % are equal)`}: report AC1 and the share of equal ratings beside it.`,
          ]
        : name === 'scott_pi' || (name === 'fleiss_kappa' && raters === 2)
          ? ['With two raters, papers report Cohen’s kappa; this one is for comparison.']
          : name === 'cohen_kappa'
            ? ['The usual choice for two raters.']
            : name === 'fleiss_kappa'
              ? ['The usual choice for three raters or more who all rated every item.']
              : ['The usual choice where ratings are missing or raters are many.'];
    case 'gwet_ac1':
      return skewed
        ? ['The one to report here: it stays steady where one category dominates.']
        : ['It matters where one category dominates, which none does here.'];
    case 'pabak':
      return ['It is percent agreement on another scale: it takes no account of how often categories occur.'];
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
  'Landis and Koch (1977) call agreement from 0.00 to 0.20 slight, to 0.40 fair, to 0.60 moderate, to 0.80 substantial, and above almost perfect. The bounds are a convention; they depend on neither the number of categories nor their shares, so report the figure and its interval.';
