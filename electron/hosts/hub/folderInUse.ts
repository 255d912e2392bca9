import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CasebookError } from '../../../shared/base/errors.ts';
import { errorCode } from '../../core/base/errors.ts';

const FILE = 'in-use.sqlite';

/**
 * Keeps a hub's folder for this process. SQLite's lock ends with its process however that ends, so nothing is left behind.
 * Throws `in_use` where another process has it.
 */
export function holdFolder(folder: string): { release(): void } {
  const database = new Database(join(folder, FILE), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
    throw new CasebookError(
      'in_use',
      `A hub is already running in ${folder}.`,
      'Nothing was changed. Use the one that runs, stop it first, or name another folder with --folder.',
      { cause: error },
    );
  }
  return {
    release() {
      if (database.open) database.close();
    },
  };
}
