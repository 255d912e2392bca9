import { constants, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { asCasebookError } from '../../base/errors.ts';
import { assertThere, DATABASE, LOCK } from '../../db/acquire.ts';
import { copyDatabase } from '../../db/backup.ts';
import { type CasebookDatabase, closeAfterWriting, openDatabase } from '../../db/database.ts';
import { compareLayout, layoutInWords, type Part } from '../../db/layout.ts';
import { schemaVersion } from '../../db/migrate.ts';

/** What is not copied: backups have the same parts, and the rest belongs to programs that work on the original. */
const LEFT = new Set([
  'backups',
  DATABASE,
  LOCK,
  ...['-wal', '-shm', '-journal'].map((end) => DATABASE + end),
]);

/** A name as SQL writes it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Copies a casebook without the database objects that are not Casebook's; returns their names. The original is
 * unchanged, and nothing of it runs. Throws `exists` if the target is taken, `damaged` if one of Casebook's own tables
 * was changed.
 */
export async function copyClean(path: string, target: string): Promise<readonly string[]> {
  const [folder, copy] = [resolve(path), resolve(target)];
  assertThere(folder);
  if (existsSync(copy))
    throw new CasebookError('exists', `${copy} already exists.`, 'Nothing was changed. Choose another name.');
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  try {
    cpSync(folder, partial, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (from) => from === folder || !LEFT.has(basename(from)) || resolve(from, '..') !== folder,
    });
    await copyDatabase(join(folder, DATABASE), join(partial, DATABASE));
    const removed = cleanDatabase(join(partial, DATABASE));
    renameSync(partial, copy);
    return removed;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw asCasebookError(error);
  }
}

function cleanDatabase(file: string): string[] {
  const database = openDatabase(file, 'once');
  try {
    schemaVersion(database);
    const { foreign, changed, missing } = compareLayout(database);
    const lost = [...changed, ...missing].filter(({ type }) => type === 'table');
    if (lost.length > 0)
      throw new CasebookError(
        'damaged',
        `Tables of this casebook were changed or removed: ${lost.map(({ name }) => name).join(', ')}.`,
        'No copy was made, and the casebook was not changed. List its backups with `casebook backups DIR`, and restore one.',
      );
    database.pragma('foreign_keys = OFF');
    database.transaction(() => {
      // Triggers first: none may run while something else goes.
      for (const part of inOrder([...foreign, ...changed])) drop(database, part);
      for (const { sql } of [...changed, ...missing]) if (sql !== null) database.exec(sql);
    })();
    const rest = layoutInWords(compareLayout(database));
    if (rest !== null)
      throw new CasebookError('damaged', `These parts could not be removed: ${rest}.`, 'No copy was made.');
    return [...foreign, ...changed].map(({ type, name }) => `${type} ${name}`);
  } finally {
    closeAfterWriting(database);
  }
}

const ORDER: readonly Part['type'][] = ['trigger', 'view', 'index', 'table'];
const inOrder = (parts: readonly Part[]): Part[] =>
  [...parts].sort((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));

function drop(database: CasebookDatabase, { type, name }: Part): void {
  // A virtual table takes its own tables along.
  database.exec(`DROP ${type} IF EXISTS ${quoted(name)}`);
}
