import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { CasebookError } from '../../../shared/base/errors.ts';
import {
  asCasebookError,
  damagedError,
  errorCode,
  isBusy,
  isUnfinished,
  isWithoutLocks,
  withoutLocks,
} from '../base/errors.ts';
import { FencedDatabase } from './fencedDatabase.ts';

export type CasebookDatabase = Database.Database;

/** "Csbk": tells a casebook's database from any other SQLite file. */
const APPLICATION_ID = 0x43_73_62_6b;

/**
 * What a database is opened for. `write` keeps a log beside the file, so that others can read meanwhile. `once` does
 * without: a caller that writes nothing leaves the file as it was, to the byte.
 */
export type DatabaseMode = 'create' | 'write' | 'once' | 'read';

/**
 * Opens the SQLite file of a casebook, or makes it if `create` is set. Every commit is on disk before it is
 * acknowledged (synchronous FULL). Opening, even to read, rolls back what a killed program left half-written. Throws a
 * CasebookError (missing, not_a_casebook, damaged, read_only) or SQLite's own error, and leaves the file untouched.
 */
export function openDatabase(file: string, mode: DatabaseMode): FencedDatabase {
  try {
    return connect(file, mode);
  } catch (error) {
    if (mode !== 'read') throw error;
    if (errorCode(error) === 'SQLITE_CANTOPEN') throw unfinished(error);
    if (!isUnfinished(error)) throw error;
  }
  try {
    connect(file, 'once').close();
  } catch (error) {
    throw asCasebookError(error).code === 'not_writable' || isUnfinished(error) ? unfinished(error) : error;
  }
  return connect(file, 'read');
}

function connect(file: string, mode: DatabaseMode): FencedDatabase {
  if (mode !== 'create' && !existsSync(file)) {
    throw new CasebookError(
      'missing',
      `There is no database at ${file}.`,
      'Choose a folder whose name ends in .casebook.',
    );
  }
  const database = new FencedDatabase(file, { readonly: mode === 'read', fileMustExist: mode !== 'create' });
  try {
    database.pragma('foreign_keys = ON');
    database.pragma('busy_timeout = 5000');
    database.pragma('trusted_schema = OFF');
    if (mode === 'create') database.pragma(`application_id = ${String(APPLICATION_ID)}`);
    else assertApplication(database, file);
    if (mode === 'create' || mode === 'write') database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    // 64 MB. Without a log, a transaction that outgrows the cache keeps readers out until its end.
    database.pragma('cache_size = -65536');
    database.pragma('temp_store = MEMORY');
    // Pages that are mapped count as memory, and are of no use for writing.
    if (mode !== 'once') database.pragma('mmap_size = 268435456');
    return database;
  } catch (error) {
    database.close();
    throw isBusy(error) && !takesLocks(dirname(file)) ? withoutLocks(error) : error;
  }
}

/** For a moment in a folder whose locks are doubted. */
const TRIAL = 'casebook.locks';
const TRIAL_MS = 500;

/**
 * Whether a folder's file system takes locks. SQLite says "busy" as well where it has none to give (ENOLCK, as on network
 * disks), for ever; of a file that nobody else works on it can mean nothing else. Where no file can be made it is not known.
 */
function takesLocks(folder: string): boolean {
  const file = join(folder, TRIAL);
  try {
    const trial = new Database(file, { timeout: TRIAL_MS });
    try {
      trial.exec('BEGIN EXCLUSIVE; ROLLBACK');
    } finally {
      trial.close();
    }
    return true;
  } catch (error) {
    return !isBusy(error) && !isWithoutLocks(error);
  } finally {
    for (const rest of ['', '-journal']) rmSync(`${file}${rest}`, { force: true });
  }
}

/**
 * What a program that was ended left beside the database (a log of changes, or what takes a half-written one back) has
 * to be gone through before anything is read, and that takes a place that can be written to.
 */
function unfinished(cause: unknown): CasebookError {
  return new CasebookError(
    'read_only',
    'A program stopped while working on this casebook. Casebook must repair the last change before reading, but this disk is read-only.',
    'Nothing was changed. Copy the whole folder to a writable disk, and open it there.',
    { cause },
  );
}

/** Where the way out is barred, the database stays in its working mode, which loses nothing. */
const STAYS_OPEN = ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'];

/**
 * Closes a database that was open for writing and leaves it as one plain file, so that it can be read from a medium
 * that cannot be written to. Where somebody is still reading it, or the disk is full, it stays in its working mode.
 */
export function closeAfterWriting(database: CasebookDatabase): void {
  try {
    database.pragma('busy_timeout = 0');
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (!STAYS_OPEN.some((each) => code.startsWith(each))) throw error;
  } finally {
    database.close();
  }
}

function assertApplication(database: CasebookDatabase, file: string): void {
  if (statSync(file).size === 0 && database.pragma('page_count', { simple: true }) === 0)
    throw damagedError('is empty (0 bytes)');
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new CasebookError(
      'not_a_casebook',
      `${file} is not a casebook’s database.`,
      'Nothing was changed. Choose another folder or file.',
    );
  }
}
