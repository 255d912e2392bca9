import { Json } from '../../../../shared/domain/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';

/** A setting of the casebook, null where it was never set. */
export function readMeta(database: CasebookDatabase, key: string): Json {
  const row = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key);
  return row === undefined ? null : Json.parse(JSON.parse(row.value));
}

/** Sets a setting of the casebook. */
export function writeMeta(database: CasebookDatabase, key: string, value: Json): void {
  database
    .prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, JSON.stringify(value));
}

/** A setting that is a text, empty where it was never set. */
export function readMetaText(database: CasebookDatabase, key: string): string {
  const value = readMeta(database, key);
  return typeof value === 'string' ? value : '';
}
