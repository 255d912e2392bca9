import { CasebookError } from '../../../../shared/base/errors.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { compareLayout, layoutInWords } from '../../db/layout.ts';
import { migrate } from '../../db/migrate.ts';

/**
 * Migrates a copy of somebody else's database. Refuses, before writing, any layout but Casebook's own: a foreign
 * trigger or view would run or answer in place of ours. Also refuses rows that refer to nothing.
 */
export function migrateForeign(database: CasebookDatabase): void {
  assertLayout(database);
  migrate(database);
}

/** The same without a change. */
export function assertLayout(database: CasebookDatabase): void {
  const words = layoutInWords(compareLayout(database));
  if (words !== null)
    throw new CasebookError('invalid_input', `Its database does not have Casebook’s layout: ${words}.`);
  const orphans = database.prepare('PRAGMA foreign_key_check').all();
  if (orphans.length > 0) {
    throw new CasebookError(
      'invalid_input',
      `Its database has ${String(orphans.length)} rows that refer to missing rows.`,
    );
  }
}
