import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeAfterWriting } from '../../electron/core/db/database.ts';
import { migrate, migrations } from '../../electron/core/db/migrate.ts';
import { emptyDatabase } from '../helpers/newDatabases.ts';

/** What came with a schema, filled as that schema's own Casebook would have filled it. */
function contentOf(version: number): string {
  const file = join(import.meta.dirname, 'content', `${String(version).padStart(4, '0')}.sql`);
  if (!existsSync(file))
    throw new Error(`Write ${file}: something in everything that schema ${String(version)} brings.`);
  return readFileSync(file, 'utf8');
}

const SUBMITTING = "UPDATE annotation SET state = 'submitted', submitted_at = 1700000000001";

/** Makes a casebook as a Casebook of an older schema would have left it, with something in every table. */
export function olderCasebook(path: string, version: number): string {
  for (const folder of ['images', 'thumbnails', 'backups'])
    mkdirSync(join(path, folder), { recursive: true });
  const database = emptyDatabase(join(path, 'casebook.sqlite'));
  try {
    const known = migrations.filter((migration) => migration.version <= version);
    migrate(database, known);
    for (const migration of known) database.exec(contentOf(migration.version));
    database.exec(SUBMITTING);
  } finally {
    closeAfterWriting(database);
  }
  return path;
}
