import type { Json, JsonObject } from '../base/json.ts';
import type { ParseResult } from './problems.ts';

/**
 * A kind of file that says more of items that are there already: an auditor's output, reasoning chains, what a
 * classifier made of them. It changes keys of their payload and never their wording, so that no new edition begins.
 */
export interface Addition {
  /** Reads one element of the file; problems name its fields. */
  parse(value: Json): ParseResult<AddedEntry>;
  /**
   * The payload with a file's additions, in the file's order. A repetition changes nothing and returns the same object;
   * keys that the file does not name stay to the letter.
   * @param earlier other wordings of the item (as it was imported, before a fix), in which an entry may be known
   */
  apply(
    payload: JsonObject,
    entries: readonly JsonObject[],
    earlier: readonly JsonObject[],
  ): ParseResult<JsonObject>;
  /**
   * An entry that comes in when the item has been fixed, as one about its current edition (its number, from 2), unless it
   * says itself of which. Left out: what such files say is about no edition.
   */
  about?(entry: JsonObject, edition: number, payload: JsonObject): JsonObject;
  /**
   * An item's own source that comes in again, with what such files have added to the item since: the source does not
   * know of it, and its silence takes nothing away.
   */
  keep(source: JsonObject, added: JsonObject): JsonObject;
}

/** What one element of such a file says of an item. */
export interface AddedEntry {
  /** The item's own id in its source. */
  readonly item: string;
  /** A file says this once of an item: the auditor's name, for example. */
  readonly key: string;
  readonly entry: JsonObject;
  /** The images that it brings, by their paths relative to the file; left out where it brings none. */
  readonly images?: readonly string[];
}

/** {@link Addition.keep} for keys that the source either has or has not. */
export function keepKeys(source: JsonObject, added: JsonObject, keys: readonly string[]): JsonObject {
  const lost = keys.filter((key) => !has(source, key) && has(added, key));
  if (lost.length === 0) return source;
  return { ...source, ...Object.fromEntries(lost.map((key): [string, Json] => [key, added[key] ?? null])) };
}

const has = (object: JsonObject, key: string): boolean =>
  Object.hasOwn(object, key) && object[key] !== undefined && object[key] !== null;
