import type { Coefficient } from '../../../../shared/contract/agreement.ts';

/** A figure, or in words why there is none. */
export type ExportFigure = Pick<Coefficient, 'value' | 'undefined'>;
export type ExportInterval = readonly [low: number, high: number];

/** A column with what each row has in it; `null`: nothing. */
export type ExportColumn =
  | { readonly kind: 'text'; readonly title: string; readonly cells: readonly (string | null)[] }
  | { readonly kind: 'count'; readonly title: string; readonly cells: readonly (number | null)[] }
  | { readonly kind: 'figure'; readonly title: string; readonly cells: readonly (ExportFigure | null)[] }
  | { readonly kind: 'interval'; readonly title: string; readonly cells: readonly (ExportInterval | null)[] };

/** A table as it leaves the screen: for a spreadsheet or a script with every digit, for a text with three. */
export interface ExportTable {
  /** A sentence that says what it shows and on what it rests. */
  readonly caption: string;
  /** Part of the file's name: `coefficients`. */
  readonly part: string;
  readonly columns: readonly ExportColumn[];
}

/** How many rows the table has. */
export function rowCount(table: ExportTable): number {
  return Math.max(0, ...table.columns.map(({ cells }) => cells.length));
}

/** A figure as people read it: three digits after the point. */
export function figureText(value: number): string {
  // Minus nought is nought.
  return (Math.round(value * 1000) / 1000 + 0).toFixed(3);
}

/** An interval as people read it. */
export function intervalText([low, high]: ExportInterval): string {
  return `[${figureText(low)}, ${figureText(high)}]`;
}

/** A cell as a text shows it; empty where there is nothing. */
export function cellText(column: ExportColumn, row: number): string {
  switch (column.kind) {
    case 'text':
      return column.cells[row] ?? '';
    case 'count': {
      const count = column.cells[row];
      return count === null || count === undefined ? '' : String(count);
    }
    case 'figure': {
      const figure = column.cells[row];
      if (figure === null || figure === undefined) return '';
      return figure.value === null ? (figure.undefined ?? '') : figureText(figure.value);
    }
    case 'interval': {
      const interval = column.cells[row];
      return interval === null || interval === undefined ? '' : intervalText(interval);
    }
  }
}
