import { stringify } from 'csv-stringify/sync';

/*
 * A cell that begins like a formula is run by the spreadsheets that open it. Such a text goes out behind an apostrophe,
 * which they take for "this is text", and loses it again when it comes in. Numbers stay numbers.
 */
const FORMULA = /^'*[=+\-@\t\r]/u;
const QUOTED_FORMULA = /^'+[=+\-@\t\r]/u;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** A text as it stands in a cell. */
function toCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** What a cell stands for. */
export function fromCell(cell: string): string {
  return QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Whether a text is a number as people and programs write one. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim()) && Number.isFinite(Number(text));
}

/**
 * Lines of a CSV file (RFC 4180, lines ended by a line feed), formulas made harmless.
 * @param isPlain for programs, which run nothing: texts as they are
 */
export function csvLines(lines: readonly (readonly (string | number)[])[], isPlain = false): string {
  return stringify(
    lines.map((cells) =>
      cells.map((cell) => (typeof cell === 'number' ? String(cell) : isPlain ? cell : toCell(cell))),
    ),
    {
      record_delimiter: '\n',
      // Readers end a line at a carriage return, too.
      quoted_match: /[\r\n]/u,
    },
  );
}

/** One line of it. */
export const csvLine = (cells: readonly (string | number)[], isPlain = false): string =>
  csvLines([cells], isPlain);
