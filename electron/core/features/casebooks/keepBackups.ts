import { statSync } from 'node:fs';
import { join } from 'node:path';
import { asCasebookError } from '../../base/errors.ts';
import type { Compute } from '../../base/compute.ts';
import { DATABASE } from '../../db/acquire.ts';
import { rotateBackup } from '../../db/backup.ts';
import { type BackupReason, isBackupDue } from '../../db/backupRule.ts';
import { newestReach, reachOf } from '../../db/reach.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type * as jobs from './backupWorker.ts';

const LOOK_EVERY_MS = 10 * 60 * 1000;
/** Copying and checking these takes a quarter of a second; larger casebooks have the backup of some minutes ago. */
const SOON_COPIED = 32 * 1024 ** 2;

type Copy = (...wanted: Parameters<typeof rotateBackup>) => Promise<unknown>;

/** Backups that a casebook makes of itself besides the daily one. What fails goes to the log: nobody's work waits for it. */
export class BackupKeeper {
  readonly #casebook: Casebook;
  readonly #compute: Compute<typeof jobs>;
  readonly #file;
  #timer: NodeJS.Timeout | null = null;
  #underWay: Promise<void>;

  constructor(casebook: Casebook, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    this.#compute = compute;
    this.#file = join(casebook.path, DATABASE);
    this.#underWay = Promise.resolve();
  }

  /** After an import: makes one where more changed than is to be lost, beside everything else. */
  imported(): Promise<void> {
    return this.#inTurn(() => keepWhereDue(this.#casebook, 'import', this.#beside));
  }

  /** The same every few minutes, from now on until it is closed. */
  start(): void {
    this.#timer ??= setInterval(
      () => void this.#inTurn(() => keepWhereDue(this.#casebook, 'work', this.#beside)),
      LOOK_EVERY_MS,
    ).unref();
  }

  /** Before the casebook is closed: makes one if that takes no longer than people notice. */
  async finish(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#inTurn(async () => {
      const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
      if (size <= SOON_COPIED) await keepWhereDue(this.#casebook, 'work', rotateBackup);
    });
  }

  readonly #beside: Copy = (from, folder, reason, now) =>
    this.#compute.run('rotatedBackup', { file: from, folder, reason, now });

  /** One after the other: two at once would both find that one is due. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#underWay = this.#underWay.then(work));
  }
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
