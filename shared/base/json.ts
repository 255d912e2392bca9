import './issues.ts';
import { z } from 'zod';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/**
 * Values deeper than this are refused: walking through them would run out of stack, and nobody writes them. It also
 * ends the walk through a value that contains itself.
 */
const DEEPEST_JSON = 500;

/**
 * Accepts JSON values and gives back the value itself. Zod's own schemas give a copy, and lose a key named
 * `__proto__` on the way, at any depth.
 */
export const Json: z.ZodType<Json> = z.custom<Json>((value) => isJson(value, 0), 'is not a JSON value');

export const JsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isJson(value, 0) && isJsonObject(value),
  'is not a JSON object',
);

function isJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth >= DEEPEST_JSON) return false;
  // Not `every` on the list itself, which passes over holes; a hole is no JSON value.
  if (Array.isArray(value)) return Array.from(value).every((inner) => isJson(inner, depth + 1));
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    Object.values(value).every((inner) => isJson(inner, depth + 1))
  );
}

/** Whether two JSON values are equal; the order of keys does not matter, that of list elements does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a === null || b === null) return false;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a) || isList(b)) {
    return (
      isList(a) && isList(b) && a.length === b.length && a.every((value, index) => sameJson(value, b[index]))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** `Array.isArray` that also narrows read-only lists. */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** A JSON object, as opposed to a list or a plain value. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** One text for every JSON value that {@link sameJson} holds equal: keys in the order of their code units. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
}
