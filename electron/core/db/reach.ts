import { join } from 'node:path';
import { asCasebookError } from '../base/errors.ts';
import { listBackups } from './backup.ts';
import type { Reach } from './backupRule.ts';
import { type CasebookDatabase, openDatabase } from './database.ts';
import type { TableName } from './schema.ts';

/** How far a database has come. Everything here is read from the end of an index, whatever the size. */
export function reachOf(database: CasebookDatabase): Reach {
  return {
    sequence: lastOf(database, 'event'),
    items: lastOf(database, 'item'),
    answers: (['annotation', 'response', 'judgment'] as const).reduce(
      (sum, table) => sum + lastOf(database, table),
      0,
    ),
  };
}

/** The number of the last entry of a database's history. */
export const lastEntry = (database: CasebookDatabase): number => lastOf(database, 'event');

function lastOf(database: CasebookDatabase, table: TableName): number {
  return database.prepare<[], number>(`SELECT coalesce(max(rowid), 0) FROM ${table}`).pluck().get() ?? 0;
}

/**
 * The last entry that the histories of two databases have in common; 0 where they have none. Histories are only appended to,
 * so that everything before a common entry is common, too.
 */
export function lastCommonEntry(one: CasebookDatabase, other: CasebookDatabase): number {
  const idOf = (database: CasebookDatabase) => {
    const read = database.prepare<[number], string>('SELECT id FROM event WHERE sequence = ?').pluck();
    return (sequence: number): string | undefined => read.get(sequence);
  };
  const [here, there] = [idOf(one), idOf(other)];
  let common = 0;
  let beyond = Math.min(lastEntry(one), lastEntry(other)) + 1;
  while (beyond - common > 1) {
    const middle = Math.floor((common + beyond) / 2);
    const id = here(middle);
    if (id !== undefined && id === there(middle)) common = middle;
    else beyond = middle;
  }
  return common;
}

/** How far the newest backup in a folder had come, and whether a database goes on from it; null where none can be read. */
export function newestReach(
  folder: string,
  database: CasebookDatabase,
): { readonly reach: Reach; readonly isContinued: boolean } | null {
  const newest = listBackups(folder)[0];
  if (newest === undefined) return null;
  try {
    const backup = openDatabase(join(folder, newest), 'read');
    try {
      const reach = reachOf(backup);
      return { reach, isContinued: lastCommonEntry(database, backup) === reach.sequence };
    } finally {
      backup.close();
    }
  } catch (error) {
    const { code } = asCasebookError(error);
    // One of an older schema, or a damaged one: as good as none.
    if (['damaged', 'missing', 'not_a_casebook', 'read_only', 'internal'].includes(code)) return null;
    throw error;
  }
}
