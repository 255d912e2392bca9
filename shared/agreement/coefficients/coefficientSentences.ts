import { decimalText } from '../../base/decimals.ts';
import type { ReportedFigure } from './coefficient.ts';
import { type CoefficientName, coefficientOf, findCoefficient } from './coefficients.ts';

/**
 * A coefficient in a plain sentence: how large it is, how far it is certain, what unequal categories do to it, and which
 * coefficient to report instead where that is another one.
 */
export function coefficientSentence(name: CoefficientName, figure: ReportedFigure): string {
  const { sizeInWords = beyondChance, advice } = coefficientOf(name);
  const { value, interval } = figure;
  const certain =
    interval === null
      ? 'There are too few items to say how certain that is.'
      : `The true value plausibly lies between ${decimalText(interval[0], 2)} and ${decimalText(interval[1], 2)}.`;
  return [sizeInWords(value), certain, ...(advice === undefined ? [] : [advice(figure)])].join(' ');
}

function beyondChance(value: number): string {
  const printed = decimalText(value, 2);
  return value <= 0
    ? `${printed}: no more agreement than chance gives.`
    : `${printed}: raters disagree ${String(Math.round(value * 100))} % less than by chance alone.`;
}

/** Sources of the coefficients that a table shows, in a sentence; null where none needs one. */
export function sourcesSentence(
  coefficients: readonly { readonly name: string; readonly title: string }[],
): string | null {
  const cited = coefficients.flatMap(({ name, title }) => {
    const source = findCoefficient(name)?.source ?? null;
    return source === null ? [] : [{ title, source }];
  });
  const bySource = [...Map.groupBy(cited, ({ source }) => source)].map(
    ([source, of]) => `${of.map(({ title }) => title).join(', ')} (${source})`,
  );
  return bySource.length === 0 ? null : `${bySource.join('; ')}.`;
}

/** The footnote on words for sizes. */
export const LANDIS_KOCH =
  'Landis and Koch (1977) call agreement from 0.00 to 0.20 slight, to 0.40 fair, to 0.60 moderate, to 0.80 substantial, and above almost perfect. The bounds are a convention that ignores the number of categories and their shares, so report the figure and its interval.';
