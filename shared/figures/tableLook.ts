import {
  type ExportColumn,
  type ExportTable,
  figureText,
  intervalText,
  noteLetter,
  type OptionalPart,
  rowCount,
} from './exportTable.ts';

/** How wide a table for a text may be: one column of a two-column paper, both of them, or a page of one column. */
export const TABLE_WIDTHS = ['column', 'columns', 'page'] as const;
export type TableWidth = (typeof TABLE_WIDTHS)[number];

/** What an author chooses about a table for a text. */
export interface TableLook {
  readonly width: TableWidth;
  readonly shows: ReadonlySet<OptionalPart>;
}

/** As tables leave where nothing else is chosen: intervals and p, for one column. */
export const USUAL_LOOK: TableLook = { width: 'column', shows: new Set(['intervals', 'p']) };

/** A cell of a table for a text. */
export interface LaidCell {
  readonly text: string;
  /** Lines below it, smaller: an interval, what makes it. */
  readonly below: readonly string[];
  /** The letter of the note on it. */
  readonly letter: string | null;
}

export interface LaidColumn {
  readonly title: string;
  /** The heading above the titles of several columns. */
  readonly above: string | null;
  readonly isText: boolean;
  readonly cells: readonly LaidCell[];
}

/** A table as a text shows it, whatever the text is written in. */
export interface LaidTable {
  readonly caption: string;
  /** What names a row: repeated wherever the columns go on. */
  readonly keys: readonly LaidColumn[];
  readonly columns: readonly LaidColumn[];
  readonly rows: number;
  /** Sentences below it; those with a letter are about the cells that have it. */
  readonly notes: readonly { readonly letter: string | null; readonly text: string }[];
}

/** Shown where there is no figure. */
const NO_FIGURE = '–';

/**
 * A table as a text shows it: without columns that nobody asked for or that are empty, which are named below it; a
 * dash where there is no figure, and why; the unit of its figures.
 */
export function layOutTable(table: ExportTable, { shows }: TableLook): LaidTable {
  const rows = rowCount(table.columns);
  const asked = table.columns.filter(
    ({ kind, optional = kind === 'interval' ? 'intervals' : undefined }) =>
      optional === undefined || shows.has(optional),
  );
  const names = keyCount(asked);
  const keys = asked.slice(0, names);
  const rest = asked.slice(names);
  const shown = rows === 0 ? rest : rest.filter((column) => !isEmpty(column));
  const letters = lettersOf(shown);
  const laid = (column: ExportColumn): LaidColumn => ({
    title: `${column.head?.[1] ?? column.title}${isMixed(shown) ? unitOf(column) : ''}`,
    above: column.head?.[0] ?? null,
    isText: column.kind === 'text',
    cells: Array.from({ length: rows }, (_, row) => cellOf(column, row, shows, letters)),
  });
  const own = typeof table.notes === 'function' ? table.notes(shows) : (table.notes ?? []);
  return {
    caption: table.caption,
    keys: keys.map(laid),
    columns: shown.map(laid),
    rows,
    notes: [
      ...[...unitNote(shown), ...own, ...emptyNotes(rest, shown)].map((text) => ({ letter: null, text })),
      ...[...letters].map(([reason, letter]) => ({
        letter,
        text: letter === null ? `${NO_FIGURE}: ${uncapital(reason)}` : reason,
      })),
    ],
  };
}

/** The text columns that a table begins with; something has to be left to show. */
function keyCount(columns: readonly ExportColumn[]): number {
  const first = columns.findIndex(({ kind }) => kind !== 'text');
  return first === -1 ? Math.min(1, columns.length) : first;
}

function isEmpty(column: ExportColumn): boolean {
  return column.kind === 'figure'
    ? column.cells.every((cell) => (cell?.value ?? null) === null)
    : column.cells.every((cell) => cell === null || cell === '');
}

/** Why figures are not there, each reason once, with its letter; without one where it is the only one. */
function lettersOf(columns: readonly ExportColumn[]): ReadonlyMap<string, string | null> {
  const reasons = new Set(columns.flatMap((column) => reasonsOf(column)));
  return new Map(
    [...reasons].map((reason, place) => [reason, reasons.size === 1 ? null : noteLetter(place)]),
  );
}

const reasonsOf = (column: ExportColumn): string[] =>
  column.kind === 'figure' ? column.cells.flatMap((cell) => cell?.undefined ?? []) : [];

/** Which columns were left out as nothing is in them, those of one reason together. */
function emptyNotes(all: readonly ExportColumn[], shown: readonly ExportColumn[]): string[] {
  const empty = all.filter((column) => column.kind === 'figure' && !shown.includes(column));
  const why = Map.groupBy(empty, (column) => {
    const [only, another] = new Set(reasonsOf(column));
    return another === undefined ? (only ?? null) : null;
  });
  return [...why].map(
    ([reason, of]) =>
      `Left out, without a figure in any row: ${of.map(({ title }) => title).join(', ')}${reason === null ? '.' : ` (${uncapital(reason).replace(/\.$/u, '')}).`}`,
  );
}

const uncapital = (text: string): string =>
  /^[A-Z][a-z]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const isPercent = (column: ExportColumn): boolean =>
  (column.kind === 'figure' || column.kind === 'interval') && column.print?.factor === 100;

const isFigure = ({ kind }: ExportColumn): boolean => kind === 'figure' || kind === 'interval';

/** Whether only some of the figures are percentages. */
const isMixed = (columns: readonly ExportColumn[]): boolean =>
  columns.some(isPercent) && columns.some((column) => isFigure(column) && !isPercent(column));

const unitOf = (column: ExportColumn): string =>
  isPercent(column) && !column.title.includes('%') ? ' (%)' : '';

const unitNote = (columns: readonly ExportColumn[]): string[] =>
  columns.some(isPercent) && !isMixed(columns) ? ['Figures are percentages.'] : [];

function cellOf(
  column: ExportColumn,
  row: number,
  shows: TableLook['shows'],
  letters: ReadonlyMap<string, string | null>,
): LaidCell {
  if (column.kind !== 'figure') return { text: plainText(column, row), below: [], letter: null };
  const figure = column.cells[row];
  if (figure === null || figure === undefined) return { text: '', below: [], letter: null };
  if (figure.value === null)
    return { text: NO_FIGURE, below: [], letter: letters.get(figure.undefined ?? '') ?? null };
  const interval = shows.has('intervals') ? (column.intervals?.[row] ?? null) : null;
  const counts = shows.has('n') ? (column.counts?.[row] ?? null) : null;
  return {
    text: figureText(figure.value, column.print),
    below: [
      ...(interval === null ? [] : [intervalText(interval, column.print)]),
      ...(counts === null ? [] : [counts]),
    ],
    letter: null,
  };
}

function plainText(column: Exclude<ExportColumn, { readonly kind: 'figure' }>, row: number): string {
  switch (column.kind) {
    case 'text':
      return column.cells[row] ?? '';
    case 'count':
      return String(column.cells[row] ?? '');
    case 'interval': {
      const interval = column.cells[row];
      return interval === null || interval === undefined ? '' : intervalText(interval, column.print);
    }
  }
}
