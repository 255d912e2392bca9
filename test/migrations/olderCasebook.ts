import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeAfterWriting, openDatabase } from '../../electron/core/db/database.ts';
import { migrate, migrations } from '../../electron/core/db/migrate.ts';

/** What a casebook of a schema holds, as that schema's own Casebook would have written it. */
function contentOf(version: number): string {
  const file = join(import.meta.dirname, 'content', `${String(version).padStart(4, '0')}.sql`);
  if (!existsSync(file))
    throw new Error(`Write ${file}: something in every table of schema ${String(version)}.`);
  return readFileSync(file, 'utf8');
}

/** Makes a casebook as a Casebook of an older schema would have left it, with something in every table. */
export function olderCasebook(path: string, version: number): string {
  for (const folder of ['images', 'thumbnails', 'backups'])
    mkdirSync(join(path, folder), { recursive: true });
  const database = openDatabase(join(path, 'casebook.sqlite'), 'create');
  try {
    migrate(database, migrations.slice(0, version));
    database.exec(contentOf(version));
  } finally {
    closeAfterWriting(database);
  }
  return path;
}
