import { renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { closeAfterWriting } from '../../electron/core/db/database.ts';
import { migrate, migrations } from '../../electron/core/db/migrate.ts';
import { emptyDatabase } from './newDatabases.ts';

const Names = z.array(z.object({ name: z.string() }));

/**
 * Writes a casebook's database anew as an older Casebook would have written it: with the schema of that version, and the
 * rows and columns that it knew.
 */
export function withOlderSchema(file: string, version: number): void {
  const older = `${file}.older`;
  const database = emptyDatabase(older);
  try {
    migrate(
      database,
      migrations.filter((migration) => migration.version <= version),
    );
    database.pragma('foreign_keys = OFF');
    database.prepare('ATTACH ? AS newer').run(file);
    const tables = Names.parse(
      database
        .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'item_text%'")
        .all(),
    );
    const columnsOf = (schema: string, table: string): string[] =>
      Names.parse(database.prepare(`SELECT name FROM ${schema}.pragma_table_info('${table}')`).all()).map(
        ({ name }) => name,
      );
    // Boxes before their answers: a submitted one takes none.
    for (const { name } of tables.toSorted(
      (a, b) => Number(b.name === 'region') - Number(a.name === 'region'),
    )) {
      const known = columnsOf('newer', name);
      const columns = columnsOf('main', name)
        .filter((column) => known.includes(column))
        .join(', ');
      database.exec(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM newer.${name}`);
    }
    database.exec('DETACH newer');
  } finally {
    closeAfterWriting(database);
  }
  rmSync(file);
  renameSync(older, file);
}
