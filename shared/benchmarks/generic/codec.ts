import { isList, type Json, type JsonObject } from '../../base/json.ts';

/**
 * The payload with the names of its images, in their order, replaced: `image` first, then those of `images`. What
 * has no image keeps everything as it is.
 */
export function withImageNames(payload: JsonObject, names: readonly string[]): JsonObject {
  const rest = [...names];
  const entries = Object.entries(payload);
  // Whatever the order of the two keys, the first name is that of `image`.
  const single = typeof payload['image'] === 'string' ? rest.shift() : undefined;
  return Object.fromEntries(
    entries.map(([key, value]): [string, Json] => {
      if (key === 'image' && single !== undefined) return [key, single];
      if (key === 'images' && isList(value)) return [key, value.map((name) => rest.shift() ?? name)];
      return [key, value];
    }),
  );
}
