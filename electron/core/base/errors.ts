import { CasebookError } from '../../../shared/base/errors.ts';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL']);
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']);
const DAMAGED = new Set([
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT_VTAB',
  'SQLITE_CORRUPT_INDEX',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_IOERR_CORRUPTFS',
]);
const UNFINISHED = new Set([
  'SQLITE_READONLY_ROLLBACK',
  'SQLITE_READONLY_RECOVERY',
  'SQLITE_READONLY_CANTINIT',
]);
/** What SQLite says where the file system takes no locks, or maps no memory that programs share. */
const WITHOUT_LOCKS = new Set([
  'SQLITE_PROTOCOL',
  'SQLITE_NOLFS',
  'SQLITE_IOERR_LOCK',
  'SQLITE_IOERR_UNLOCK',
  'SQLITE_IOERR_RDLOCK',
  'SQLITE_IOERR_CHECKRESERVEDLOCK',
  'SQLITE_IOERR_SHMOPEN',
  'SQLITE_IOERR_SHMLOCK',
  'SQLITE_IOERR_SHMMAP',
]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED']);

/**
 * Any error in the words a person needs. Operating system and SQLite errors are told by their codes;
 * what is not known stays an internal error with its own message and the original as its cause.
 */
export function asCasebookError(error: unknown): CasebookError {
  if (error instanceof CasebookError) return error;
  if (isAbort(error))
    return new CasebookError('cancelled', 'Cancelled. Nothing was changed.', null, { cause: error });
  const code = errorCode(error);
  const known = code === null ? null : (databaseError(error, code) ?? systemError(error, code));
  if (known !== null) return known;
  const message = error instanceof Error ? error.message : String(error);
  return new CasebookError('internal', `Something unexpected went wrong: ${message}`, null, { cause: error });
}

/** What SQLite says of a casebook's database; null for anything else. */
function databaseError(error: unknown, code: string): CasebookError | null {
  if (DAMAGED.has(code)) return damagedError('is damaged', error);
  if (isUnfinished(error)) {
    return new CasebookError(
      'read_only',
      'Another program stopped during a change to this casebook. Casebook must undo that change before reading further.',
      'Nothing was lost. Close the casebook and reopen it in a writable place.',
      { cause: error },
    );
  }
  if (WITHOUT_LOCKS.has(code)) return withoutLocks(error);
  if (!isBusy(error)) return null;
  return new CasebookError(
    'in_use',
    'Another program is working on this casebook’s database.',
    'Nothing was changed. Try again in a moment.',
    { cause: error },
  );
}

/** What the operating system says of files, SQLite's words for the same included; null for anything else. */
function systemError(error: unknown, code: string): CasebookError | null {
  const isRefused = code.startsWith('SQLITE_IOERR');
  if (DISK_FULL.has(code) || isRefused) {
    return new CasebookError(
      'disk_full',
      isRefused ? 'The disk refused the data.' : 'The disk is full.',
      'No partial files remain. Free some space and try again.',
      { cause: error },
    );
  }
  if (NOT_WRITABLE.has(code) || code.startsWith('SQLITE_READONLY') || isUnmadeFolder(error, code)) {
    return new CasebookError(
      'not_writable',
      `No permission to read or write here${placeIn(error)}.`,
      'Check the permissions of the folder, or choose another place.',
      { cause: error },
    );
  }
  if (code === 'ENOENT') {
    return new CasebookError('not_found', `There is no such file or folder${placeIn(error)}.`, null, {
      cause: error,
    });
  }
  if (code !== 'EISDIR' && code !== 'ENOTDIR') return null;
  return new CasebookError(
    'invalid_input',
    `A file was expected instead of a folder, or the reverse${placeIn(error)}.`,
    null,
    { cause: error },
  );
}

/** Says that a casebook's database is damaged; `what` goes on from "The casebook's database". */
export function damagedError(what: string, cause?: unknown): CasebookError {
  return new CasebookError(
    'damaged',
    `The casebook’s database ${what}.`,
    'Nothing was changed. Restore one of its backups: open it in the app, or see `casebook backups` and `casebook restore`.',
    { cause },
  );
}

/** Says that a casebook cannot be worked on where it lies, since nothing keeps two programs from writing at once there. */
export function withoutLocks(cause: unknown): CasebookError {
  return new CasebookError(
    'not_readable',
    `This folder’s file system does not support the locks that keep two programs from writing to a casebook at once (${errorCode(cause) ?? 'no code'}).`,
    'Nothing was changed. Copy the casebook to a disk of this computer and open it there.',
    { cause },
  );
}

/** Whether another program has the database, as far as SQLite can tell: it says the same of some failures to lock. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(errorCode(error) ?? '');
}

/** Whether SQLite could not lock or share memory at all. */
export function isWithoutLocks(error: unknown): boolean {
  return WITHOUT_LOCKS.has(errorCode(error) ?? '');
}

/** Whether reading waits for something that a program left unfinished, and that only a connection that writes can finish. */
export function isUnfinished(error: unknown): boolean {
  return UNFINISHED.has(errorCode(error) ?? '');
}

/** The `code` that Node and SQLite errors carry, or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Making a folder with all those above it ends in ENOENT where the medium is read-only; Node hides the true reason. */
function isUnmadeFolder(error: unknown, code: string): boolean {
  return code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
}

/** Which file or folder it is about, in brackets; nothing where the system does not say. */
function placeIn(error: unknown): string {
  const path = pathOf(error);
  return path === null ? '' : ` (${path})`;
}

function pathOf(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || errorCode(error) === 'ABORT_ERR');
}
