import { statSync } from 'node:fs';
import { join } from 'node:path';
import { asCasebookError } from '../../base/errors.ts';
import type { Compute } from '../../base/compute.ts';
import { DATABASE } from '../../db/acquire.ts';
import { rotateBackup } from '../../db/backup.ts';
import type { BackupReason } from '../../db/backupRule.ts';
import { isBackupDue } from '../../db/backupRule.ts';
import { newestReach, reachOf } from '../../db/reach.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type * as jobs from './backupWorker.ts';

/** Backups that a casebook makes of itself besides the daily one. What fails goes to the log: nobody's work waits for it. */
export interface BackupKeeping {
  /** After an import: makes one where more changed than is to be lost, beside everything else. */
  imported(): Promise<void>;
  /** The same every few minutes, from now on until it is closed. */
  start(): void;
  /** Before the casebook is closed: makes one if that takes no longer than people notice. */
  finish(): Promise<void>;
}

const LOOK_EVERY_MS = 10 * 60 * 1000;
/** Copying and checking these takes a quarter of a second; larger casebooks have the backup of some minutes ago. */
const SOON_COPIED = 32 * 1024 ** 2;

type Copy = (...wanted: Parameters<typeof rotateBackup>) => Promise<unknown>;

/** For an open casebook. */
export function createBackupKeeping(casebook: Casebook, compute: Compute<typeof jobs>): BackupKeeping {
  const file = join(casebook.path, DATABASE);
  const beside: Copy = (from, folder, reason, now) =>
    compute.run('rotatedBackup', { file: from, folder, reason, now });
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<void> = Promise.resolve();
  /** One after the other: two at once would both find that one is due. */
  const inTurn = (work: () => Promise<void>): Promise<void> => (underWay = underWay.then(work));
  return {
    imported: () => inTurn(() => keepWhereDue(casebook, 'import', beside)),
    start() {
      timer ??= setInterval(
        () => void inTurn(() => keepWhereDue(casebook, 'work', beside)),
        LOOK_EVERY_MS,
      ).unref();
    },
    async finish() {
      if (timer !== null) clearInterval(timer);
      await inTurn(async () => {
        const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
        if (size <= SOON_COPIED) await keepWhereDue(casebook, 'work', rotateBackup);
      });
    },
  };
}

/** Makes a backup where more changed than is to be lost. Failures go to the log. */
export async function keepWhereDue(
  { path, folders, ports, database, readOnly }: Casebook,
  reason: BackupReason,
  copy: Copy = rotateBackup,
): Promise<void> {
  if (readOnly !== null) return;
  try {
    const newest = newestReach(folders.backups, database);
    if (!isBackupDue(newest?.reach ?? null, reachOf(database), newest?.isContinued ?? false)) return;
    await copy(join(path, DATABASE), folders.backups, reason, ports.now());
  } catch (error) {
    const { code, message } = asCasebookError(error);
    if (code === 'cancelled') return;
    ports.logger.error('A backup failed.', { reason: message });
    if (code === 'damaged') ports.metDamage?.();
  }
}
