import { resolve } from 'node:path';
import {
  disputedInWords,
  exportInWords,
  hasProblems,
  leftOutLines,
  lostLines,
} from '../../../../../shared/domain/leftOut.ts';
import { type Invocation, progressOf, statusOption, withCasebook } from '../../invocation.ts';
import { shortened } from '../../output.ts';
import { listed } from '../../usage.ts';
import { assertFormat } from './formatOption.ts';

export interface ExportOptions {
  readonly format: string;
  readonly status?: string;
  readonly split?: string;
  readonly images: 'copy' | 'link' | 'none';
  readonly names: boolean;
  readonly times: boolean;
  readonly inner: boolean;
  readonly plain: boolean;
  readonly strict: boolean;
  readonly force: boolean;
  readonly allowFewer: boolean;
  readonly dryRun: boolean;
  readonly respondents?: string;
}

/** `casebook export` */
export async function exportCasebook(
  invocation: Invocation,
  dir: string,
  target: string,
  options: ExportOptions,
): Promise<void> {
  assertFormat(options.format, 'writes');
  const { output, signal } = invocation;
  const { format, split, images, names, times, inner, plain, strict, force, allowFewer, dryRun } = options;
  const status = options.status === undefined ? undefined : statusOption(options.status);
  const respondents = options.respondents === undefined ? undefined : listed(options.respondents);
  // Only the numbers of items that never had one have to be written down; everything else is reading.
  const report = await withCasebook(dir, 'either', ({ casebook, importExport }) => {
    if (casebook.readOnly !== null)
      output.message(
        casebook.refusal === 'in_use'
          ? `${casebook.readOnly} That program records this export in the history.`
          : `${casebook.readOnly} The history does not record this export.`,
      );
    const request = {
      target: resolve(target),
      format,
      status,
      split,
      images,
      names,
      times,
      inner,
      plain,
      strict,
      force,
      allowFewer,
      dryRun,
      respondents,
    };
    return importExport.export(request, null, { progress: progressOf(invocation), signal });
  });
  const isKept = !report.written && !dryRun;
  output.result(report, [
    ...leftOutLines(report.left_out).map((line) => `left out ${line}`),
    ...report.warnings.map((line) => `warning: ${line}`),
    ...lostLines(report.not_carried).map((line) => `not carried over: ${line}`),
    ...shortened(report.disputed.map(({ item, fields }) => `disputed ${item}: ${fields.join(', ')}`)),
    ...(report.disputed.length === 0 ? [] : [disputedInWords(report.disputed.length)]),
    ...exportInWords(report, resolve(target)),
    ...(report.written && report.pseudonyms.length > 0 && report.files.some(namesRaters)
      ? [
          'People have pseudonyms in it; the casebook’s history keeps who is who. Add --names for their handles.',
        ]
      : []),
    ...(isKept ? ['To replace it anyway, add --allow-fewer.'] : []),
  ]);
  if (isKept || hasProblems(report)) invocation.foundProblems();
}

/** Files that say who said what. */
const namesRaters = (path: string): boolean => path === 'labels.csv' || path.startsWith('rater-');
