const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;
const LONGEST = 120;

/**
 * Names for exported files that every system accepts: relative, without characters that Windows refuses, unique
 * regardless of case and extension (label files share the names of their images). `reserved`: names already taken.
 */
export function createNames(reserved: Iterable<string> = []): (name: string, extension: string) => string {
  const taken = new Set([...reserved].map((name) => keyOf(safeStem(name))));
  return (name, extension) => {
    const stem = safeStem(name);
    const base = stem === '' ? 'image' : stem;
    for (let count = 1; ; count += 1) {
      const candidate = `${base}${count === 1 ? '' : `-${String(count)}`}`;
      const key = keyOf(candidate);
      if (taken.has(key)) continue;
      taken.add(key);
      return `${candidate}.${extension}`;
    }
  };
}

const keyOf = (stem: string): string => stem.normalize('NFC').toLowerCase();

function safeStem(name: string): string {
  return name
    .replace(/\.[A-Za-z0-9]{1,5}$/u, '')
    .split(/[/\\]/u)
    .map(safeSegment)
    .filter((segment) => segment !== '')
    .join('/');
}

function safeSegment(segment: string): string {
  const plain = segment
    .replaceAll(/[<>:"|?*\p{Cc}]/gu, '_')
    .slice(0, LONGEST)
    .replace(/[. ]+$/u, '');
  if (/^\.*$/u.test(plain)) return '';
  return RESERVED.test(plain) || plain.startsWith('.') ? `_${plain}` : plain;
}
