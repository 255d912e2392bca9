import { slug } from './fileName.ts';
import { cellText, rowCount, type ExportTable } from './exportTable.ts';

/** The table for LaTeX with the package booktabs. */
export function tableAsLatex(table: ExportTable): string {
  const alignment = table.columns.map(({ kind }) => (kind === 'text' ? 'l' : 'r')).join('');
  const line = (cells: readonly string[]): string => `    ${protectStart(cells.join(' & '))} \\\\`;
  return [
    '% \\usepackage{booktabs}',
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${escapeLatex(table.caption)}}`,
    `  \\label{tab:agreement-${slug(table.part)}}`,
    `  \\begin{tabular}{${alignment}}`,
    '    \\toprule',
    line(table.columns.map(({ title }) => escapeLatex(title))),
    '    \\midrule',
    ...Array.from({ length: rowCount(table) }, (_, row) =>
      line(table.columns.map((column) => latexCell(column.kind, cellText(column, row)))),
    ),
    '    \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

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
