import type { CasebookDatabase } from './database.ts';

/**
 * Runs a transaction that deletes what somebody wants gone: it is overwritten in the file as well, not only let go, and
 * nothing of it stays in the write-ahead log. Not within another transaction.
 */
export function deleteForGood<T>(database: CasebookDatabase, work: () => T): T {
  database.pragma('secure_delete = ON');
  try {
    return database.transaction(work)();
  } finally {
    database.pragma('secure_delete = OFF');
    database.pragma('wal_checkpoint(TRUNCATE)');
  }
}
