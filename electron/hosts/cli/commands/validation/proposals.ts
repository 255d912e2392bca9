import { decimalText } from '../../../../../shared/base/decimals.ts';
import type { ProposalsReport, VerificationRow } from '../../../../../shared/contract/proposals.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { csvLine } from '../../../../../shared/base/csv.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { resamplesOption, seedOption, WrongUsage } from '../../usage.ts';

export interface ProposalsOptions {
  readonly bootstrap: string;
  readonly seed: string;
  readonly csv: boolean;
  readonly json?: boolean;
}

/** `casebook proposals` */
export async function compareProposals(
  invocation: Invocation,
  dir: string,
  options: ProposalsOptions,
): Promise<void> {
  if (options.csv && options.json === true) throw new WrongUsage('--csv and --json exclude each other.');
  const request = {
    filter: {},
    bootstrap: resamplesOption(options.bootstrap),
    seed: seedOption(options.seed),
  };
  const report = await withCasebook(dir, 'read', ({ proposals }) =>
    proposals.report(request, everything, progressOf(invocation), invocation.signal),
  );
  invocation.output.result(report, options.csv ? csvOf(report) : linesOf(report));
}

const three = (value: number): string => decimalText(value, 3);

function meanText({ value, interval }: VerificationRow['kept']): string {
  if (value === null) return '-';
  return interval === null ? three(value) : `${three(value)} (${interval.map(three).join(' to ')})`;
}

function linesOf({ proposed, verified, detectors, rows, compared }: ProposalsReport): string[] {
  const hasSeveral = detectors.length > 1;
  const [all] = rows;
  return [
    `${String(verified)} of ${String(proposed)} items with proposed boxes are verified${share(verified, proposed)}.`,
    ...(all === undefined ? [] : [`Rejected: ${String(all.rejected)} of ${String(all.boxes)} boxes.`]),
    ...(rows.length === 0
      ? []
      : table([
          [
            ...(hasSeveral ? ['detector'] : []),
            'label',
            'items',
            'boxes',
            'untouched',
            'moved',
            'rejected',
            'mean IoU of kept (95 %)',
            'rejected as 0 (95 %)',
          ],
          ...rows.map((row) => [
            ...(hasSeveral ? [row.by ?? 'all'] : []),
            row.label ?? 'all',
            row.items,
            row.boxes,
            row.untouched,
            row.moved,
            row.rejected,
            meanText(row.kept),
            meanText(row.withRejected),
          ]),
        ])),
    ...(compared.begun === 0
      ? []
      : [
          `${String(compared.begun)} of the ${String(compared.answers)} answers that agreement compares began from proposals.`,
        ]),
  ];
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : ` (${decimalText(part / whole, 1, 100)} %)`;

function csvOf({ rows }: ProposalsReport): string[] {
  return [
    [
      'detector',
      'label',
      'items',
      'boxes',
      'untouched',
      'moved',
      'rejected',
      'mean_iou_kept',
      'kept_low',
      'kept_high',
      'mean_iou_with_rejected',
      'with_rejected_low',
      'with_rejected_high',
    ],
    ...rows.map((row) => [
      row.by ?? 'all',
      row.label ?? 'all',
      row.items,
      row.boxes,
      row.untouched,
      row.moved,
      row.rejected,
      ...[row.kept, row.withRejected].flatMap(({ value, interval }) => [
        value ?? '',
        ...(interval ?? ['', '']),
      ]),
    ]),
  ].map((row) => csvLine(row).replace(/\r?\n$/u, ''));
}
