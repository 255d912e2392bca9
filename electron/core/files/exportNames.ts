const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;
const LONGEST = 120;

/**
 * Names for exported files that every system can hold: relative, without characters that Windows refuses, and
 * no two the same where neither case nor extension counts (label files bear the names of their images).
 */
export function createNames(): (name: string, extension: string) => string {
  const taken = new Set<string>();
  return (name, extension) => {
    const stem = name
      .replace(/\.[A-Za-z0-9]{1,5}$/u, '')
      .split(/[/\\]/u)
      .map(safeSegment)
      .filter((segment) => segment !== '')
      .join('/');
    const base = stem === '' ? 'image' : stem;
    for (let count = 1; ; count += 1) {
      const candidate = `${base}${count === 1 ? '' : `-${String(count)}`}`;
      const key = candidate.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return `${candidate}.${extension}`;
    }
  };
}

function safeSegment(segment: string): string {
  const plain = segment
    .replaceAll(/[<>:"|?*\p{Cc}]/gu, '_')
    .slice(0, LONGEST)
    .replace(/[. ]+$/u, '');
  if (/^\.*$/u.test(plain)) return '';
  return RESERVED.test(plain) || plain.startsWith('.') ? `_${plain}` : plain;
}
