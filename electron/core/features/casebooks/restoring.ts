import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type BackupList, KeptBackup } from '../../../../shared/contract/casebooks.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { acquireForRestoring, DATABASE } from '../../db/acquire.ts';
import { copyDatabase, listBackups, madeAt, rotateBackup } from '../../db/backup.ts';
import { lastCommonEntry, lastEntry } from '../../db/reach.ts';
import { clearDamage, damageOf } from '../../db/damage.ts';
import { type CasebookDatabase, openDatabase } from '../../db/database.ts';
import { assertOwnLayout } from '../../db/layout.ts';
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

/** What a database says of itself in a list. */
interface Content {
  /** When the last entry of its log was made. */
  readonly at: number | null;
  readonly items: number;
  readonly blank: boolean;
  readonly answers: number | null;
}

/** The backups that a casebook keeps of itself, newest first, each with what would be lost with it. */
export function listKeptBackups(path: string): BackupList {
  const folder = resolve(path);
  const now = readable(join(folder, DATABASE), (database) => ({
    database,
    content: contentOf(database, false),
    last: lastEntry(database),
  }));
  try {
    return {
      path: folder,
      lastChangeAt: now?.value.content.at ?? null,
      items: now?.value.content.items ?? null,
      backups: listBackups(join(folder, 'backups')).map((name): KeptBackup => {
        const file = join(folder, 'backups', name);
        const { size } = statSync(file);
        const isLarge = size > LOOKED_THROUGH;
        const copy = readable(file, (database) => ({
          content: contentOf(database, !isLarge),
          damage: isLarge ? null : damageOf(database),
          lost:
            now === null
              ? null
              : orNull(() => now.value.last - lastCommonEntry(now.value.database, database)),
        }));
        copy?.close();
        const { content, damage, lost } = copy?.value ?? { content: null, damage: null, lost: null };
        const isSound = content !== null && damage === null;
        return {
          name,
          madeAt: madeAt(file),
          reason: reasonOf(name),
          bytes: size,
          check: isSound ? (isLarge ? 'unchecked' : 'sound') : 'damaged',
          lastChangeAt: content?.at ?? null,
          items: content?.items ?? null,
          blank: content?.blank ?? false,
          answers: content?.answers ?? null,
          changesLost: lost,
        };
      }),
    };
  } finally {
    now?.close();
  }
}

/**
 * Replaces a casebook's database by one of its own backups, once the copy was found sound. The present database becomes
 * the newest backup, or, if damaged, goes to a folder of the casebook; returns its path. If killed meanwhile, the
 * casebook can be restored again. Throws `in_use`, `not_found`, `damaged`, `newer_version`.
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
    assertOwnLayout(backup);
    if (isBlank(backup))
      throw new CasebookError(
        'invalid_input',
        `The backup ${basename(source)} was made before the casebook had its first person.`,
        'Nothing was changed. Choose a later one.',
      );
  } finally {
    backup.close();
  }
  const restored = `${file}.restored`;
  try {
    // Before the present state becomes a backup, which can push out the oldest.
    await copyDatabase(source, restored);
    const kept = await keepPresent(folder, now);
    await flushToDisk([restored], folder, never);
    // Left there, they would be taken for the restored one's.
    for (const beside of BESIDE) rmSync(`${file}${beside}`, { force: true });
    renameSync(restored, file);
    await flushToDisk([file], folder, never);
    clearDamage(folder);
    return kept;
  } catch (error) {
    rmSync(restored, { force: true });
    throw error;
  }
}

/** Keeps the database that is to be replaced: as a backup if it is sound, else as it is. */
async function keepPresent(folder: string, now: number): Promise<string> {
  const file = join(folder, DATABASE);
  try {
    return await rotateBackup(file, join(folder, 'backups'), 'before-restore', now);
  } catch (error) {
    if (!['damaged', 'missing', 'not_a_casebook'].includes(asCasebookError(error).code)) throw error;
  }
  const kept = join(folder, `damaged-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`);
  mkdirSync(kept);
  // Copied, not moved: until the very last step what is there stays whole.
  const there = ['', ...BESIDE].filter((beside) => existsSync(`${file}${beside}`));
  const copies = there.map((beside) => join(kept, `${DATABASE}${beside}`));
  for (const [index, copy] of copies.entries())
    copyFileSync(`${file}${there[index] ?? ''}`, copy, constants.COPYFILE_FICLONE);
  await flushToDisk(copies, folder, never);
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

const isBlank = (database: CasebookDatabase): boolean =>
  database.prepare<[], number>('SELECT 1 FROM person LIMIT 1').pluck().get() === undefined;

function contentOf(database: CasebookDatabase, countsAnswers: boolean): Content {
  const count = (sql: string): number => database.prepare<[], number>(sql).pluck().get() ?? 0;
  const at = database
    .prepare<[], number>('SELECT at FROM event ORDER BY sequence DESC LIMIT 1')
    .pluck()
    .get();
  return {
    at: at ?? null,
    items: count('SELECT count(*) FROM item'),
    blank: isBlank(database),
    answers: countsAnswers
      ? count("SELECT count(*) FROM annotation WHERE state = 'submitted'") +
        count('SELECT count(*) FROM response')
      : null,
  };
}

/** Why a backup was made, as its name says; null for a file that somebody put there. */
function reasonOf(name: string): KeptBackup['reason'] {
  const [, reason] =
    /Z-(daily|import|work|before-restore|before-schema|before-correcting-numbers)(?:-\d+)?\.sqlite$/u.exec(
      name,
    ) ?? [];
  return KeptBackup.shape.reason.parse(reason ?? null);
}
