import type { ExportTable } from './exportTable.ts';
import { type LaidColumn, layOutTable, type TableLook, USUAL_LOOK } from './tableLook.ts';

/** The table as GitHub's Markdown has them, its caption before it, notes behind it. */
export function tableAsMarkdown(table: ExportTable, look: TableLook = USUAL_LOOK): string {
  const { caption, keys, columns, rows, notes } = layOutTable(table, look);
  const all = [...keys, ...columns];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    escapeMarkdown(caption),
    '',
    line(all.map(({ above, title }) => escapeMarkdown(above === null ? title : `${above} ${title}`))),
    line(all.map(({ isText }) => (isText ? '---' : '---:'))),
    ...Array.from({ length: rows }, (_, row) => line(all.map((column) => cellText(column, row)))),
    '',
    ...notes.flatMap(({ letter, text }) => [
      `${letter === null ? '' : `(${letter}) `}${escapeMarkdown(text)}`,
      '',
    ]),
  ].join('\n');
}

function cellText({ cells }: LaidColumn, row: number): string {
  const cell = cells[row];
  if (cell === undefined) return '';
  const { text, below, letter } = cell;
  const counts = below.map((each) => (each.startsWith('[') ? each : `(${each})`));
  return `${escapeMarkdown([text, ...counts].join(' '))}${letter === null ? '' : ` (${letter})`}`;
}

/** Text that Markdown shows as it stands, on one line. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_[\]<>|~&#$]/gu, (sign) => `\\${sign}`);
}
