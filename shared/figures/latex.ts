import type { ExportTable } from './exportTable.ts';
import { type FigureSource, slug } from './fileName.ts';
import {
  aboveLines,
  GAP,
  LINES,
  panelsOf,
  runsOf,
  type SetColumn,
  SIZES,
  type TablePanel,
} from './latexPanels.ts';
import { CHARACTER_COMMAND, latexText } from './latexText.ts';
import { breakableLatex, latexWidth } from './latexWidth.ts';
import { type LaidTable, layOutTable, type TableLook, type TableWidth, USUAL_LOOK } from './tableLook.ts';

/**
 * The narrowest that papers have, in points: a column of ACL's style, both columns of a two-column article on A4, the page of
 * a one-column article.
 */
const ROOM: Readonly<Record<TableWidth, number>> = { column: 219, columns: 452, page: 345 };

/** The height of what is in one float, in points; the rest goes on in another. */
const HEIGHT = 510;

const SMALL_COMMAND = `\\providecommand{\\casebooksmall}{\\fontsize{${String(SIZES.below)}}{${String(LINES.below)}}\\selectfont}`;

/** Rows of a panel. */
interface Piece {
  readonly panel: TablePanel;
  readonly from: number;
  readonly to: number;
}

/**
 * The table for LaTeX with the package booktabs, notes below it. It compiles with pdfLaTeX, whatever characters are in
 * it, and keeps to the chosen width: columns without room go below, again with the names of the rows.
 * @param source the kind of figures and what they are of, for the table's label
 */
export function tableAsLatex(table: ExportTable, source: FigureSource, look: TableLook = USUAL_LOOK): string {
  const laid = layOutTable(table, look);
  const room = ROOM[look.width];
  const floats = floatsOf(laid, panelsOf(laid, room), room);
  const lines = floats.flatMap((pieces, place) => [
    ...floatStart(laid.caption, labelOf(source, table.part), look.width, place),
    ...pieces.flatMap((piece, at) => [
      ...(at === 0 ? [] : ['  \\par\\vspace{4pt}']),
      ...pieceLines(laid, piece),
    ]),
    ...(place === floats.length - 1 ? noteLines(laid, room) : []),
    `\\end{${environmentOf(look.width)}}`,
  ]);
  return [
    '% \\usepackage{booktabs}',
    ...[CHARACTER_COMMAND, SMALL_COMMAND].filter((command) => isUsed(command, lines)),
    ...lines,
    '',
  ].join('\n');
}

function isUsed(command: string, lines: readonly string[]): boolean {
  const name = /\{(\\[a-z]+)\}/u.exec(command)?.[1] ?? '';
  return lines.some((line) => line.includes(name));
}

const environmentOf = (width: TableWidth): string => (width === 'columns' ? 'table*' : 'table');

function floatStart(caption: string, label: string, width: TableWidth, place: number): readonly string[] {
  const text = place === 0 ? caption : `${firstSentence(caption)} (continued)`;
  return [
    `\\begin{${environmentOf(width)}}`,
    '  \\centering',
    `  \\setlength{\\tabcolsep}{${String(GAP / 2)}pt}\\setlength{\\emergencystretch}{3em}`,
    `  \\caption{${breakableLatex(text, ROOM[width] / 2, 10)}}`,
    `  \\label{${label}${place === 0 ? '' : `-${String(place + 1)}`}}`,
    '  \\par\\vspace{4pt}',
    `  \\fontsize{${String(SIZES.cell)}}{${String(LINES.cell)}}\\selectfont`,
  ];
}

/** The panels in floats that are no higher than a page. */
function floatsOf(
  laid: LaidTable,
  panels: readonly TablePanel[],
  room: number,
): readonly (readonly Piece[])[] {
  const most = Math.max(HEIGHT - notesHeight(laid, room), HEIGHT / 3);
  const floats: Piece[][] = [[]];
  let used = 0;
  for (const panel of panels) {
    const head = headHeight(panel);
    const whole = Array.from({ length: laid.rows }, (_, row) => rowHeight(panel, row));
    const height = head + whole.reduce((sum, each) => sum + each, 0);
    if (used > 0 && used + height > most) {
      floats.push([]);
      used = 0;
    }
    let from = 0;
    let own = head;
    for (const [row, each] of whole.entries()) {
      if (used + own + each <= most || row === from) own += each;
      else {
        floats.at(-1)?.push({ panel, from, to: row });
        floats.push([]);
        [from, own, used] = [row, head + each, 0];
      }
    }
    floats.at(-1)?.push({ panel, from, to: laid.rows });
    used += own;
  }
  return floats;
}

const headHeight = (panel: TablePanel): number =>
  LINES.cell * (1 + Math.max(0, ...panel.map(({ title }) => title.length)) + (hasAbove(panel) ? 1.5 : 0)) +
  10;

function rowHeight(panel: TablePanel, row: number): number {
  const lines = panel.map(({ column, wrap }) =>
    wrap === null ? 1 : Math.ceil((1.2 * latexWidth(column.cells[row]?.text ?? '', SIZES.cell)) / wrap),
  );
  const below = belowLines(panel, row);
  return LINES.cell * Math.max(1, ...lines) + (below === 0 ? 0 : 2 + LINES.below * below);
}

const belowLines = (panel: TablePanel, row: number): number =>
  Math.max(0, ...panel.map(({ column }) => column.cells[row]?.below.length ?? 0));

const notesHeight = ({ notes }: LaidTable, room: number): number =>
  LINES.below *
  Math.ceil((1.1 * notes.reduce((sum, { text }) => sum + latexWidth(text, SIZES.below), 0)) / room);

const hasAbove = (panel: TablePanel): boolean => panel.some(({ column }) => column.above !== null);

function pieceLines({ rows }: LaidTable, { panel, from, to }: Piece): readonly string[] {
  const line = (cells: readonly string[]): string => `    ${protectStart(cells.join(' & '))} \\\\`;
  const below = (row: number): string[] =>
    Array.from({ length: belowLines(panel, row) }, (_, at) =>
      line(
        panel.map(({ column }) => {
          const text = column.cells[row]?.below[at];
          return text === undefined ? '' : `{\\casebooksmall ${number(text)}}`;
        }),
      ),
    );
  const shown = Array.from({ length: Math.min(to, rows) - from }, (_, at) => from + at);
  return [
    `  \\begin{tabular}{@{}${panel.map(({ column }) => (column.isText ? 'l' : 'r')).join('')}@{}}`,
    '    \\toprule',
    ...(hasAbove(panel) ? aboveRow(panel) : []),
    line(panel.map((each) => stacked(each.title, each.column.isText ? 'l' : 'r'))),
    '    \\midrule',
    ...shown.flatMap((row) => [
      line(panel.map((column) => cellText(column, row))),
      ...below(row),
      ...(belowLines(panel, row) > 0 && row !== shown.at(-1) ? ['    \\addlinespace[2pt]'] : []),
    ]),
    '    \\bottomrule',
    '  \\end{tabular}',
  ];
}

/** The titles that are above several, each with a rule below it. */
function aboveRow(panel: TablePanel): readonly string[] {
  let column = 1;
  const rules: string[] = [];
  const cells = runsOf(panel).map((run) => {
    const first = column;
    column += run.length;
    const lines = aboveLines(run);
    if (lines.length === 0) return '';
    rules.push(`\\cmidrule(lr){${String(first)}-${String(column - 1)}}`);
    return `\\multicolumn{${String(run.length)}}{c}{${stacked(lines, 'c')}}`;
  });
  return [`    ${cells.join(' & ')} \\\\`, `    ${rules.join(' ')}`];
}

function stacked(lines: readonly string[], side: 'l' | 'r' | 'c'): string {
  const [only = '', another] = lines.map(latexText);
  if (another === undefined) return only;
  return `\\shortstack[${side}]{${lines.map((line) => protectStart(latexText(line))).join('\\\\')}}`;
}

function cellText({ column, wrap }: SetColumn, row: number): string {
  const cell = column.cells[row];
  if (cell === undefined) return '';
  const { text, letter } = cell;
  const shown =
    wrap !== null
      ? `\\parbox[t]{${wrap.toFixed(0)}pt}{\\raggedright\\strut ${breakableLatex(text, wrap, SIZES.cell)}\\strut}`
      : column.isText
        ? latexText(text)
        : number(text);
  return `${shown}${letter === null ? '' : superscript(letter)}`;
}

function noteLines({ notes }: LaidTable, room: number): readonly string[] {
  if (notes.length === 0) return [];
  const texts = notes.map(
    ({ letter, text }) =>
      `${letter === null ? '' : superscript(letter)}${breakableLatex(text, room / 3, SIZES.below)}`,
  );
  return [
    `  \\par\\vspace{3pt}{\\casebooksmall\\raggedright`,
    ...texts.map((text) => `    ${text}`),
    '  \\par}',
  ];
}

/** The label of a table, which nothing else of another task or field has: \ref takes plain letters only. */
function labelOf({ topic, of }: FigureSource, part: string): string {
  const plain = (text: string): string =>
    slug(text).replaceAll(/[^a-z0-9-]/gu, (sign) => `u${(sign.codePointAt(0) ?? 0).toString(16)}`);
  return `tab:${[topic, ...of, part].map(plain).join('-')}`;
}

const firstSentence = (text: string): string => /^.*?[.](?= |$)/u.exec(text)?.[0].slice(0, -1) ?? text;

const superscript = (letter: string): string => `\\textsuperscript{${letter}}`;

/** Numbers have a minus, not a hyphen. */
const number = (text: string): string => latexText(text).replaceAll(/-(?=\d)/gu, '$-$');

/** After the end of a line, `[` and `*` would be taken for its arguments. */
function protectStart(line: string): string {
  return line.replace(/^[[*]/u, (sign) => `{${sign}}`);
}
