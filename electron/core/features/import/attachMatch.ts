/** A place that waits for an image, under the name its source gave. */
export interface MissingImage {
  readonly name: string;
}

/**
 * The file for each missing name: the same path, else the path in any case, else the bare name, else the bare name with
 * any extension. A looser match counts only if it is unique on both sides.
 */
export function matchByName<T extends MissingImage>(
  missing: readonly T[],
  files: readonly string[],
): ReadonlyMap<T, string> {
  const found = new Map<T, string>();
  const used = new Set<string>();
  const ways: ((name: string) => string)[] = [
    (name) => name,
    folded,
    (name) => bare(folded(name)),
    (name) => bare(folded(name)).replace(/\.[a-z0-9]{1,5}$/u, ''),
  ];
  for (const key of ways) {
    const byKey = group(
      files.filter((file) => !used.has(file)),
      key,
    );
    const wanted = group(
      missing.filter((each) => !found.has(each)),
      ({ name }) => key(slashes(name)),
    );
    for (const [value, places] of wanted) {
      const [file, ...others] = byKey.get(value) ?? [];
      const distinct = new Set(places.map(({ name }) => name));
      if (file === undefined || others.length > 0 || distinct.size > 1) continue;
      for (const each of places) found.set(each, file);
      used.add(file);
    }
  }
  return found;
}

function group<T>(things: readonly T[], key: (thing: T) => string): ReadonlyMap<string, T[]> {
  return Map.groupBy(things, key);
}

const slashes = (name: string): string => name.replaceAll('\\', '/').replace(/^\.\//u, '');
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
const bare = (name: string): string => name.split('/').at(-1) ?? name;
