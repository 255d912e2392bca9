import { captionText, cellOf, notesOf, rowCount, type ExportTable } from './exportTable.ts';

/** The table as GitHub's Markdown has them, its caption before it, notes on what is not there behind it. */
export function tableAsMarkdown(table: ExportTable): string {
  const { columns } = table;
  const notes = notesOf(table);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    escapeMarkdown(captionText(table)),
    '',
    line(columns.map(({ title }) => escapeMarkdown(title))),
    line(columns.map(({ kind }) => (kind === 'text' ? '---' : '---:'))),
    ...Array.from({ length: rowCount(columns) }, (_, row) =>
      line(
        columns.map((column) => {
          const { text, note } = cellOf(column, row, notes);
          return `${escapeMarkdown(text)}${note === null ? '' : ` (${note})`}`;
        }),
      ),
    ),
    '',
    ...[...notes].flatMap(([reason, letter]) => [`(${letter}) ${escapeMarkdown(reason)}`, '']),
  ].join('\n');
}

/** Text that Markdown shows as it stands, on one line. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_[\]<>|~&#$]/gu, (sign) => `\\${sign}`);
}
