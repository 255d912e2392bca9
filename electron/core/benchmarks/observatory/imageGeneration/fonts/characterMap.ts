import type { Buffer } from 'node:buffer';

/*
 * A font's character map (the table `cmap`) says in four bytes that four thousand million characters have glyphs, and
 * opentype.js counts every one of them up. What is more than there are characters is damaged, or meant to do harm.
 */

const CHARACTERS = 0x11_0000;
/** Formats by what they say of characters: segments of 16 bits, groups of 32 bits. */
const SEGMENTS = 4;
const GROUPS: ReadonlySet<number> = new Set([12, 13]);
/** Shapes of a character for a sign that follows it: platform 0, encoding 5. Words are set without. */
const VARIATIONS = 0x0000_0005;
/** A platform that there is not. */
const NOBODY = 0xffff_ffff;

/** The table without what words do not need. Throws {@link RangeError} where it speaks of more characters than there are. */
export function boundedMap(table: Buffer): Buffer {
  const count = table.readUInt16BE(2);
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const record = 4 + index * 8;
    if (table.readUInt32BE(record) === VARIATIONS) {
      table.writeUInt32BE(NOBODY, record);
      continue;
    }
    const start = table.readUInt32BE(record + 4);
    if (seen.has(start)) continue;
    seen.add(start);
    if (spokenOf(table, start) > CHARACTERS)
      throw new RangeError('Its character map speaks of more characters than there are.');
  }
  return table;
}

/** Of how many characters a map within the table speaks, each as often as it does. */
function spokenOf(table: Buffer, start: number): number {
  const format = table.readUInt16BE(start);
  let sum = 0;
  if (format === SEGMENTS) {
    const segments = table.readUInt16BE(start + 6) >> 1;
    for (let index = 0; index < segments; index += 1) {
      const last = table.readUInt16BE(start + 14 + index * 2);
      const first = table.readUInt16BE(start + 16 + (segments + index) * 2);
      sum += Math.max(0, last - first + 1);
    }
  } else if (GROUPS.has(format)) {
    const groups = table.readUInt32BE(start + 12);
    for (let index = 0; index < groups; index += 1) {
      const group = start + 16 + index * 12;
      sum += Math.max(0, table.readUInt32BE(group + 4) - table.readUInt32BE(group) + 1);
    }
  }
  return sum;
}
