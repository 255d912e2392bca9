/**
 * Remembers a function's results for the last values: columns of many rows repeat the same few texts. Results are
 * shared and must not be changed.
 * @param most how many results are kept; beyond that all are forgotten at once
 */
export function memoized<Key extends string | number | null, T>(
  make: (key: Key) => T,
  most = 10_000,
): (key: Key) => T {
  const kept = new Map<Key, { readonly value: T }>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    if (kept.size >= most) kept.clear();
    kept.set(key, { value });
    return value;
  };
}
