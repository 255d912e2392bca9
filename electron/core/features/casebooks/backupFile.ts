import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { CasebookError } from '../../../../shared/base/errors.ts';

/** What every zip begins with: packages, and archives of all kinds. */
const ARCHIVE = 'PK\u0003\u0004';

/** Throws `invalid_input` where a file is a package or another archive, which no copy of a database is. */
export function assertNoPackage(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true || !isArchive(path)) return;
  throw new CasebookError(
    'invalid_input',
    `${path} is a package or another archive, not a backup of a casebook.`,
    'Nothing was changed. Open a package in the app, or merge it with casebook merge; unpack any other archive first.',
  );
}

function isArchive(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(ARCHIVE.length);
    readSync(file, start, 0, start.length, 0);
    return start.toString('latin1') === ARCHIVE;
  } finally {
    closeSync(file);
  }
}
