import { decimalText } from '../../../../shared/base/decimals.ts';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { Consistency } from '../../../../shared/contract/validation.ts';
import {
  type ExportColumn,
  type ExportTable,
  intervalText,
  type Print,
} from '../../../../shared/figures/exportTable.ts';
import { figureCell, missingCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';

/** A field's figures, under the name it has in its table. */
export interface ConsistencyLine {
  readonly key: string;
  readonly head: string;
  readonly field: Consistency;
}

/** What is compared with each other: answers to an item, or two answers of one person. */
export type ConsistencyUnit = 'Items' | 'Pairs';

/** The columns of {@link consistencyRows}. */
export const consistencyColumns = (compared: ConsistencyUnit): readonly string[] => [
  compared,
  'Same',
  'Coefficient',
  'Value',
];

const PERCENT: Print = { factor: 100, digits: 1 };

/**
 * A field a row, with why there is no figure, or no interval, where there is none.
 */
export function consistencyRows(lines: readonly ConsistencyLine[]): TableRow[] {
  return lines.map(({ key, head, field }) => {
    const { items, agreement, agreementInterval, coefficient, value, interval, noInterval, why } = field;
    return {
      key,
      head,
      cells: [
        { text: formatCount(items) },
        agreement === null
          ? missingCell(why ?? 'There are no items to compare.')
          : {
              text: `${decimalText(agreement, 1, 100)}%`,
              main: true,
              ...(agreementInterval !== null && { detail: intervalText(agreementInterval, PERCENT) }),
            },
        { text: coefficient },
        figureCell({ value, undefined: why, ci95: interval, no_interval: noInterval }, { main: true }),
      ],
    };
  });
}

/** The same as it leaves the screen. */
export function consistencyTable(
  lines: readonly ConsistencyLine[],
  {
    part,
    corner,
    caption,
    compared,
  }: {
    readonly part: string;
    readonly corner: string;
    readonly caption: string;
    readonly compared: ConsistencyUnit;
  },
): ExportTable {
  const count: ExportColumn = {
    kind: 'count',
    title: compared,
    cells: lines.map(({ field }) => field.items),
  };
  const head: ExportColumn = { kind: 'text', title: corner, cells: lines.map(({ head }) => head) };
  const same: ExportColumn = {
    kind: 'figure',
    title: 'Same, %',
    cells: lines.map(({ field }) => ({ value: field.agreement, undefined: field.why })),
    print: PERCENT,
  };
  const value: readonly ExportColumn[] = [
    { kind: 'text', title: 'Coefficient', cells: lines.map(({ field }) => field.coefficient) },
    {
      kind: 'figure',
      title: 'Value',
      cells: lines.map(({ field }) => ({ value: field.value, undefined: field.why })),
    },
    { kind: 'interval', title: '95% interval', cells: lines.map(({ field }) => field.interval) },
  ];
  return {
    part,
    caption,
    columns: [head, count, same, ...value],
    everything: [
      head,
      count,
      same,
      {
        kind: 'interval',
        title: 'Same, 95% interval',
        cells: lines.map(({ field }) => field.agreementInterval),
        print: PERCENT,
      },
      ...value,
      {
        kind: 'interval',
        title: 'Bootstrap 95% interval',
        cells: lines.map(({ field }) => field.bootstrapInterval),
      },
    ],
  };
}
