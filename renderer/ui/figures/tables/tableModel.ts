import { METHOD_WORDS } from '../../../../shared/agreement/intervals/intervalWords.ts';
import { figureText, intervalText, noteLetter, type Print } from '../../../../shared/figures/exportTable.ts';

/** What is behind a figure, with what that is in words. */
export interface CellTarget<Cell> {
  readonly cell: Cell;
  readonly title: string;
}

/** A figure with its intervals, or in words why there is none. */
export interface ShownFigure {
  readonly value: number | null;
  readonly undefined: string | null;
  readonly ci95: readonly [number, number] | null;
  readonly ci95_bootstrap?: readonly [number, number] | null;
  /** How `ci95` was made. */
  readonly method?: keyof typeof METHOD_WORDS | null;
  /** Why there is no interval, where there is none. */
  readonly no_interval?: string | null;
}

/** A cell as the screen shows it. */
export interface TableCell<Cell = never> {
  readonly text: string;
  /** A second line, smaller: an interval, a count. */
  readonly detail?: string;
  /** Why there is no figure: written under the table. */
  readonly reason?: string;
  /** There is no figure as nobody answered: its row and column say what. */
  readonly unanswered?: boolean;
  /** What is to be known of a figure that is there: written under the table, too. */
  readonly note?: string;
  /** How strongly it is tinted, 0 to 1. */
  readonly heat?: number;
  /** What the table is about, though nothing is behind it: not toned down as sums and counts are. */
  readonly main?: boolean;
  /** It is words, which take several lines and stand on the left. */
  readonly isWords?: boolean;
  /** Raters agree here. */
  readonly agreeing?: boolean;
  /** The items behind it; left out where there are none. */
  readonly opens?: CellTarget<Cell>;
  /** What a screen reader says of the button, where the text alone does not tell. */
  readonly label?: string;
}

export interface TableRow<Cell = never> {
  readonly key: string;
  readonly head: string;
  readonly cells: readonly TableCell<Cell>[];
}

const NOTHING: TableCell = { text: '' };

/** A figure with its interval (the bootstrap's where it has no other), or word that there is none. */
export function figureCell<Cell = never>(
  figure: ShownFigure | undefined,
  rest: Omit<TableCell<Cell>, 'text' | 'reason'> = {},
  print?: Print,
): TableCell<Cell> {
  if (figure === undefined) return NOTHING;
  const {
    value,
    undefined: reason,
    ci95,
    ci95_bootstrap: bootstrap = null,
    no_interval: noInterval = null,
  } = figure;
  const method = ci95 === null ? 'bca' : (figure.method ?? null);
  if (value === null) return missingCell(reason ?? 'There is no figure.', rest);
  const interval = ci95 ?? bootstrap;
  return {
    ...(interval !== null
      ? { detail: methodText(interval, method, print) }
      : noInterval !== null && { detail: 'no interval', note: noInterval }),
    heat: Math.min(1, Math.max(0, value)),
    ...rest,
    text: figureText(value, print),
  };
}

/** An interval with how it was made, where that is known. */
export const methodText = (
  interval: readonly [number, number],
  method: ShownFigure['method'] = null,
  print?: Print,
): string => [intervalText(interval, print), ...(method === null ? [] : [METHOD_WORDS[method]])].join(' ');

/** A dash where there is no figure, narrow as it is; the reason is in its tooltip and under the table. */
export function missingCell<Cell = never>(
  reason: string,
  rest: Omit<TableCell<Cell>, 'text' | 'reason'> = {},
): TableCell<Cell> {
  return { ...rest, text: '–', reason };
}

/** With more notes than this on what nobody answered, one note stands for all. */
const MOST_NOTES = 4;

/** Rows with one common note on what nobody answered, where notes of their own would be longer than the table. */
export function withCommonNote<Cell>(rows: readonly TableRow<Cell>[]): readonly TableRow<Cell>[] {
  const own = new Set(
    rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell.unanswered === true ? [cell.reason] : []))),
  );
  if (own.size <= MOST_NOTES) return rows;
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => (cell.unanswered === true ? { ...cell, reason: 'No answers.' } : cell)),
  }));
}

/** The reasons and notes of a table’s cells, each once, with the letter that stands for it. */
export function footnotes<Cell>(rows: readonly TableRow<Cell>[]): ReadonlyMap<string, string> {
  const reasons = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => footnoteOf(cell) ?? [])));
  return new Map([...reasons].map((reason, index) => [reason, noteLetter(index)]));
}

/** What is written under the table of a cell. */
export const footnoteOf = <Cell>({ reason, note }: TableCell<Cell>): string | undefined => reason ?? note;

/** What a cell says aloud. */
export function cellLabel<Cell>(row: TableRow<Cell>, column: string, cell: TableCell<Cell>): string {
  const text = cell.reason === undefined ? cell.text : 'undefined';
  const what = cell.label ?? `${row.head}, ${column}: ${text}`;
  return [what, cell.detail, footnoteOf(cell)].filter((part) => part !== undefined && part !== '').join(', ');
}
