import type { AgreementReport } from '../../../../shared/contract/agreement.ts';
import type { ExportColumn } from '../../../ui/figures/export/exportTable.ts';
import { titleOfCoefficient } from './reportContext.ts';

/** A coefficient of every row with its standard error and intervals, as columns for export. */
export function coefficientColumns(
  names: readonly string[],
  rows: readonly AgreementReport['coefficients'][],
): readonly ExportColumn[] {
  return names.flatMap((name): ExportColumn[] => {
    const title = titleOfCoefficient(name);
    const cells = rows.map((row) => row[name] ?? null);
    const intervals: ExportColumn[] = [
      {
        kind: 'interval',
        title: `${title}, 95% interval`,
        cells: cells.map((cell) => cell?.ci95 ?? null),
      },
      {
        kind: 'interval',
        title: `${title}, bootstrap 95% interval`,
        cells: cells.map((cell) => cell?.ci95_bootstrap ?? null),
      },
    ];
    return [
      { kind: 'figure', title, cells },
      ...intervals.filter((column) => column.cells.some((cell) => cell !== null)),
    ];
  });
}
