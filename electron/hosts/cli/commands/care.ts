import { basename, resolve } from 'node:path';
import { backupCasebook, restoreCasebook } from '../../../core/features/casebooks/backup.ts';
import { copyClean } from '../../../core/features/casebooks/cleanCopy.ts';
import { listKeptBackups, restoreInPlace } from '../../../core/features/casebooks/restoring.ts';
import { checkCasebook } from '../../../core/features/casebooks/check.ts';
import { correctNumbers } from '../../../core/records/numberCorrection.ts';
import { everything } from '../../../core/access/viewpoint.ts';
import type { Invocation } from '../invocation.ts';
import { progressOf, statusOption, withCasebook, withPorts } from '../invocation.ts';
import { table } from '../output.ts';

export interface CheckOptions {
  readonly repair: boolean;
}

/** `casebook check` */
export async function checkCommand(
  invocation: Invocation,
  dir: string,
  { repair }: CheckOptions,
): Promise<void> {
  if (repair)
    await withCasebook(dir, 'once', async ({ casebook }) => {
      const { database, folders, ports } = casebook;
      await correctNumbers(database, { file: database.name, backups: folders.backups }, ports);
    });
  const report = await withCasebook(dir, 'read', ({ casebook }) =>
    checkCasebook(casebook, everything, progressOf(invocation), invocation.signal),
  );
  const errors = report.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = report.problems.length - errors;
  invocation.output.result(report, [
    ...report.problems.map(({ severity, where, what }) => `${severity}: ${where}: ${what}`),
    `${report.ok ? 'The casebook has no problems' : 'The casebook has problems'}: ${String(errors)} errors, ${String(warnings)} warnings.`,
  ]);
  if (!report.ok) invocation.foundProblems();
}

export interface HealthOptions {
  readonly status: string;
}

/** `casebook health` */
export async function healthCommand(
  invocation: Invocation,
  dir: string,
  options: HealthOptions,
): Promise<void> {
  const status = statusOption(options.status);
  const report = await withCasebook(dir, 'read', ({ health }) =>
    health.report(status, everything, progressOf(invocation), invocation.signal),
  );
  const lines = report.findings.flatMap((finding) => [
    `${finding.severity}: ${finding.title}`,
    `  ${finding.explanation}`,
    ...(finding.table === null
      ? []
      : table([finding.table.columns, ...finding.table.rows]).map((line) => `    ${line}`)),
    ...finding.groups.map(
      ({ label, items }) => `    ${label}: ${items.map(({ externalId }) => externalId).join(', ')}`,
    ),
    '',
  ]);
  invocation.output.result(report, [
    ...lines,
    `${String(report.findings.length)} findings over ${String(report.items)} items.`,
  ]);
  if (report.findings.some(({ severity }) => severity === 'serious')) invocation.foundProblems();
}

/** `casebook backup` */
export async function backupCommand(
  { output, signal }: Invocation,
  dir: string,
  target: string,
): Promise<void> {
  const made = await withCasebook(dir, 'read', ({ casebook }) =>
    backupCasebook(casebook, resolve(target), signal),
  );
  output.result(made, [`Copied to ${made.path}.`]);
}

export interface RestoreOptions {
  readonly replace: boolean;
}

/** `casebook restore` */
export async function restoreCommand(
  { output, signal }: Invocation,
  backup: string,
  dir: string,
  { replace }: RestoreOptions,
): Promise<void> {
  if (!replace) {
    const path = await restoreCasebook(backup, dir, signal);
    output.result({ path }, [`Restored to ${path}.`]);
    return;
  }
  const path = resolve(dir);
  const kept = await withPorts((ports) => restoreInPlace(path, basename(backup), ports));
  output.result({ path, kept }, [`Restored ${path}.`, `The previous state is in ${kept}.`]);
}

/** `casebook clean` */
export async function cleanCommand({ output }: Invocation, dir: string, copy: string): Promise<void> {
  const path = resolve(copy);
  const removed = await copyClean(dir, path);
  output.result({ path, removed }, [
    `Copied to ${path}.`,
    removed.length === 0 ? 'There was nothing to remove.' : `Removed: ${removed.join(', ')}.`,
  ]);
}

/** `casebook backups` */
export function backupsCommand({ output }: Invocation, dir: string): void {
  const list = listKeptBackups(dir);
  const moment = (at: number | null): string => (at === null ? '–' : new Date(at).toISOString());
  output.result(list, [
    ...table([
      ['backup', 'made', 'bytes', 'check', 'items', 'last change', 'changes lost'],
      ...list.backups.map((each) => [
        each.name,
        moment(each.madeAt),
        String(each.bytes),
        each.check,
        String(each.items ?? '–'),
        moment(each.lastChangeAt),
        String(each.changesLost ?? 'unknown'),
      ]),
    ]),
    ...(list.backups.length === 0
      ? ['This casebook has no backups.']
      : ['Restore one with: casebook restore BACKUP CASEBOOK --replace']),
  ]);
}
