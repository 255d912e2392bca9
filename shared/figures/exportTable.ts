import { decimalText } from '../base/decimals.ts';

/** A figure, or in words why there is none. */
export interface ExportFigure {
  readonly value: number | null;
  readonly undefined: string | null;
}
export type ExportInterval = readonly [low: number, high: number];

/** What the reader of a paper may do without, so that the author chooses it. */
export type OptionalPart = 'intervals' | 'n' | 'p';

interface Column {
  readonly title: string;
  /** In a paper: the heading over several columns and the title below it, such as "Clued" and "Acc". */
  readonly head?: readonly [above: string, title: string] | undefined;
  /** What has to be asked for in a text, so that the column is there; left out: nothing. Intervals always are. */
  readonly optional?: OptionalPart;
}

/** A column with what each row has in it; `null`: nothing. */
export type ExportColumn = Column &
  (
    | { readonly kind: 'text'; readonly cells: readonly (string | null)[] }
    | { readonly kind: 'count'; readonly cells: readonly (number | null)[] }
    | {
        readonly kind: 'figure';
        readonly cells: readonly (ExportFigure | null)[];
        readonly print?: Print;
        /** What makes each of them, below it in a text: "4 of 14". */
        readonly counts?: readonly (string | null)[];
        /** The interval of each of them, below it in a text. */
        readonly intervals?: readonly (ExportInterval | null)[];
      }
    | {
        readonly kind: 'interval';
        readonly cells: readonly (ExportInterval | null)[];
        readonly print?: Print;
      }
  );

/** How a text prints a figure: times `factor` (100: percent), with `digits` digits after the point. */
export interface Print {
  readonly factor: number;
  readonly digits: number;
  /** In a way of its own instead: p values. */
  readonly own?: (value: number) => string;
}

/** As figures between 0 and 1 are printed where nothing else is said. */
const PLAIN: Print = { factor: 1, digits: 3 };

/** Sentences below a table; they may depend on what of it is shown. */
export type Notes = readonly string[] | ((shows: ReadonlySet<OptionalPart>) => readonly string[]);

/** A table as it leaves the screen: for a spreadsheet or a script with every digit, for a text with three. */
export interface ExportTable {
  /** What the table shows, in one sentence or two. */
  readonly caption: string;
  /** What is true of all of it: on what it rests, how its intervals were made. Each once, below the table. */
  readonly notes?: Notes;
  /** Part of the file's name: `coefficients`. */
  readonly part: string;
  /** What has room on a page; text columns at the start are what names a row. */
  readonly columns: readonly ExportColumn[];
  /** All there is, for a spreadsheet or a script; left out, the same. */
  readonly everything?: readonly ExportColumn[];
}

/** How many rows the columns have. */
export function rowCount(columns: readonly ExportColumn[]): number {
  return Math.max(0, ...columns.map(({ cells }) => cells.length));
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
