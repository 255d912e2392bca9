import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { BackupList, KeptBackup } from '../../../../shared/contract/casebooks.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { DATABASE, acquireForRestoring } from '../../db/acquire.ts';
import { copyDatabase, listBackups } from '../../db/backup.ts';
import { clearDamage, damageOf } from '../../db/damage.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { asCasebookError } from '../../base/errors.ts';
import { flushToDisk } from '../../files/durable.ts';
import type { CorePorts } from '../../base/ports.ts';

/** Larger ones are not looked through while somebody waits for the list: they were when they were made. */
const LOOKED_THROUGH = 64 * 1024 ** 2;
/** Half a restored casebook is none. */
const never = new AbortController().signal;
/** What SQLite keeps beside a database. */
const BESIDE = ['-wal', '-journal', '-shm'];

/** How far a database had come: the last entry of its log. */
interface Reach {
  readonly sequence: number;
  readonly at: number | null;
  readonly items: number;
}

/** The backups that a casebook keeps of itself, newest first, each with what would be lost with it. */
export function listKeptBackups(path: string): BackupList {
  const folder = resolve(path);
  const now = readable(join(folder, DATABASE), (database) => ({
    reach: reachOf(database),
    after: database.prepare<[number], number>('SELECT count(*) FROM event WHERE sequence > ?').pluck(),
  }));
  try {
    return {
      path: folder,
      lastChangeAt: now?.value.reach.at ?? null,
      items: now?.value.reach.items ?? null,
      backups: listBackups(join(folder, 'backups')).map((name): KeptBackup => {
        const file = join(folder, 'backups', name);
        const { size, mtimeMs } = statSync(file);
        const copy = readable(file, (database) => ({
          reach: reachOf(database),
          damage: size > LOOKED_THROUGH ? null : damageOf(database),
        }));
        copy?.close();
        const reach = copy?.value.reach ?? null;
        const isSound = copy !== null && copy.value.damage === null;
        return {
          name,
          madeAt: stampOf(name) ?? Math.round(mtimeMs),
          bytes: size,
          check: isSound ? (size > LOOKED_THROUGH ? 'unchecked' : 'sound') : 'damaged',
          lastChangeAt: reach?.at ?? null,
          items: reach?.items ?? null,
          changesLost:
            now === null || reach === null ? null : orNull(() => now.value.after.get(reach.sequence) ?? 0),
        };
      }),
    };
  } finally {
    now?.close();
  }
}

/**
 * Puts a backup of a casebook's own in the place of its database. What is there now is kept in a folder of the casebook,
 * whose place is given. Nothing is changed before the copy to be put there has been found sound; a program killed
 * meanwhile leaves a casebook that can be restored again. Throws `in_use`, `not_found`, `damaged`, `newer_version`.
 */
export async function restoreInPlace(path: string, backup: string, ports: CorePorts): Promise<string> {
  const folder = resolve(path);
  const source = join(folder, 'backups', backup);
  if (basename(backup) !== backup || !listBackups(join(folder, 'backups')).includes(backup)) {
    throw new CasebookError(
      'not_found',
      `${basename(folder)} has no backup called ${backup}.`,
      'Nothing was changed. Choose one from the list.',
    );
  }
  try {
    const lock = await acquireForRestoring(folder, ports);
    try {
      return await putInPlace(folder, source, ports.now());
    } finally {
      lock.release();
    }
  } catch (error) {
    const known = asCasebookError(error);
    if (known.code !== 'damaged') throw known;
    throw new CasebookError(
      'damaged',
      `The backup ${backup} is damaged too.`,
      'Nothing was changed. Choose another one.',
      { cause: error },
    );
  }
}

async function putInPlace(folder: string, source: string, now: number): Promise<string> {
  const file = join(folder, DATABASE);
  const backup = openDatabase(source, 'read');
  try {
    schemaVersion(backup);
  } finally {
    backup.close();
  }
  const restored = `${file}.restored`;
  await copyDatabase(source, restored);
  const kept = join(folder, `damaged-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`);
  mkdirSync(kept);
  // Copied, not moved: until the very last step what is there stays whole.
  const there = ['', ...BESIDE].filter((beside) => existsSync(`${file}${beside}`));
  const copies = there.map((beside) => join(kept, `${DATABASE}${beside}`));
  for (const [index, copy] of copies.entries())
    copyFileSync(`${file}${there[index] ?? ''}`, copy, constants.COPYFILE_FICLONE);
  await flushToDisk([...copies, restored], folder, never);
  // Left there, they would be taken for the restored one's.
  for (const beside of BESIDE) rmSync(`${file}${beside}`, { force: true });
  renameSync(restored, file);
  await flushToDisk([file], folder, never);
  clearDamage(folder);
  return kept;
}

/** What can be read of a database, with the database left open; null where nothing can. */
function readable<T>(
  file: string,
  read: (database: CasebookDatabase) => T,
): { readonly value: T; readonly close: () => void } | null {
  return orNull(() => {
    const database = openDatabase(file, 'read');
    try {
      return { value: read(database), close: () => void database.close() };
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Null for what a damaged, missing or older database cannot tell. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code } = asCasebookError(error);
    if (['damaged', 'missing', 'not_a_casebook', 'read_only', 'internal'].includes(code)) return null;
    throw error;
  }
}

function reachOf(database: CasebookDatabase): Reach {
  const last = database
    .prepare<[], { sequence: number; at: number }>(
      'SELECT sequence, at FROM event ORDER BY sequence DESC LIMIT 1',
    )
    .get();
  const items = database.prepare<[], number>('SELECT count(*) FROM item').pluck().get() ?? 0;
  return { sequence: last?.sequence ?? 0, at: last?.at ?? null, items };
}

/** When a backup was made, as its name says. */
function stampOf(name: string): number | null {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/u.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`);
}
