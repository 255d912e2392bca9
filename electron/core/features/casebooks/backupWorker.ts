import { rotateBackup } from '../../db/backup.ts';
import type { BackupReason } from '../../db/backupRule.ts';
import { threadTask } from '../../base/threadTask.ts';

export interface BackupTask {
  readonly file: string;
  readonly folder: string;
  readonly reason: BackupReason;
  readonly now: number;
}

/** Runs in a thread of its own: checking a copy of 100,000 items takes a second in which the windows want answers. */
export const rotatedBackup = threadTask(({ file, folder, reason, now }: BackupTask) =>
  rotateBackup(file, folder, reason, now),
);
