import { isList, type Json } from '../../../../shared/base/json.ts';

/** Every text in a JSON value, for the full-text index. NUL would end a text early in SQLite, so it goes. */
export function collectTexts(value: Json, into: string[] = []): string[] {
  if (typeof value === 'string') into.push(value.replaceAll('\0', ' '));
  else if (typeof value === 'number' || typeof value === 'boolean' || value === null) return into;
  else if (isList(value)) for (const each of value) collectTexts(each, into);
  else for (const each of Object.values(value)) collectTexts(each, into);
  return into;
}

/** What the user typed as an FTS5 query: every word must occur, the last may be incomplete. Null: nothing to search. */
export function searchQuery(text: string): string | null {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu);
  return words === null ? null : words.map((word) => `"${word}"*`).join(' AND ');
}
