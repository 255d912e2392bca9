import { csvLines } from '../base/csv.ts';
import { type ExportColumn, type ExportTable, rowCount } from './exportTable.ts';

type Value = string | number | null;

interface Plain {
  readonly title: string;
  readonly values: readonly Value[];
}

/**
 * The table for a spreadsheet or a script: every digit, the ends of an interval and the reason for a figure that is
 * not there in columns of their own. What a spreadsheet would take for a formula is marked as text.
 */
export function tableAsCsv(table: ExportTable): string {
  const given = table.everything ?? table.columns;
  const rows = rowCount(given);
  const columns = given.flatMap((column) => plainColumns(column, rows));
  return csvLines([
    columns.map(({ title }) => title),
    ...Array.from({ length: rows }, (_, row) => columns.map(({ values }) => values[row] ?? null)),
  ]);
}

function plainColumns(column: ExportColumn, rows: number): readonly Plain[] {
  const { title } = column;
  const each = <T>(value: (row: number) => T): T[] => Array.from({ length: rows }, (_, row) => value(row));
  switch (column.kind) {
    case 'text':
    case 'count':
      return [{ title, values: column.cells }];
    case 'interval':
      return [
        { title: `${title}, low`, values: each((row) => column.cells[row]?.[0] ?? null) },
        { title: `${title}, high`, values: each((row) => column.cells[row]?.[1] ?? null) },
      ];
    case 'figure': {
      const reasons = each((row) => column.cells[row]?.undefined ?? null);
      return [
        { title, values: each((row) => column.cells[row]?.value ?? null) },
        ...(reasons.every((reason) => reason === null)
          ? []
          : [{ title: `${title}, why there is none`, values: reasons }]),
      ];
    }
  }
}
