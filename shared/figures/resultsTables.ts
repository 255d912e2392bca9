import { counted } from '../domain/counts.ts';
import type { Figure, MetricsReport, MetricsRow } from '../contract/metrics.ts';
import { intervalsSentence } from '../agreement/intervalWords.ts';
import { restsLines, restsText } from '../domain/restsOn.ts';
import { coverageText, coverageWords } from '../statistics/coverage.ts';
import { countsText } from './countsText.ts';
import type { ExportColumn, ExportTable, Print } from './exportTable.ts';

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

/** What coverage is, in a sentence. */
export const COVERAGE =
  'Coverage: how many of the answers that a figure could rest on are there, could be read and are judged.';

/** What every exported table says of how its figures were made, and its intervals where it has them. */
export function basisText(report: MetricsReport, hasIntervals: boolean): string {
  const { judge, resamples, seed } = report;
  const verdicts = judge === null ? 'Accepted verdicts count.' : `The verdicts of ${judge} count.`;
  return [
    verdicts,
    ...(hasIntervals ? [intervalsSentence(resamples, seed)] : []),
    ...basisSentences(report),
    COVERAGE,
  ].join(' ');
}

/** Which items and answers the figures are of, a sentence each. */
export function basisSentences({ basis }: Pick<MetricsReport, 'basis'>): readonly string[] {
  return [
    ...(basis.parts.length === 0 ? [] : [itemsSentence(basis.parts)]),
    ...(basis.unreadable === 'left_out' ? ['Only readable answers.'] : []),
    absentSentence(basis),
    ...undecidedSentence(basis),
    ...(basis.without.length === 0 ? [] : [`Left out: ${basis.without.map(({ name }) => name).join(', ')}.`]),
    ...(basis.unfinished ? ['Unfinished participants are included.'] : []),
  ];
}

/** What becomes of answers that cannot be read or are absent. */
function absentSentence({ unreadable, absent }: MetricsReport['basis']): string {
  if (unreadable === 'left_out') return 'Absent answers are left out.';
  return absent === 'wrong'
    ? 'Absent and unreadable answers count as wrong.'
    : 'Unreadable answers count as wrong; absent answers are left out.';
}

/** What becomes of items with an undecided verdict, where there are any. */
function undecidedSentence({ undecided: { rule, items } }: MetricsReport['basis']): string[] {
  if (items === 0) return [];
  const of = counted(items, 'item');
  return [
    rule === 'left_out'
      ? `Undecided verdicts on ${of}: these leave the figures that need them, for everybody.`
      : `Undecided verdicts on ${of} count as wrong.`,
  ];
}

function itemsSentence(parts: MetricsReport['basis']['parts']): string {
  const whole = parts.find(({ title }) => title === null);
  const [which, another] = new Set(parts.map(({ items }) => items));
  if (which === undefined || (whole === undefined && another !== undefined))
    return 'The items depend on the task.';
  const count = whole?.count ?? null;
  const items = count === null ? 'the items' : `the ${String(count)} ${count === 1 ? 'item' : 'items'}`;
  switch (whole?.items ?? which) {
    case 'common':
      return `On ${items} that everybody answered.`;
    case 'together':
      return `On ${items} that participants together and every model answered.`;
    case 'own':
      return 'Each on their own items, which differ.';
  }
}

/** What the counts in cells and the column of coverage say. */
export function coverageNote({ basis }: MetricsReport): string {
  return `${COVERAGE} ${absentSentence(basis)}`;
}

/** The table in the papers' layout; for a spreadsheet with every figure's interval and count. */
export function figuresTable({
  report,
  layout,
  rows,
}: {
  readonly report: MetricsReport;
  readonly layout: ShownLayout;
  readonly rows: readonly MetricsRow[];
}): ExportTable {
  const head: ExportColumn = { kind: 'text', title: 'Model', cells: rows.map(rowName) };
  const figures = layout.columns.map(({ metric, title, print }) => ({
    title,
    print,
    cells: rows.map((row) => figureOf(row, layout, metric) ?? null),
  }));
  const coverage = coverageColumn(figures);
  return {
    part: layout.title,
    caption: (intervals) =>
      `${report.benchmark}, ${layout.title}${layout.condition === null ? '' : ` (${layout.condition})`}. ${basisText(report, intervals)}${restsOnText(rows, layout)}`,
    columns: [
      head,
      { kind: 'count', title: 'Items', cells: rows.map((row) => answeredOf(row, layout).items) },
      coverage,
      ...figures.map((column) => figureColumn(column)),
    ],
    everything: [
      head,
      { kind: 'text', title: 'Kind', cells: rows.map(({ kind }) => kind) },
      { kind: 'count', title: 'Items', cells: rows.map((row) => answeredOf(row, layout).items) },
      { kind: 'count', title: 'Items answered in all', cells: rows.map(({ ownItems }) => ownItems) },
      {
        kind: 'count',
        title: 'Items not fully judged',
        cells: rows.map((row) => answeredOf(row, layout).unjudged),
      },
      coverage,
      ...figures.flatMap(({ title, cells }) => figureColumns(title, cells)),
    ],
  };
}

/** On whose verdicts the figures of each line rest; a copied table has no notes below it. */
function restsOnText(rows: readonly MetricsRow[], layout: ShownLayout): string {
  const lines = rows.flatMap((row) =>
    restsLines(
      layout.columns.map(({ metric, title }) => ({
        title,
        restsOn: figureOf(row, layout, metric)?.restsOn,
      })),
    ).map((line) => `${rowName(row)}: ${line}`),
  );
  return lines.length === 0 ? '' : ` Figures rest on: ${lines.join('; ')}.`;
}

/** The coverage of every line of a table for files, from the cells of its columns. */
export const coverageColumn = (columns: readonly FigureCells[]): ExportColumn => ({
  kind: 'text',
  title: 'Coverage',
  cells: (columns[0]?.cells ?? []).map((_, line) =>
    coverageText(
      columns.flatMap(({ title, cells }) => {
        const figure = cells[line] ?? null;
        return figure === null ? [] : [{ ...figure, title }];
      }),
    ),
  ),
});

interface FigureCells {
  readonly title: string;
  readonly cells: readonly (Figure | null)[];
  readonly print?: Print;
}

/** A column of figures for a page, each with what makes it. */
export const figureColumn = (column: FigureCells): ExportColumn => ({
  kind: 'figure',
  ...column,
  counts: column.cells.map(countsText),
});

/** The columns of a figure for a spreadsheet: its value, its interval, and what it rests on. */
export const figureColumns = (title: string, cells: readonly (Figure | null)[]): ExportColumn[] => [
  { kind: 'figure', title, cells },
  { kind: 'interval', title: `${title}, 95% interval`, cells: cells.map((cell) => cell?.ci95 ?? null) },
  ...(cells.some((cell) => cell?.hits !== undefined)
    ? [
        {
          kind: 'count' as const,
          title: `${title}, numerator`,
          cells: cells.map((cell) => cell?.hits ?? null),
        },
      ]
    : []),
  { kind: 'count', title: `${title}, n`, cells: cells.map((cell) => cell?.n ?? null) },
  {
    kind: 'text',
    title: `${title}, coverage`,
    cells: cells.map((cell) => (cell?.coverage === undefined ? null : coverageWords(cell.coverage))),
  },
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
