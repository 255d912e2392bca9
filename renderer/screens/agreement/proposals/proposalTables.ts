import { formatCount } from '../../../../shared/base/counts.ts';
import type {
  ProposalsCell,
  ProposalsReport,
  VerificationRow,
} from '../../../../shared/contract/proposals.ts';
import { type ExportTable, figureText } from '../../../../shared/figures/exportTable.ts';
import type { NamedFigure } from '../../../ui/figures/plots/intervalPlot.ts';
import {
  figureCell,
  type ShownFigure,
  type TableCell,
  type TableRow,
} from '../../../ui/figures/tables/tableModel.ts';

/** What the rows of a table are: labels of one detector, or detectors. */
export type RowsBy = 'label' | 'detector';

export const COLUMNS = [
  'Items',
  'Proposed',
  'Untouched',
  'Moved',
  'Rejected',
  'IoU of kept',
  'Rejected as 0',
];

const ALL_REJECTED = 'People rejected all of them.';

/** The labels of a detector, or of all of them together. */
export function labelRows({ rows }: ProposalsReport, by: string | null): readonly VerificationRow[] {
  return rows.filter((row) => row.by === by);
}

/** One row a detector; none where there is only one. */
export function detectorRows({ rows }: ProposalsReport): readonly VerificationRow[] {
  return rows.filter(({ by, label }) => by !== null && label === null);
}

/** What a row is called. */
function rowName({ names }: ProposalsReport, { label, by }: VerificationRow, rows: RowsBy): string {
  if (rows === 'detector') return by ?? 'All detectors';
  return label === null ? 'All labels' : (names[label] ?? label);
}

/** Rows for the screen; every figure opens the items behind it. */
export function tableRows(
  report: ProposalsReport,
  shown: readonly VerificationRow[],
  rows: RowsBy,
): TableRow<ProposalsCell>[] {
  return shown.map((row) => {
    const head = rowName(report, row, rows);
    const { label, by } = row;
    const opening = (fate: 'untouched' | 'moved' | 'rejected' | null, title: string) => ({
      opens: { cell: { kind: 'boxes' as const, label, by, fate }, title: `${head}: ${title}` },
    });
    const count = (value: number, ...opened: Parameters<typeof opening>): TableCell<ProposalsCell> => ({
      text: formatCount(value),
      ...(value > 0 && opening(...opened)),
    });
    return {
      key: JSON.stringify([by, label]),
      head,
      cells: [
        count(row.items, null, 'verified'),
        count(row.boxes, null, 'proposed'),
        count(row.untouched, 'untouched', 'left untouched'),
        count(row.moved, 'moved', 'moved'),
        count(row.rejected, 'rejected', 'rejected'),
        figureCell(keptFigure(row), opening(null, 'verified')),
        figureCell(withRejectedFigure(row), opening(null, 'verified')),
      ],
    };
  });
}

/** The figures of a plot: the mean overlap of the boxes that were kept. */
export function plotted(
  report: ProposalsReport,
  shown: readonly VerificationRow[],
  rows: RowsBy,
): readonly NamedFigure[] {
  return shown.map((row) => ({ name: rowName(report, row, rows), figure: keptFigure(row) }));
}

/** The table as it leaves the screen. */
export function exportedTable(
  report: ProposalsReport,
  shown: readonly VerificationRow[],
  rows: RowsBy,
): ExportTable {
  const count = (title: string, of: (row: VerificationRow) => number) => ({
    kind: 'count' as const,
    title,
    cells: shown.map(of),
  });
  const detector = shown[0]?.by ?? null;
  return {
    part: rows === 'detector' ? 'by detector' : `by label${detector === null ? '' : ` ${detector}`}`,
    caption: `Boxes that ${detector ?? 'detectors'} proposed against those that people verified, by ${rows}.`,
    notes: (shows) => [
      `${String(report.verified)} of ${String(report.proposed)} items with proposals are verified.`,
      ...(shows.has('intervals') && report.resamples > 0
        ? [
            `95% intervals: bootstrap over items (Efron 1987; ${String(report.resamples)} resamples, seed ${String(report.seed)}).`,
          ]
        : []),
    ],
    columns: [
      {
        kind: 'text',
        title: rows === 'detector' ? 'Detector' : 'Label',
        cells: shown.map((row) => rowName(report, row, rows)),
      },
      count('Items', ({ items }) => items),
      count('Proposed', ({ boxes }) => boxes),
      count('Untouched', ({ untouched }) => untouched),
      count('Moved', ({ moved }) => moved),
      count('Rejected', ({ rejected }) => rejected),
      { kind: 'figure', title: 'Mean IoU of kept', cells: shown.map(keptFigure) },
      {
        kind: 'interval',
        title: 'Mean IoU of kept, 95% interval',
        cells: shown.map(({ kept }) => kept.interval),
      },
      { kind: 'figure', title: 'Mean IoU, rejected as 0', cells: shown.map(withRejectedFigure) },
      {
        kind: 'interval',
        title: 'Mean IoU, rejected as 0, 95% interval',
        cells: shown.map(({ withRejected }) => withRejected.interval),
      },
    ],
  };
}

/** `4 (10.0 %)` */
export function shareText(part: number, whole: number): string {
  return whole === 0
    ? formatCount(part)
    : `${formatCount(part)} (${figureText(part / whole, { factor: 100, digits: 1 })} %)`;
}

const keptFigure = ({ kept }: VerificationRow): ShownFigure => ({
  value: kept.value,
  undefined: kept.value === null ? ALL_REJECTED : null,
  ci95: null,
  ci95_bootstrap: kept.interval,
});

const withRejectedFigure = ({ withRejected }: VerificationRow): ShownFigure => ({
  value: withRejected.value,
  undefined: null,
  ci95: null,
  ci95_bootstrap: withRejected.interval,
});
