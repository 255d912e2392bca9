/**
 * A function that remembers what it made of the last texts it was given: columns of many rows hold the same few again and
 * again. What it gives is shared, and not to be changed.
 * @param most how many results are kept; beyond that all are forgotten at once
 */
export function memoized<Text extends string | null, T>(
  make: (text: Text) => T,
  most = 10_000,
): (text: Text) => T {
  const kept = new Map<Text, { readonly value: T }>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known.value;
    const value = make(text);
    if (kept.size >= most) kept.clear();
    kept.set(text, { value });
    return value;
  };
}
