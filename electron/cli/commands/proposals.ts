import { observatory } from '../../../shared/benchmarks/observatory/index.ts';
import {
  verificationReport,
  type VerificationReport,
} from '../../../shared/benchmarks/observatory/verification.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import { createGoldReader } from '../../core/features/items/gold.ts';
import { selectItems } from '../../core/features/transfer/exportItems.ts';
import { csvLine } from '../../core/formats/csvCells.ts';
import type { Services } from '../../core/services.ts';
import type { Invocation } from '../invocation.ts';
import { withCasebook } from '../invocation.ts';
import { table } from '../output.ts';
import { WrongUsage, numberOption } from '../usage.ts';

export interface ProposalsOptions {
  readonly bootstrap: string;
  readonly seed: string;
  readonly csv: boolean;
  readonly json?: boolean;
}

const MOST_RESAMPLES = 10_000;
const LARGEST_SEED = 0xffff_ffff;

/** `casebook proposals` */
export async function proposalsCommand(
  { output }: Invocation,
  dir: string,
  options: ProposalsOptions,
): Promise<void> {
  if (options.csv && options.json === true) throw new WrongUsage('--csv and --json exclude each other.');
  const sampling = {
    resamples: numberOption('--bootstrap', options.bootstrap, MOST_RESAMPLES),
    seed: numberOption('--seed', options.seed, LARGEST_SEED),
  };
  const report = await withCasebook(dir, 'read', (open) =>
    Promise.resolve(verificationReport(goldOf(open), sampling)),
  );
  output.result({ ...report, ...sampling }, options.csv ? csvOf(report) : linesOf(report));
}

/** What counts as right for each item, one at a time. */
function* goldOf({ casebook }: Services) {
  if (casebook.benchmark.id !== observatory.id) {
    throw new CasebookError(
      'invalid_input',
      `Boxes are proposed by detectors for ${observatory.title}; this casebook is for ${casebook.benchmark.title}.`,
    );
  }
  const gold = createGoldReader(casebook);
  for (const id of selectItems(casebook, { status: null, split: undefined })) {
    const item = gold.read(id);
    if (item !== undefined && item.status !== 'rejected') yield item;
  }
}

const three = (value: number): string => value.toFixed(3);

function linesOf({ proposed, verified, rows }: VerificationReport): string[] {
  return [
    `${String(verified)} of ${String(proposed)} items with proposed boxes are verified.`,
    ...(rows.length === 0
      ? []
      : table([
          ['label', 'items', 'boxes', 'mean IoU', '95 % interval', 'untouched'],
          ...rows.map((row) => [
            row.label ?? 'all',
            row.items,
            row.boxes,
            three(row.meanIntersectionOverUnion),
            row.interval === null ? '-' : row.interval.map(three).join(' to '),
            row.untouched,
          ]),
        ])),
  ];
}

function csvOf({ rows }: VerificationReport): string[] {
  return [
    ['label', 'items', 'boxes', 'mean_iou', 'low', 'high', 'untouched'],
    ...rows.map((row) => [
      row.label ?? 'all',
      row.items,
      row.boxes,
      row.meanIntersectionOverUnion,
      ...(row.interval ?? ['', '']),
      row.untouched,
    ]),
  ].map((row) => csvLine(row).replace(/\r?\n$/u, ''));
}
