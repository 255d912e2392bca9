import { cellText, rowCount, type ExportTable } from './exportTable.ts';

/** The table as GitHub's Markdown has them, its caption before it. */
export function tableAsMarkdown(table: ExportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    escapeMarkdown(table.caption),
    '',
    line(table.columns.map(({ title }) => escapeMarkdown(title))),
    line(table.columns.map(({ kind }) => (kind === 'text' ? '---' : '---:'))),
    ...Array.from({ length: rowCount(table) }, (_, row) =>
      line(table.columns.map((column) => escapeMarkdown(cellText(column, row)))),
    ),
    '',
  ].join('\n');
}

/** Text that Markdown shows as it stands, on one line. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_[\]<>|~&#$]/gu, (sign) => `\\${sign}`);
}
