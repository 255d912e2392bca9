import { coefficientSentence } from '../agreement/coefficients/coefficientSentences.ts';
import { COEFFICIENT_NAMES } from '../agreement/coefficients/coefficients.ts';
import type { AgreementReport, Coefficient } from '../contract/agreement.ts';

/** What a figure of a report says, for somebody who reads a table and not the papers behind it; null where there is none. */
export function reportedSentence(report: AgreementReport, name: string, figure: Coefficient): string | null {
  const known = COEFFICIENT_NAMES.find((each) => each === name);
  if (known === undefined || figure.value === null) return null;
  const totals = report.categories.map((_, category) =>
    report.marginals.reduce((sum, { counts }) => sum + (counts[category] ?? 0), 0),
  );
  const all = totals.reduce((sum, count) => sum + count, 0);
  return coefficientSentence(known, {
    value: figure.value,
    interval: figure.ci95,
    largest: all === 0 || report.level === 'boxes' ? null : Math.max(...totals) / all,
    raters: report.raters.length,
    percent: report.coefficients['percent_agreement']?.value ?? null,
  });
}
