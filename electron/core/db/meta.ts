import { Json } from '../../../shared/base/json.ts';
import type { CasebookDatabase } from './database.ts';

/** A setting of the casebook, null where it was never set. */
export function readMeta(database: CasebookDatabase, key: string): Json {
  const row = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key);
  return row === undefined ? null : Json.parse(JSON.parse(row.value));
}

/**
 * Reads one setting again and again, `null` where it was never set: its text is looked up with each call and parsed
 * once for as long as it stays the same.
 */
export function createMetaReader<T>(
  database: CasebookDatabase,
  key: string,
  parse: (stored: Json) => T,
): () => T {
  const statement = database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  let known: { readonly text: string; readonly value: T } | null = null;
  return () => {
    const text = statement.get(key) ?? 'null';
    if (known?.text !== text) known = { text, value: parse(Json.parse(JSON.parse(text))) };
    return known.value;
  };
}

/** Sets a setting of the casebook. */
export function writeMeta(database: CasebookDatabase, key: string, value: Json): void {
  database
    .prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    .run(key, JSON.stringify(value));
}

/** Forgets a setting of the casebook. */
export function deleteMeta(database: CasebookDatabase, key: string): void {
  database.prepare('DELETE FROM meta WHERE key = ?').run(key);
}

/** A setting that is a text, empty where it was never set. */
export function readMetaText(database: CasebookDatabase, key: string): string {
  const value = readMeta(database, key);
  return typeof value === 'string' ? value : '';
}
