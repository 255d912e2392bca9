import { createContext, useContext } from 'react';
import type { AgreementReport, AgreementRequest } from '../../../../shared/contract/agreement.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { paletteColor } from '../../../canvas/index.ts';
import type { FigureSource } from '../../../../shared/figures/fileName.ts';
import type { OpenedCell } from '../choices.ts';

/** A report with what its parts share. */
export interface AgreementReportContext {
  readonly report: AgreementReport;
  readonly request: AgreementRequest;
  /** The coefficient of tables that have room for one. */
  readonly coefficient: string;
  readonly opened: OpenedCell | null;
  readonly onOpen: (opened: OpenedCell) => void;
}

export const ReportContext = createContext<AgreementReportContext | null>(null);

/** The report on the screen; only for its parts. */
export function useReport(): AgreementReportContext {
  const shown = useContext(ReportContext);
  if (shown === null) throw new Error('There is no report.');
  return shown;
}

/** A rater’s colour in this report, the same in every plot. */
export function raterColor(report: AgreementReport, id: PersonId): string {
  return paletteColor(report.raters.findIndex(({ personId }) => personId === id));
}

/** The coefficient to show where there is room for one: the one chosen, or the one papers ask for first. */
export function usualCoefficient(report: AgreementReport, chosen: string | null): string {
  const names = Object.keys(report.coefficients);
  const preferred = [
    chosen,
    ...(report.level === 'ordinal' ? ['cohen_kappa_quadratic'] : []),
    ...(report.raters.length === 2 ? ['cohen_kappa'] : []),
    'krippendorff_alpha',
    'box_f1',
  ];
  return preferred.find((name) => name !== null && names.includes(name)) ?? names[0] ?? '';
}

/** Coefficients side by side: all where they are few, else the chosen one beside the plain share. */
export function columnsOf({
  report,
  coefficient,
}: Pick<AgreementReportContext, 'report' | 'coefficient'>): readonly string[] {
  const names = Object.keys(report.coefficients);
  if (names.length <= 4) return names;
  return [...new Set(['percent_agreement', coefficient])].filter((name) => names.includes(name));
}

/** What files with figures of this report are called after. */
export function sourceOf({ task, title, round }: AgreementReport): FigureSource {
  return { topic: 'agreement', of: [task, title, `round ${String(round)}`] };
}
