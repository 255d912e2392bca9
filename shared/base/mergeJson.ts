import { type Json, type JsonObject, sameJson } from './json.ts';

export interface MergedPayload {
  readonly payload: JsonObject;
  /** The keys that changed against what the casebook held, with what they held and hold. */
  readonly changes: readonly {
    readonly key: string;
    readonly from: Json | undefined;
    readonly to: Json | undefined;
  }[];
  /** Keys that both sides changed, each in its own way: the casebook's stays. */
  readonly conflicts: readonly string[];
}

/**
 * Merges a changed source into an item that was edited here, key by key: the source's changes come in, edits stay, and
 * if both changed a key differently, the edit stays and the key is named.
 */
export function mergePayload(base: JsonObject, mine: JsonObject, theirs: JsonObject): MergedPayload {
  const changes: { key: string; from: Json | undefined; to: Json | undefined }[] = [];
  const conflicts: string[] = [];
  const result = new Map<string, Json>(Object.entries(mine));
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])) {
    const [was, here, there] = [own(base, key), own(mine, key), own(theirs, key)];
    if (sameJson(there, was) || sameJson(here, there)) continue;
    if (!sameJson(here, was)) {
      conflicts.push(key);
      continue;
    }
    changes.push({ key, from: here, to: there });
    if (there === undefined) result.delete(key);
    else result.set(key, there);
  }
  return { payload: Object.fromEntries(inOrderOf(theirs, result)), changes, conflicts };
}

/** New keys go where the source has them: behind the key that precedes them there. */
function inOrderOf(theirs: JsonObject, merged: ReadonlyMap<string, Json>): [string, Json][] {
  const entries = [...merged];
  const order = Object.keys(theirs);
  // As the source has it, where the source has every key.
  if (entries.length === order.length && order.every((key) => merged.has(key))) {
    return order.flatMap((key) => {
      const value = merged.get(key);
      return value === undefined ? [] : [[key, value]];
    });
  }
  return entries;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
