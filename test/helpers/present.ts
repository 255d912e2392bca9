/**
 * The value, which a test needs to go on. Throws when there is none, at the line that asked for it; `missing` says what
 * the line does not.
 */
export function present<T>(value: T, missing = 'There is no value here.'): NonNullable<T> {
  if (value !== undefined && value !== null) return value;
  const error = new Error(missing);
  Error.captureStackTrace(error, present);
  throw error;
}

/** The first values, as many as `count`. Throws when there are fewer, at the line that asked for them. */
export function firsts<T>(values: Iterable<T>, count: 2): [T, T];
export function firsts<T>(values: Iterable<T>, count: 3): [T, T, T];
export function firsts<T>(values: Iterable<T>, count: 4): [T, T, T, T];
export function firsts<T>(values: Iterable<T>, count: 5): [T, T, T, T, T];
export function firsts<T>(values: Iterable<T>, count: 6): [T, T, T, T, T, T];
export function firsts<T>(values: Iterable<T>, count: number): T[] {
  const found = [...values].slice(0, count);
  if (found.length === count) return found;
  const error = new Error(`There are ${String(found.length)} values, not ${String(count)}.`);
  Error.captureStackTrace(error, firsts);
  throw error;
}
