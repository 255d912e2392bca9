import { counted, formatCount } from '../../../shared/base/counts.ts';
import {
  answeredOf,
  figureOf,
  layoutsOf,
  rowName,
  type ShownColumn,
  type ShownLayout,
} from '../../../shared/figures/resultsTables.ts';
import { createContext, useContext } from 'react';
import type { Figure, MetricsReport, MetricsRow } from '../../../shared/contract/metrics.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { Naming } from '../../../shared/figures/naming.ts';
import { renamedMetrics, renamedRows } from '../../../shared/figures/renamed.ts';
import type { FigureSource } from '../../../shared/figures/fileName.ts';
import { coverageText, coverageWords } from '../../../shared/statistics/coverage.ts';
import { countsText } from '../../../shared/figures/countsText.ts';
import { intervalsSentence, sampledSentence } from '../../../shared/agreement/intervals/intervalWords.ts';
import { verdictsSentence } from '../../../shared/figures/resultsNotes.ts';
import { figureText, type Print } from '../../../shared/figures/exportTable.ts';
import { seriesColor } from './plots/look.ts';
import { methodText, missingCell, type TableCell } from './tables/tableModel.ts';

/** A report with what its parts share. */
export interface ShownReport {
  readonly report: MetricsReport;
  readonly layout: ShownLayout;
  /** The lines that are shown. */
  readonly rows: readonly MetricsRow[];
  /** The figure of plots and of tables that have room for one. */
  readonly column: ShownColumn;
}

export const ReportContext = createContext<ShownReport | null>(null);

/** The report on the screen; only for its parts. */
export function useReport(): ShownReport {
  const shown = useContext(ReportContext);
  if (shown === null) throw new Error('There is no report.');
  return shown;
}

/** What is shown, with people called as a naming says: what leaves the screen. */
export const renamedShown = (shown: ShownReport, naming: Naming): ShownReport => ({
  ...shown,
  report: renamedMetrics(shown.report, naming),
  rows: renamedRows(shown.rows, shown.report, naming),
});

/** From this number of participants on, each has a line only on request. */
const MANY = 4;

/** What of a report is chosen to be shown; null: what is usual. */
export interface ShownChoices {
  /** The place of a table among those of the papers; -1: all figures. */
  readonly layout: number | null;
  /** The figure of plots and of tables that have room for one. */
  readonly metric: string | null;
  /** Whether every participant has a line; null: where there are few. */
  readonly everybody: boolean | null;
}

/** All figures, in place of a table of the papers. */
const ALL_FIGURES = -1;

/** What is shown of a report under some choices. */
export function shownOf(report: MetricsReport, choices: ShownChoices): ShownReport {
  const layouts = layoutsOf(report);
  const layout = layouts[choices.layout ?? 0] ??
    layouts.at(-1) ?? { title: '', condition: null, columns: [] };
  const everybody = showsEverybody(report, choices);
  const rows = report.rows.filter((row) => (everybody || row.kind !== 'human') && !isVoteOnNothing(row));
  // Papers end with what sums up; where that has nothing in it yet, what comes before has.
  const column = layout.columns.find(({ metric }) => metric === choices.metric) ??
    layout.columns.findLast(({ metric }) =>
      rows.some((row) => (figureOf(row, layout, metric)?.value ?? null) !== null),
    ) ??
    layout.columns.at(-1) ?? { metric: '', title: '', print: { factor: 1, digits: 3 } };
  return { report, layout, column, rows };
}

/** Where nothing can be voted on, the line of the majority would be a line of gaps. */
const isVoteOnNothing = ({ kind, figures }: MetricsRow): boolean =>
  kind === 'majority' && Object.values(figures).every(({ value }) => value === null);

/** The place of the table that is shown among all. */
export function layoutPlace(report: MetricsReport, { layout }: ShownChoices): number {
  const all = layoutsOf(report).length - 1;
  return layout === null ? 0 : layout === ALL_FIGURES || layout > all ? all : layout;
}

/** Whether every participant has a line. */
export function showsEverybody({ rows }: MetricsReport, { everybody }: ShownChoices): boolean {
  return everybody ?? rows.filter(({ kind }) => kind === 'human').length < MANY;
}

/** On how many items each figure of a line of the majority rests, where some items have no majority. */
export function majorityNote(row: MetricsRow, layout: ShownLayout): string | undefined {
  const { items, unjudged } = answeredOf(row, layout);
  if (row.kind !== 'majority' || unjudged === 0) return undefined;
  const rests = layout.columns.flatMap(({ metric, title }) => {
    const figure = figureOf(row, layout, metric);
    return figure === undefined || figure.value === null ? [] : [`${title} on ${formatCount(figure.n)}`];
  });
  const lacking = `On ${formatCount(unjudged)} of ${counted(items, 'item')} participants lack a majority in some part.`;
  return rests.length === 0 ? lacking : `${lacking} Items that figures rest on: ${rests.join(', ')}.`;
}

/** What leaves the screen has as many digits as the papers print. */
const SCREEN_DIGITS = 3;

/** A cell of the tables: the figure, its interval and what makes it below. */
export function metricCell<Cell = ItemFilter>(
  figure: Figure | undefined,
  print: Print,
  opens?: TableCell<Cell>['opens'],
): TableCell<Cell> {
  if (figure === undefined) return { text: '' };
  const rest = { main: true, ...(opens !== undefined && { opens }) };
  const shortly = { ...print, digits: Math.min(print.digits, SCREEN_DIGITS) };
  if (figure.value === null) {
    const unanswered = figure.coverage?.of === 0;
    return missingCell(figure.undefined ?? 'There is no figure.', { ...rest, unanswered });
  }
  const interval =
    figure.ci95 !== null
      ? { detail: methodText(figure.ci95, figure.interval, shortly) }
      : figure.noInterval === undefined
        ? null
        : { detail: 'no interval', note: figure.noInterval };
  const counts = countsText(figure);
  const detail = [interval?.detail, counts].filter((part) => part !== undefined && part !== null);
  return {
    ...rest,
    text: figureText(figure.value, shortly),
    ...interval,
    ...(detail.length > 0 && { detail: detail.join(' · ') }),
  };
}

/** The same in a table without a column for coverage: a note says it where it is not whole. */
export function coveredCell<Cell = ItemFilter>(
  figure: Figure | undefined,
  print: Print,
  opens?: TableCell<Cell>['opens'],
): TableCell<Cell> {
  const cell = metricCell(figure, print, opens);
  const coverage = figure?.coverage;
  if (coverage === undefined || coverage.covered === coverage.of || cell.reason !== undefined) return cell;
  const words = coverageWords(coverage, figure?.n);
  return { ...cell, note: [cell.note, `Coverage: ${words}.`].filter(Boolean).join(' ') };
}

/** On whose verdicts the figures of the table rest, what its intervals take as sampled, and how they were made. */
export function intervalNotes({ report, layout, rows }: ShownReport): readonly string[] {
  const sampled = sampledSentence(
    rows.map((row) => ({
      name: rowName(row),
      figures: layout.columns.flatMap(({ metric }) => figureOf(row, layout, metric) ?? []),
    })),
  );
  const verdicts = verdictsSentence(
    report,
    layout.columns.map(({ metric, title }) => ({
      title,
      cells: rows.map((row) => figureOf(row, layout, metric) ?? null),
    })),
  );
  return sampled === null
    ? [verdicts]
    : [verdicts, intervalsSentence(report.resamples, report.seed), sampled];
}

/** The coverage of a line's figures in a table. */
export const rowCoverage = (row: MetricsRow, layout: ShownLayout): string =>
  coverageText(
    layout.columns.flatMap(({ metric, title }) => {
      const figure = figureOf(row, layout, metric);
      return figure === undefined ? [] : [{ ...figure, title }];
    }),
  );

/** A figure's title in plots: that answers are left out is said wherever it is shown. */
export const titleOnPlot = ({ basis }: MetricsReport, title: string): string =>
  basis.unreadable === 'left_out' ? `${title}, of answers that could be read` : title;

/** The colour of a line in every plot of a report, whichever lines are shown. */
export function rowColor({ rows }: MetricsReport, key: string): string {
  return seriesColor(
    Math.max(
      0,
      rows.findIndex((row) => row.key === key),
    ),
  );
}

/** What files with figures of this report are called after. */
export function sourceOf({ benchmark }: MetricsReport): FigureSource {
  return { topic: 'results', of: [benchmark] };
}
