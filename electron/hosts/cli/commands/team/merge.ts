import { resolve } from 'node:path';
import type { MergeReport } from '../../../../../shared/contract/merging.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { shortened } from '../../output.ts';
import { figures } from './conflicts.ts';

export interface MergeOptions {
  readonly dryRun: boolean;
  readonly includeLate: boolean;
  readonly yes: boolean;
}

/** `casebook merge`: without `--yes` it lists what a casebook of unknown origin brings, and merges the others. */
export async function merge(
  invocation: Invocation,
  dir: string,
  sources: readonly string[],
  options: MergeOptions,
): Promise<void> {
  const report = await withCasebook(dir, options.dryRun ? 'read' : 'once', ({ merging }) =>
    merging.merge(
      sources.map((source) => resolve(source)),
      { dryRun: options.dryRun, includeLate: options.includeLate, agreed: options.yes, by: null },
      { progress: progressOf(invocation), signal: invocation.signal },
    ),
  );
  const document = {
    ...report,
    conflicts: report.conflicts.map(figures),
    dry_run: options.dryRun,
  };
  invocation.output.result(document, [
    ...report.sources.flatMap((source) => linesOf(source, options.dryRun)),
    ...shortened(
      report.conflicts.map(({ item, summary }) => `conflict${item === null ? '' : ` ${item}`}: ${summary}`),
    ),
    ...(report.conflicts.length > 0 && !options.dryRun
      ? ['casebook conflicts shows and resolves the differences.']
      : []),
    ...(options.dryRun ? ['A dry run: nothing was changed.'] : []),
  ]);
  if (report.conflicts.length > 0 || report.sources.some(({ refused }) => refused !== null))
    invocation.foundProblems();
}

const NOUNS: Readonly<Record<string, string>> = {
  people: 'person',
  items: 'item',
  images: 'image',
  assignments: 'assignment',
  annotations: 'annotation',
  adjudications: 'adjudication',
  guidelines: 'guideline',
  responses: 'baseline answer',
  judgments: 'verdict',
};

function linesOf(
  { source, refused, late, taken, known, conflicts, left, brings = [] }: MergeReport['sources'][number],
  isDryRun: boolean,
): string[] {
  if (late === true) return [`kept apart ${source}: ${refused ?? ''} Include it with --include-late.`];
  if (refused !== null && brings.length > 0)
    return [
      `not merged ${source}: ${refused}`,
      ...brings.map((line) => `would bring ${line}`),
      'Nothing of it was merged. Add --yes to merge it.',
    ];
  if (refused !== null) return [`refused ${source}: ${refused}`];
  const counts = (of: typeof taken): string =>
    Object.entries(of)
      .flatMap(([many, count]) =>
        count > 0 ? [`${String(count)} ${count === 1 ? (NOUNS[many] ?? many) : many}`] : [],
      )
      .join(', ') || 'nothing';
  return [
    `${source}: new ${counts(taken)}; merged before ${counts(known)}; ${String(conflicts)} in conflict.`,
    ...brings.map((line) => `brings ${line}`),
    ...(isDryRun && brings.length > 0
      ? [
          'Casebook cannot tell whose casebook this is. Merge it with --yes, only if a curator of this team made it.',
        ]
      : []),
    ...shortened(left.map(({ item, reason }) => `left out ${item}: ${reason}`)),
  ];
}
