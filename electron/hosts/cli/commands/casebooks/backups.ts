import { basename, resolve } from 'node:path';
import { backupCasebook, restoreCasebook } from '../../../../core/features/casebooks/backup.ts';
import { copyClean } from '../../../../core/features/casebooks/cleanCopy.ts';
import { listKeptBackups, restoreInPlace } from '../../../../core/features/casebooks/restoring.ts';
import { type Invocation, withCasebook, withPorts } from '../../invocation.ts';
import { table } from '../../output.ts';

/** `casebook backup` */
export async function backUp({ output, signal }: Invocation, dir: string, target: string): Promise<void> {
  const made = await withCasebook(dir, 'read', ({ casebook }) =>
    backupCasebook(casebook, resolve(target), signal),
  );
  output.result(made, [`Copied to ${made.path}.`]);
}

export interface RestoreOptions {
  readonly replace: boolean;
}

/** `casebook restore` */
export async function restore(
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
export async function clean({ output }: Invocation, dir: string, copy: string): Promise<void> {
  const path = resolve(copy);
  const removed = await copyClean(dir, path);
  output.result({ path, removed }, [
    `Copied to ${path}.`,
    removed.length === 0 ? 'There was nothing to remove.' : `Removed: ${removed.join(', ')}.`,
  ]);
}

/** `casebook backups` */
export function listBackups({ output }: Invocation, dir: string): void {
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
