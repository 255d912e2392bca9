import { decimalText } from '../domain/decimals.ts';

/** A figure, or in words why there is none. */
export interface ExportFigure {
  readonly value: number | null;
  readonly undefined: string | null;
}
export type ExportInterval = readonly [low: number, high: number];

/** A column with what each row has in it; `null`: nothing. */
export type ExportColumn =
  | { readonly kind: 'text'; readonly title: string; readonly cells: readonly (string | null)[] }
  | { readonly kind: 'count'; readonly title: string; readonly cells: readonly (number | null)[] }
  | {
      readonly kind: 'figure';
      readonly title: string;
      readonly cells: readonly (ExportFigure | null)[];
      readonly print?: Print;
      /** What makes each of them, beside it in a text: "4 of 14". */
      readonly counts?: readonly (string | null)[];
    }
  | {
      readonly kind: 'interval';
      readonly title: string;
      readonly cells: readonly (ExportInterval | null)[];
      readonly print?: Print;
    };

/** How a text prints a figure: times `factor` (100: percent), with `digits` digits after the point. */
export interface Print {
  readonly factor: number;
  readonly digits: number;
  /** In a way of its own instead: p values. */
  readonly own?: (value: number) => string;
}

/** As figures between 0 and 1 are printed where nothing else is said. */
const PLAIN: Print = { factor: 1, digits: 3 };

/** A sentence that says what a table shows and on what it rests; of intervals only where the table has them. */
export type Caption = string | ((hasIntervals: boolean) => string);

/** A table as it leaves the screen: for a spreadsheet or a script with every digit, for a text with three. */
export interface ExportTable {
  readonly caption: Caption;
  /** Part of the file's name: `coefficients`. */
  readonly part: string;
  /** What has room on a page. */
  readonly columns: readonly ExportColumn[];
  /** All there is, for a spreadsheet or a script; left out, the same. */
  readonly everything?: readonly ExportColumn[];
}

/** The caption of a table for a text. */
export const captionText = ({ caption, columns }: ExportTable): string =>
  typeof caption === 'string' ? caption : caption(columns.some(({ kind }) => kind === 'interval'));

/** How many rows the columns have. */
export function rowCount(columns: readonly ExportColumn[]): number {
  return Math.max(0, ...columns.map(({ cells }) => cells.length));
}

/** Why figures are not there, each reason once, with the letter that stands for it in the table. */
export function notesOf({ columns }: ExportTable): ReadonlyMap<string, string> {
  const reasons = new Set(
    columns.flatMap((column) =>
      column.kind === 'figure' ? column.cells.flatMap((cell) => cell?.undefined ?? []) : [],
    ),
  );
  return new Map([...reasons].map((reason, index) => [reason, noteLetter(index)]));
}

/** a to z, then a2 and so on. */
export function noteLetter(index: number): string {
  const letter = String.fromCodePoint(97 + (index % 26));
  return index < 26 ? letter : `${letter}${String(Math.floor(index / 26) + 1)}`;
}

/** A figure as people read it: three digits after the point unless told otherwise. */
export function figureText(value: number, print: Print = PLAIN): string {
  const { factor, digits, own } = print;
  if (own !== undefined) return own(value);
  return decimalText(value, digits, factor);
}

/** An interval as people read it. */
export function intervalText([low, high]: ExportInterval, print: Print = PLAIN): string {
  return `[${figureText(low, print)}, ${figureText(high, print)}]`;
}

/** A cell as a text shows it, with the note on it where there is one; empty where there is nothing. */
export function cellOf(
  column: ExportColumn,
  row: number,
  notes: ReadonlyMap<string, string>,
): { readonly text: string; readonly note: string | null } {
  if (column.kind !== 'figure') return { text: plainText(column, row), note: null };
  const figure = column.cells[row];
  if (figure === null || figure === undefined) return { text: '', note: null };
  if (figure.value !== null) {
    const counts = column.counts?.[row] ?? null;
    const text = figureText(figure.value, column.print);
    return { text: counts === null ? text : `${text} (${counts})`, note: null };
  }
  return { text: 'undefined', note: notes.get(figure.undefined ?? '') ?? null };
}

function plainText(column: Exclude<ExportColumn, { readonly kind: 'figure' }>, row: number): string {
  switch (column.kind) {
    case 'text':
      return column.cells[row] ?? '';
    case 'count': {
      const count = column.cells[row];
      return count === null || count === undefined ? '' : String(count);
    }
    case 'interval': {
      const interval = column.cells[row];
      return interval === null || interval === undefined ? '' : intervalText(interval, column.print);
    }
  }
}
