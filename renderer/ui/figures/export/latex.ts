import { slug } from './fileName.ts';
import { captionText, cellOf, notesOf, rowCount, type ExportTable } from './exportTable.ts';

/**
 * The table for LaTeX with the package booktabs, notes on what is not there below it.
 * @param topic the kind of figures, for the table's label
 */
export function tableAsLatex(table: ExportTable, topic: string): string {
  const { columns, part } = table;
  const notes = notesOf(table);
  const alignment = columns.map(({ kind }) => (kind === 'text' ? 'l' : 'r')).join('');
  const line = (cells: readonly string[]): string => `    ${protectStart(cells.join(' & '))} \\\\`;
  return [
    '% \\usepackage{booktabs}',
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${escapeLatex(captionText(table))}}`,
    `  \\label{tab:${slug(topic)}-${slug(part)}}`,
    `  \\begin{tabular}{${alignment}}`,
    '    \\toprule',
    line(columns.map(({ title }) => escapeLatex(title))),
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
      ([reason, letter]) => `  \\par{\\footnotesize ${superscript(letter)} ${escapeLatex(reason)}}`,
    ),
    '\\end{table}',
    '',
  ].join('\n');
}

const superscript = (letter: string): string => `\\textsuperscript{${letter}}`;

/** Numbers have a minus, not a hyphen. */
function latexCell(kind: ExportTable['columns'][number]['kind'], text: string): string {
  const escaped = escapeLatex(text);
  return kind === 'text' ? escaped : escaped.replaceAll(/-(?=\d)/gu, '$-$');
}

/** After the end of a line, `[` and `*` would be taken for its arguments. */
function protectStart(line: string): string {
  return line.replace(/^[[*]/u, (sign) => `{${sign}}`);
}

const LATEX_SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

/** Text that LaTeX shows as it stands, on one line. */
function escapeLatex(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\~^<>|&%$#_{}]/gu, (sign) => LATEX_SIGNS[sign] ?? `\\${sign}`);
}
