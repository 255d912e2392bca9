import { isList, type Json, sameJson } from '../base/json.ts';
import type { TaskField } from './task.ts';

/** A value as people read it, line by line; empty where the field was left open. */
export function valueLines(value: Json, field?: TaskField): readonly string[] {
  const offered =
    field?.comparison.level === 'nominal'
      ? field.comparison.offered?.find((each) => sameJson(each.value, value))
      : undefined;
  if (offered !== undefined) return [offered.name];
  if (value === null || value === '') return [];
  if (isList(value)) return value.map((each) => valueLines(each).join(' '));
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'object') {
    // An id tells people nothing.
    const parts = Object.entries(value).filter(([name]) => name !== 'id');
    return [
      parts
        .flatMap(([name, part]) => (typeof part === 'boolean' ? (part ? [name] : []) : valueLines(part)))
        .join(' — '),
    ];
  }
  return [String(value)];
}

/** "discardReason" as words: "Discard reason". */
export function partTitle(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .replaceAll(/[_-]+/gu, ' ')
    .toLowerCase();
  // A single letter is a symbol of a formula: p is not P.
  return words.length === 1 ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A dotted path as words, places counted from one: "clues.0.text" is "Clues 1, text".
 * @param fields the form's fields: where the path begins with one of them, it is called as the form calls it
 */
export function pathTitle(path: string, fields: readonly TaskField[] = []): string {
  return path
    .split('.')
    .map((part, at) => {
      if (/^\d+$/u.test(part)) return ` ${String(Number(part) + 1)}`;
      const title = (at === 0 ? fields.find(({ name }) => name === part)?.title : null) ?? partTitle(part);
      return at === 0 ? title : `, ${title.toLowerCase()}`;
    })
    .join('');
}
