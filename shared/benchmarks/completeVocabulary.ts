import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../base/json.ts';

/**
 * The complete parts of a changed vocabulary, over the saved one: of a list that is not complete as a whole, each
 * complete entry. An incomplete entry stays as saved; a new incomplete one is left out.
 * @param isComplete whether a whole vocabulary can be saved
 */
export function completeVocabulary(
  saved: JsonObject,
  changed: JsonObject,
  isComplete: (vocabulary: JsonObject) => boolean,
): JsonObject {
  if (isComplete(changed)) return changed;
  let taken = saved;
  for (const [name, value] of Object.entries(changed)) {
    const before = saved[name];
    if (value === undefined || (before !== undefined && sameJson(before, value))) continue;
    const whole = { ...taken, [name]: value };
    if (isComplete(whole)) taken = whole;
    else if (isList(value))
      taken = withEntries(
        taken,
        name,
        before !== undefined && isList(before) ? before : [],
        value,
        isComplete,
      );
  }
  return taken;
}

function withEntries(
  taken: JsonObject,
  name: string,
  before: readonly Json[],
  entries: readonly Json[],
  isComplete: (vocabulary: JsonObject) => boolean,
): JsonObject {
  // All entries as they are saved, then one after the other as it is now, where that can be saved.
  let list: readonly (Json | null)[] = entries.map(
    (entry, at) => savedOf(entry, at, before, entries) ?? null,
  );
  const present = (some: readonly (Json | null)[]): Json[] => some.filter((each) => each !== null);
  for (const [at, entry] of entries.entries()) {
    const next = list.with(at, entry);
    if (isComplete({ ...taken, [name]: present(next) })) list = next;
  }
  const result = { ...taken, [name]: present(list) };
  return isComplete(result) ? result : taken;
}

/** An entry as it is saved: the one with the same id, or, where none was added or removed, at the same place. */
function savedOf(
  entry: Json,
  at: number,
  before: readonly Json[],
  entries: readonly Json[],
): Json | undefined {
  const idOf = (each: Json | undefined): Json | undefined => (isJsonObject(each) ? each['id'] : undefined);
  const id = idOf(entry);
  const same = id === undefined ? undefined : before.find((each) => idOf(each) === id);
  if (same !== undefined) return same;
  const there = before.length === entries.length ? before[at] : undefined;
  const stands = entries.some((each) => idOf(each) !== undefined && idOf(each) === idOf(there));
  return stands ? undefined : there;
}
