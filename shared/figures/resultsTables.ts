import { findBenchmark } from '../benchmarks/registry.ts';
import type { Figure, MetricsReport, MetricsRow } from '../contract/metrics.ts';
import { restsText } from './restsOn.ts';
import { coverageText, coverageWords } from '../statistics/coverage.ts';
import { countsText } from './countsText.ts';
import type { ExportColumn, ExportTable, Print } from './exportTable.ts';
import { resultsNotes } from './resultsNotes.ts';

/** A column of the table that is shown. */
export interface ShownColumn {
  readonly metric: string;
  readonly title: string;
  readonly head?: ExportColumn['head'];
  readonly print: Print;
}

/** A table of the papers, the figures of one task, or all figures. */
export interface ShownLayout {
  readonly title: string;
  /** What it shows, in words for a paper; left out: its title. */
  readonly caption?: string | undefined;
  /** The condition whose answers it is about; null: all. */
  readonly condition: string | null;
  readonly columns: readonly ShownColumn[];
}

/** The title of the table of all figures. */
const ALL_FIGURES = 'All figures';

/** The tables of the papers, then one of each task where the benchmark divides its figures so, then all figures. */
export function layoutsOf({
  layout,
  metrics,
}: Pick<MetricsReport, 'layout' | 'metrics'>): readonly ShownLayout[] {
  const printed = new Map(
    layout.flatMap(({ columns }) =>
      columns.map(({ metric, factor, digits }) => [metric, { factor, digits }] as const),
    ),
  );
  const columnOf = ({ id, title }: MetricsReport['metrics'][number]): ShownColumn => ({
    metric: id,
    title,
    print: printed.get(id) ?? PLAIN,
  });
  const tasks = Map.groupBy(
    metrics.filter(({ task }) => task !== undefined),
    ({ task = '' }) => task,
  );
  return [
    ...layout.map(({ title, caption, condition, columns }) => ({
      title,
      caption,
      condition,
      columns: columns.map(({ factor, digits, ...column }) => ({ ...column, print: { factor, digits } })),
    })),
    ...[...tasks].map(([title, of]) => ({
      title,
      condition: null,
      columns: of.map((metric) => withoutTask(columnOf(metric), title)),
    })),
    { title: ALL_FIGURES, condition: null, columns: metrics.map(columnOf) },
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

/** A column whose table says what its title begins with. */
const withoutTask = (column: ShownColumn, task: string): ShownColumn => ({
  ...column,
  title: column.title.startsWith(`${task}: `) ? column.title.slice(task.length + 2) : column.title,
});

/** What a benchmark is called. */
export const benchmarkTitle = (id: string): string => findBenchmark(id)?.title ?? id;

/** What a table of a report shows, in one sentence. */
function captionOf({ benchmark }: MetricsReport, { caption, title, condition }: ShownLayout): string {
  const what = caption ?? (title === ALL_FIGURES ? 'all figures of people and models' : title);
  return `${benchmarkTitle(benchmark)}: ${what}${condition === null ? '' : `, ${condition} items`}.`;
}

/** The table in the papers’ layout; for a spreadsheet with every figure's interval and count. */
export function figuresTable({
  report,
  layout,
  rows,
}: {
  readonly report: MetricsReport;
  readonly layout: ShownLayout;
  readonly rows: readonly MetricsRow[];
}): ExportTable {
  const names = rows.map(rowName);
  const head: ExportColumn = { kind: 'text', title: 'Model', cells: names };
  const figures = layout.columns.map(({ metric, title, head: above, print }) => ({
    title,
    head: above,
    print,
    cells: rows.map((row) => figureOf(row, layout, metric) ?? null),
  }));
  const items = rows.map((row) => answeredOf(row, layout).items);
  return {
    part: layout.title,
    caption: captionOf(report, layout),
    notes: resultsNotes(report, names, figures),
    columns: [
      head,
      { kind: 'count', title: 'Items', cells: items, optional: 'n' },
      ...figures.map((column) => figureColumn(column)),
    ],
    everything: [
      head,
      { kind: 'text', title: 'Kind', cells: rows.map(({ kind }) => kind) },
      { kind: 'count', title: 'Items', cells: items },
      { kind: 'count', title: 'Items answered in all', cells: rows.map(({ ownItems }) => ownItems) },
      {
        kind: 'count',
        title: 'Items not fully judged',
        cells: rows.map((row) => answeredOf(row, layout).unjudged),
      },
      coverageColumn(figures),
      ...figures.flatMap(({ title, cells }) => figureColumns(title, cells)),
    ],
  };
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
  readonly head?: ExportColumn['head'];
}

/** A column of figures for a page, each with its interval and what makes it. */
export const figureColumn = (column: FigureCells): ExportColumn => ({
  kind: 'figure',
  ...column,
  counts: column.cells.map(countsText),
  intervals: column.cells.map((cell) => cell?.ci95 ?? null),
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
