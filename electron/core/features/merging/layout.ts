import { z } from 'zod';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';

/** Tables that the full-text index keeps for itself; how they are written depends on the version of SQLite. */
const INDEX_TABLES = new Set(['item_text_config', 'item_text_data', 'item_text_docsize', 'item_text_idx']);

const Definition = z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() });

let expected: ReadonlySet<string> | null = null;

/** What a database of the present schema is made of. */
function definitions(database: CasebookDatabase): Set<string> {
  return new Set(
    database
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      .all()
      .map((raw) => Definition.parse(raw))
      .filter(({ type, name }) => type !== 'table' || !INDEX_TABLES.has(name))
      .map(({ type, name, sql }) => JSON.stringify([type, name, sql])),
  );
}

/**
 * Refuses a database that is not laid out exactly as Casebook lays one out: a trigger or a view of somebody's own
 * would run or answer in place of what is meant to be there. Also refuses rows that refer to nothing.
 */
export function assertLayout(database: CasebookDatabase): void {
  expected ??= ownDefinitions();
  const found = definitions(database);
  const own = expected;
  if (found.size !== own.size || [...found].some((each) => !own.has(each))) {
    throw new CasebookError(
      'invalid_input',
      'Its database does not have Casebook’s layout (tables, triggers or views were changed).',
    );
  }
  const orphans = database.prepare('PRAGMA foreign_key_check').all();
  if (orphans.length > 0) {
    throw new CasebookError(
      'invalid_input',
      `Its database has ${String(orphans.length)} rows that refer to missing rows.`,
    );
  }
}

function ownDefinitions(): ReadonlySet<string> {
  const fresh = openDatabase(':memory:', 'create');
  try {
    migrate(fresh);
    return definitions(fresh);
  } finally {
    fresh.close();
  }
}
