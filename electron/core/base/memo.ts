/**
 * A function that remembers what it made of the last values it was given: columns of many rows hold the same few texts
 * again and again. What it gives is shared, and not to be changed.
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
