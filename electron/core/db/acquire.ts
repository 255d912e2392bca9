import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CasebookError } from '../../../shared/base/errors.ts';
import { listBackups } from './backup.ts';
import { type CasebookDatabase, openDatabase } from './database.ts';
import { type Lock, takeLock } from './lock.ts';
import { asCasebookError, damagedError } from '../base/errors.ts';
import type { CorePorts } from '../base/ports.ts';

/** The file in a casebook's folder that makes it one. */
export const DATABASE = 'casebook.sqlite';
/** The file beside it that says who writes. */
export const LOCK = 'casebook.lock';

/** Why a casebook can only be read. */
export type ReadOnlyReason = 'in_use' | 'read_only' | 'disk_full' | 'damaged';

/** How a casebook is opened: with the lock, or only for reading and why. */
export type OpenAccess =
  | {
      readonly lock: Lock;
      /** Whether the program that had it before was killed. */
      readonly takenOver: boolean;
      readonly refusal?: never;
      readonly readOnly?: never;
    }
  | ReadOnlyAccess;

/** Only for reading, and why. */
export interface ReadOnlyAccess {
  readonly lock?: never;
  readonly takenOver?: never;
  readonly refusal: ReadOnlyReason;
  readonly readOnly: string;
}

/**
 * Takes the lock of a casebook, or says why it can only be read. `look` sees the database first, after SQLite has
 * rolled back what a killed program left; if it throws, the casebook is not opened.
 */
export async function acquire(
  folder: string,
  ports: CorePorts,
  look: (database: CasebookDatabase) => void,
): Promise<OpenAccess> {
  const file = join(folder, DATABASE);
  try {
    for (const path of [folder, file]) accessSync(path, constants.W_OK);
    const attempt = await takeLock(join(folder, LOCK), {
      ...ports,
      token: ports.newId(),
      alone: (work) => whileNobodyWrites(file, look, work),
    });
    return attempt.held
      ? { lock: attempt.lock, takenOver: attempt.takenOver }
      : { refusal: 'in_use', readOnly: `In use by ${attempt.by}.` };
  } catch (error) {
    const { code } = asCasebookError(error);
    if (code === 'disk_full') return { refusal: code, readOnly: 'The disk is full.' };
    if (code !== 'not_writable') throw error;
    return {
      refusal: 'read_only',
      readOnly: 'The folder cannot be written to (a read-only disk, or missing permissions).',
    };
  }
}

function whileNobodyWrites<T>(file: string, look: (database: CasebookDatabase) => void, work: () => T): T {
  const database = openDatabase(file, 'once');
  try {
    look(database);
    return database.transaction(work).immediate();
  } finally {
    database.close();
  }
}

/**
 * Takes the lock of a casebook to put another database into it, whatever has become of the one that is there. Throws
 * `in_use` where somebody has it.
 */
export async function acquireForRestoring(folder: string, ports: CorePorts): Promise<Lock> {
  const attempt = await takeLock(join(folder, LOCK), {
    ...ports,
    token: ports.newId(),
    alone(work) {
      try {
        return whileNobodyWrites(join(folder, DATABASE), () => undefined, work);
      } catch (error) {
        // Nobody writes to what cannot be read.
        if (!['damaged', 'missing', 'not_a_casebook'].includes(asCasebookError(error).code)) throw error;
        return work();
      }
    },
  });
  if (attempt.held) return attempt.lock;
  throw new CasebookError(
    'in_use',
    `The backup was not restored: the casebook is in use by ${attempt.by}.`,
    'Nothing was changed. Close it there, then try again.',
  );
}

/** Throws `missing`, `not_a_casebook`, `not_readable` or `damaged` where there is no casebook to be read at a path. */
export function assertThere(folder: string): void {
  const file = join(folder, DATABASE);
  if (!existsSync(folder)) {
    throw new CasebookError(
      'missing',
      `There is nothing at ${folder}.`,
      'Check the path; a casebook is a folder whose name ends in .casebook.',
    );
  }
  try {
    accessSync(folder, statSync(folder).isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    if (existsSync(file)) return accessSync(file, constants.R_OK);
  } catch (error) {
    throw new CasebookError(
      'not_readable',
      `No permission to read ${folder}.`,
      'Nothing was changed. Ask its owner for permission to read it.',
      { cause: error },
    );
  }
  if (listBackups(join(folder, 'backups')).length > 0) throw damagedError('is missing');
  throw new CasebookError(
    'not_a_casebook',
    `${folder} is not a casebook: it has no ${DATABASE}.`,
    'Choose a casebook’s own folder, or create a new casebook.',
  );
}
