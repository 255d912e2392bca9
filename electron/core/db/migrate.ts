import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CasebookError } from '../../../shared/base/errors.ts';
import { damagedError } from '../base/errors.ts';
import type { CasebookDatabase } from './database.ts';

/** One step of the schema. A published one never changes: casebooks out there were made by it. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** The oldest schema that is still read: the first file makes it whole, the others change it. */
const FIRST_VERSION = 4;

/** The numbered migrations, in order, without gaps. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== FIRST_VERSION + index) throw new Error(`Migration ${name} is out of order.`);
    return { version, name, sql: readFileSync(`${folder}/${name}`, 'utf8') };
  });

/** The schema that these migrations lead to. */
export const latestVersion = (known: readonly Migration[]): number => known.at(-1)?.version ?? 0;

/** The schema that this version of Casebook works on. */
export const SCHEMA_VERSION = latestVersion(migrations);

/**
 * The schema version of an open database. Throws `newer_version` or `older_version` if this Casebook cannot read it,
 * `damaged` if it has no schema.
 */
export function schemaVersion(database: CasebookDatabase, known: readonly Migration[] = migrations): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > latestVersion(known)) {
    throw new CasebookError(
      'newer_version',
      `This casebook was written by a newer Casebook (schema ${String(version)}; this version knows up to ${String(latestVersion(known))}).`,
      'Nothing was changed. Install the newest Casebook to open it.',
    );
  }
  if (version < 1) {
    throw damagedError('has no schema');
  }
  if (version < FIRST_VERSION) {
    throw new CasebookError(
      'older_version',
      `This casebook was written by a test version of Casebook (schema ${String(version)}; the oldest that can be opened is ${String(FIRST_VERSION)}).`,
      'Nothing was changed. Open it once with the Casebook that wrote it, export its items and answers, and import them into a new casebook.',
    );
  }
  return version;
}

/**
 * Brings the schema up to date, from nothing or from any version that {@link schemaVersion} accepts; returns the
 * versions applied. All steps are one transaction. Foreign keys are checked at its end, so that a step can rebuild a
 * table, which is how SQLite changes one.
 */
export function migrate(
  database: CasebookDatabase,
  known: readonly Migration[] = migrations,
): readonly number[] {
  const from = Number(database.pragma('user_version', { simple: true }));
  if (from > 0) schemaVersion(database, known);
  const pending = known.filter(({ version }) => version > from);
  if (pending.length === 0) return [];
  database.pragma('foreign_keys = OFF');
  try {
    database
      .transaction(() => {
        for (const { version, sql } of pending) {
          database.exec(sql);
          database.pragma(`user_version = ${String(version)}`);
        }
        const orphans = database.prepare('PRAGMA foreign_key_check').all();
        if (orphans.length > 0) {
          throw new CasebookError(
            'damaged',
            `The casebook could not be updated to schema ${String(latestVersion(known))}: ${String(orphans.length)} rows refer to missing rows.`,
            'Nothing was changed. Restore an earlier copy from its backups folder with `casebook restore`.',
          );
        }
      })
      .immediate();
  } finally {
    database.pragma('foreign_keys = ON');
  }
  return pending.map(({ version }) => version);
}
