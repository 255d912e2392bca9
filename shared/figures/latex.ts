import {
  captionText,
  cellOf,
  notesOf,
  rowCount,
  type ExportColumn,
  type ExportTable,
} from './exportTable.ts';
import { slug } from './fileName.ts';
import { CHARACTER_COMMAND, latexText } from './latexText.ts';

/** So many characters have room in a line of a page; wider tables are set in parts. */
const LINE = 100;

/**
 * The table for LaTeX with the package booktabs, notes on what is not there below it. It compiles with pdfLaTeX,
 * whatever characters are in it. What is too wide for a page becomes several tables, each with the first column.
 * @param topic the kind of figures, for the table's label
 */
export function tableAsLatex(table: ExportTable, topic: string): string {
  const parts = partsOf(table);
  const lines = parts.flatMap((columns, place) =>
    partLines(table, columns, topic, parts.length > 1 ? place : null),
  );
  return [
    '% \\usepackage{booktabs}',
    ...(lines.some((line) => line.includes('\\casebookchar')) ? [CHARACTER_COMMAND] : []),
    ...lines,
    '',
  ].join('\n');
}

/** @param place which part of how many; null where it is the whole */
function partLines(
  table: ExportTable,
  columns: readonly ExportColumn[],
  topic: string,
  place: number | null,
): readonly string[] {
  const notes = notesOf({ ...table, columns });
  const alignment = columns.map(({ kind }) => (kind === 'text' ? 'l' : 'r')).join('');
  const line = (cells: readonly string[]): string => `    ${protectStart(cells.join(' & '))} \\\\`;
  const label = `tab:${labelPart(topic)}-${labelPart(table.part)}${place === null || place === 0 ? '' : `-${String(place + 1)}`}`;
  const caption =
    place === null || place === 0 ? captionText(table) : `${firstSentence(captionText(table))} (continued)`;
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexText(caption)}}`,
    `  \\label{${label}}`,
    `  \\begin{tabular}{${alignment}}`,
    '    \\toprule',
    line(columns.map(({ title }) => latexText(title))),
    '    \\midrule',
    ...Array.from({ length: rowCount(columns) }, (_, row) =>
      line(
        columns.map((column) => {
          const { text, note } = cellOf(column, row, notes);
          return `${latexCell(column.kind, text)}${note === null ? '' : superscript(note)}`;
        }),
      ),
    ),
    '    \\bottomrule',
    '  \\end{tabular}',
    ...[...notes].map(
      ([reason, letter]) => `  \\par{\\footnotesize ${superscript(letter)} ${latexText(reason)}}`,
    ),
    '\\end{table}',
  ];
}

/** The columns of each part: as many as have room, the first one in all of them. */
function partsOf(table: ExportTable): readonly (readonly ExportColumn[])[] {
  const [first, ...rest] = table.columns;
  if (first === undefined) return [[]];
  const notes = notesOf(table);
  const widthOf = (column: ExportColumn): number =>
    2 +
    Math.max(
      column.title.length,
      ...Array.from({ length: rowCount(table.columns) }, (_, row) => cellOf(column, row, notes).text.length),
    );
  const parts: ExportColumn[][] = [[first]];
  let width = widthOf(first);
  for (const column of rest) {
    const own = widthOf(column);
    const last = parts.at(-1) ?? [];
    if (width + own > LINE && last.length > 1) {
      parts.push([first, column]);
      width = widthOf(first) + own;
    } else {
      last.push(column);
      width += own;
    }
  }
  return parts;
}

/** Labels are plain letters: \ref takes no others. */
const labelPart = (text: string): string => slug(text).replaceAll(/[^a-z0-9-]/gu, 'x');

const firstSentence = (text: string): string => /^.*?[.](?= |$)/u.exec(text)?.[0].slice(0, -1) ?? text;

const superscript = (letter: string): string => `\\textsuperscript{${letter}}`;

/** Numbers have a minus, not a hyphen. */
function latexCell(kind: ExportTable['columns'][number]['kind'], text: string): string {
  const escaped = latexText(text);
  return kind === 'text' ? escaped : escaped.replaceAll(/-(?=\d)/gu, '$-$');
}

/** After the end of a line, `[` and `*` would be taken for its arguments. */
function protectStart(line: string): string {
  return line.replace(/^[[*]/u, (sign) => `{${sign}}`);
}
