import Papa from 'papaparse';

/*
 * A cell that begins like a formula is run by the spreadsheets that open it. Such a text leaves behind an apostrophe,
 * which they take for "this is text", and loses it again when it comes in. Numbers stay numbers.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
const QUOTED_FORMULA = /^'+[=+\-@\t\r＝＋－＠]/u;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** A text as a cell holds it. */
const toCell = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The text that a cell holds. */
export const fromCell = (cell: string): string => (QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell);

/** Whether a text is a number as people and programs write one. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim()) && Number.isFinite(Number(text));
}

/**
 * Lines of a CSV file (RFC 4180, lines ended by a line feed), formulas made harmless; null is an empty cell.
 * @param isPlain for programs, which run nothing: texts as they are
 */
export function csvLines(lines: readonly (readonly (string | number | null)[])[], isPlain = false): string {
  if (lines.length === 0) return '';
  const cells = lines.map((line) =>
    line.map((cell) => (typeof cell === 'string' && !isPlain ? toCell(cell) : cell)),
  );
  return `${Papa.unparse(cells, { newline: '\n' })}\n`;
}

/** One line of it. */
export const csvLine = (cells: readonly (string | number | null)[], isPlain = false): string =>
  csvLines([cells], isPlain);
