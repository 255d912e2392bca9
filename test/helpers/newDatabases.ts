import { readFileSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type CasebookDatabase, closeAfterWriting, openDatabase } from '../../electron/core/db/database.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { temporaryFolder } from './core.ts';
import { wrapPragma } from './wrapPragma.ts';

let schema: Buffer | null = null;

/**
 * Two thirds of the time of a new casebook go into the steps of its schema, which are the same every time. In this
 * process a new database file therefore begins as a copy of one that has them all: `migrate` finds nothing to do. Tests
 * of older schemas ask for an {@link emptyDatabase}.
 */
wrapPragma(
  'newDatabases',
  (pragma) =>
    function beginWithSchema(source, options) {
      // Said first of all that reads or writes the file, by the connection that makes a casebook.
      if (source.startsWith('application_id = ') && isEmptyFile(this.name))
        writeFileSync(this.name, (schema ??= databaseWithSchema()));
      return pragma.call(this, source, options);
    },
);

const isEmptyFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0;

/** A new database of a casebook without any schema. */
export function emptyDatabase(file: string): CasebookDatabase {
  // A file of one page is no new one.
  new Database(file).exec('VACUUM').close();
  return openDatabase(file, 'create');
}

function databaseWithSchema(): Buffer {
  using folder = temporaryFolder();
  const file = folder.join('schema.sqlite');
  const database = emptyDatabase(file);
  migrate(database);
  closeAfterWriting(database);
  return readFileSync(file);
}
