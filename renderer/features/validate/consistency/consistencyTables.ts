import type { Consistency } from '../../../../shared/contract/validation.ts';
import type { ExportTable } from '../../../figures/export/exportTable.ts';
import { figureCell, missingCell, type TableRow } from '../../../figures/tables/tableModel.ts';
import { formatCount } from '../../../ui/format.ts';

/** A field's figures, under the name it has in its table. */
export interface ConsistencyLine {
  readonly key: string;
  readonly head: string;
  readonly field: Consistency;
}

/** The columns of {@link consistencyRows}. */
export const consistencyColumns: readonly string[] = ['Items', 'Same', 'Coefficient', 'Value'];

/** A field a row, with why there is no figure where there is none. */
export function consistencyRows(lines: readonly ConsistencyLine[]): TableRow[] {
  return lines.map(({ key, head, field }) => {
    const { items, agreement, coefficient, value, interval, why } = field;
    return {
      key,
      head,
      cells: [
        { text: formatCount(items) },
        agreement === null
          ? missingCell(why ?? 'There are no items to compare.')
          : { text: `${(100 * agreement).toFixed(1)}%`, main: true },
        { text: coefficient },
        figureCell({ value, undefined: why, ci95: null, ci95_bootstrap: interval }, { main: true }),
      ],
    };
  });
}

/** The same as it leaves the screen. */
export function consistencyTable(
  lines: readonly ConsistencyLine[],
  { part, corner, caption }: { readonly part: string; readonly corner: string; readonly caption: string },
): ExportTable {
  return {
    part,
    caption,
    columns: [
      { kind: 'text', title: corner, cells: lines.map(({ head }) => head) },
      { kind: 'count', title: 'Items', cells: lines.map(({ field }) => field.items) },
      {
        kind: 'figure',
        title: 'Same, %',
        cells: lines.map(({ field }) => ({ value: field.agreement, undefined: field.why })),
        print: { factor: 100, digits: 1 },
      },
      { kind: 'text', title: 'Coefficient', cells: lines.map(({ field }) => field.coefficient) },
      {
        kind: 'figure',
        title: 'Value',
        cells: lines.map(({ field }) => ({ value: field.value, undefined: field.why })),
      },
      { kind: 'interval', title: '95% interval', cells: lines.map(({ field }) => field.interval) },
    ],
  };
}
