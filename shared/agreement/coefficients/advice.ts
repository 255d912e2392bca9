import type { ReportedFigure } from './coefficient.ts';

/** From this share of one category on, kappa and its like are lower than what raters agree on. */
const SKEWED = 0.8;

/** The largest category's share as people read it, where it is so large that kappa and its like look low; else null. */
export function dominantShare({ largest }: ReportedFigure): string | null {
  return largest !== null && largest > SKEWED ? `${String(Math.floor(100 * largest))} %` : null;
}

/** The advice on a coefficient that looks low where one category dominates; what else is said of it otherwise. */
export function adviseOnDominance(otherwise: (figure: ReportedFigure) => string) {
  return (figure: ReportedFigure): string => {
    const share = dominantShare(figure);
    if (share === null) return otherwise(figure);
    const equal =
      figure.percent === null
        ? ''
        : ` although ${String(Math.round(100 * figure.percent))} % of the ratings are equal`;
    return `With ${share} of the ratings in one category, it looks low${equal}: report AC1 and the share of equal ratings beside it.`;
  };
}
