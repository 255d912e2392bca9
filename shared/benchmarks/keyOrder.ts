import type { Json, JsonObject } from '../base/json.ts';

/**
 * `changes` over `payload`: undefined drops a key, a changed one keeps its place, a new one goes before the first key
 * of the payload that comes later in `order`.
 */
export function withChanges(
  payload: JsonObject,
  changes: Readonly<Record<string, Json | undefined>>,
  order: readonly string[],
): JsonObject {
  // By own keys only: an unknown key of a payload may be called `constructor` or `__proto__`.
  const changed = (key: string): boolean => Object.hasOwn(changes, key);
  const entries = Object.entries(payload).filter(([key]) => !changed(key) || changes[key] !== undefined);
  const result: [string, Json][] = entries.map(([key, value]) => [
    key,
    (changed(key) ? changes[key] : undefined) ?? value,
  ]);
  for (const key of order) {
    const value = changes[key];
    if (value === undefined || result.some(([existing]) => existing === key)) continue;
    const later = new Set<string>(order.slice(order.indexOf(key) + 1));
    const at = result.findIndex(([existing]) => later.has(existing));
    result.splice(at === -1 ? result.length : at, 0, [key, value]);
  }
  return Object.fromEntries(result);
}
