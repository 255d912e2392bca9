import { createContext, useContext } from 'react';
import type { Figure, MetricsReport, MetricsRow } from '../../../shared/contract/metrics.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { FigureSource } from './export/fileName.ts';
import { coverageText } from '../../../shared/statistics/coverage.ts';
import { intervalsSentence, sampledSentence } from '../../../shared/agreement/intervalWords.ts';
import { figureText, type Print, type ExportColumn } from './export/exportTable.ts';
import { methodText, missingCell, type TableCell } from './tables/tableModel.ts';
import { restsText, whoseText } from '../../../shared/domain/restsOn.ts';
import { counted, formatCount } from '../format.ts';

/** A column of the table that is shown. */
export interface ShownColumn {
  readonly metric: string;
  readonly title: string;
  readonly print: Print;
}

/** A table of the papers, or all figures. */
export interface ShownLayout {
  readonly title: string;
  /** The condition whose answers it is about; null: all. */
  readonly condition: string | null;
  readonly columns: readonly ShownColumn[];
}

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

/** From so many participants on, they have a line each only where somebody asks for it. */
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

/** The tables of the papers, then all figures. */
export function layoutsOf({ layout, metrics }: MetricsReport): readonly ShownLayout[] {
  return [
    ...layout.map(({ title, condition, columns }) => ({
      title,
      condition,
      columns: columns.map(({ metric, title, factor, digits }) => ({
        metric,
        title,
        print: { factor, digits },
      })),
    })),
    {
      title: 'All figures',
      condition: null,
      columns: metrics.map(({ id, title }) => ({
        metric: id,
        title,
        print:
          layout
            .flatMap(({ columns }) => columns)
            .flatMap(({ metric, factor, digits }) => (metric === id ? [{ factor, digits }] : []))[0] ?? PLAIN,
      })),
    },
  ];
}

const PLAIN: Print = { factor: 1, digits: 3 };

/** The place of the table that is shown among all. */
export function layoutPlace(report: MetricsReport, { layout }: ShownChoices): number {
  const all = layoutsOf(report).length - 1;
  return layout === null ? 0 : layout === ALL_FIGURES || layout > all ? all : layout;
}

/** Whether every participant has a line. */
export function showsEverybody({ rows }: MetricsReport, { everybody }: ShownChoices): boolean {
  return everybody ?? rows.filter(({ kind }) => kind === 'human').length < MANY;
}

/** A respondent as tables and plots call them. */
export function rowName({ name, kind, participants, version }: MetricsRow): string {
  if (kind === 'people' || kind === 'majority') return `${name} (${String(participants)})`;
  return version === null || version === '' || name.includes(version) ? name : `${name} ${version}`;
}

/** A figure of a line in the table that is shown. */
export function figureOf(row: MetricsRow, { condition }: ShownLayout, metric: string): Figure | undefined {
  const figures = condition === null ? row.figures : row.conditions[condition];
  return figures?.[metric];
}

/** How many items a line answered, in the condition of the table that is shown; those without all verdicts. */
export function answeredOf(
  row: MetricsRow,
  { condition }: ShownLayout,
): { readonly items: number; readonly unjudged: number } {
  return condition === null ? row : (row.answered[condition] ?? { items: 0, unjudged: 0 });
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

/**
 * A cell of the tables: the figure, its interval below.
 */
export function metricCell(
  figure: Figure | undefined,
  print: Print,
  opens?: TableCell<ItemFilter>['opens'],
): TableCell<ItemFilter> {
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
  const covered = coveredText(figure);
  const rests = restsNote(figure);
  const detail = [interval?.detail, covered].filter((part) => part !== undefined);
  return {
    ...rest,
    text: figureText(figure.value, shortly),
    ...interval,
    ...(detail.length > 0 && { detail: detail.join(' · ') }),
    ...(rests !== null && { note: [figure.noInterval, rests].filter(Boolean).join(' ') }),
  };
}

/**
 * On whose verdicts a figure rests, where that is not the answers alone. How many of each is said where they are of
 * several: a note with a number of its own for every figure would bury the table.
 */
function restsNote({ restsOn = [] }: Figure): string | null {
  const [first, another] = restsOn;
  if (first === undefined || (another === undefined && first.verdicts === 'answer')) return null;
  return another === undefined ? `Rests on ${whoseText(first)}.` : `Rests on ${restsText(restsOn)}.`;
}

/** "6 of 10", where not all answers could be read and are judged. */
function coveredText({ coverage }: Figure): string | undefined {
  return coverage === undefined || coverage.covered === coverage.of
    ? undefined
    : `${formatCount(coverage.covered)} of ${formatCount(coverage.of)}`;
}

/** What the intervals of the table take as sampled, and how they were made. */
export function intervalNotes({ report, layout, rows }: ShownReport): readonly string[] {
  const sampled = sampledSentence(
    rows.map((row) => ({
      name: rowName(row),
      figures: layout.columns.flatMap(({ metric }) => figureOf(row, layout, metric) ?? []),
    })),
  );
  return sampled === null ? [] : [intervalsSentence(report.resamples, report.seed), sampled];
}

/** What the counts in cells and the column of coverage say. */
export function coverageNote({ basis }: MetricsReport): string {
  return `Coverage: how many of the answers could be read and are judged. Unreadable answers ${basis.unreadable === 'wrong' ? 'count as wrong' : 'are left out'}.`;
}

/** The coverage of a line's figures in a table. */
export const rowCoverage = (row: MetricsRow, layout: ShownLayout): string =>
  coverageText(layout.columns.flatMap(({ metric }) => figureOf(row, layout, metric) ?? []));

/** The coverage of every line of a table for files, from the cells of its columns. */
export const coverageColumn = (columns: readonly (readonly (Figure | null)[])[]): ExportColumn => ({
  kind: 'text',
  title: 'Coverage',
  cells: (columns[0] ?? []).map((_, line) => coverageText(columns.flatMap((cells) => cells[line] ?? []))),
});

/** The columns of a figure for a spreadsheet: its value, its interval, and what it rests on. */
export const figureColumns = (title: string, cells: readonly (Figure | null)[]): ExportColumn[] => [
  { kind: 'figure', title, cells },
  { kind: 'interval', title: `${title}, 95% interval`, cells: cells.map((cell) => cell?.ci95 ?? null) },
  { kind: 'count', title: `${title}, n`, cells: cells.map((cell) => cell?.n ?? null) },
  {
    kind: 'count',
    title: `${title}, read and judged`,
    cells: cells.map((cell) => cell?.coverage?.covered ?? null),
  },
  { kind: 'count', title: `${title}, answers`, cells: cells.map((cell) => cell?.coverage?.of ?? null) },
  ...(cells.some((cell) => cell?.restsOn !== undefined)
    ? [
        {
          kind: 'text' as const,
          title: `${title}, rests on`,
          cells: cells.map((cell) => restsText(cell?.restsOn ?? [])),
        },
      ]
    : []),
];

/** A figure's title in plots: that answers are left out is said wherever it is shown. */
export const titleOnPlot = ({ basis }: MetricsReport, title: string): string =>
  basis.unreadable === 'left_out' ? `${title}, of answers that could be read` : title;

/** What files with figures of this report are called after. */
export function sourceOf({ benchmark }: MetricsReport): FigureSource {
  return { topic: 'results', of: [benchmark] };
}

/** Which items and answers the figures are of, a sentence each. */
export function basisSentences({ basis }: MetricsReport): readonly string[] {
  return [
    ...(basis.parts.length === 0 ? [] : [itemsSentence(basis.parts)]),
    ...(basis.unreadable === 'left_out' ? ['Only readable answers.'] : []),
    ...(basis.unfinished ? ['Unfinished participants are included.'] : []),
  ];
}

function itemsSentence(parts: MetricsReport['basis']['parts']): string {
  const whole = parts.find(({ title }) => title === null);
  const [which, another] = new Set(parts.map(({ items }) => items));
  if (which === undefined || (whole === undefined && another !== undefined))
    return 'The items depend on the task.';
  const count = whole?.count ?? null;
  const items = count === null ? 'the items' : `the ${counted(count, 'item')}`;
  switch (whole?.items ?? which) {
    case 'common':
      return `On ${items} that everybody answered.`;
    case 'together':
      return `On ${items} that participants together and every model answered.`;
    case 'own':
      return 'Each on their own items, which differ.';
  }
}

/** What every exported table says of how its figures were made, and its intervals where it has them. */
export function basisText(report: MetricsReport, hasIntervals: boolean): string {
  const { judge, resamples, seed } = report;
  const verdicts = judge === null ? 'Accepted verdicts count.' : `The verdicts of ${judge} count.`;
  return [
    verdicts,
    ...(hasIntervals ? [intervalsSentence(resamples, seed)] : []),
    ...basisSentences(report),
    coverageNote(report),
  ].join(' ');
}
