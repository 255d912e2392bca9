import type { Buffer } from 'node:buffer';
import { Glyphs } from './glyphs.ts';
import type { Outline } from './outline.ts';
import { moved } from './outline.ts';
import type { FontTables } from './tables.ts';

/** A font that words can be set in. */
export interface Font {
  /** Whether it has a glyph for every character. */
  has(text: string): boolean;
  /**
   * The outline of a line of text in units of the em square's side, baseline at 0, y downward. Glyphs stand at their
   * advances, without kerning or ligatures: each character's shape is that of its own glyph.
   */
  outline(text: string): Outline;
}

/** Reads a TrueType font's outlines, metrics and character map. Throws {@link RangeError} for a damaged file. */
export function readFont(tables: FontTables): Font {
  const need = (tag: string): Buffer => {
    const table = tables.get(tag);
    if (table === undefined) throw new RangeError(`The font lacks its table ${tag}.`);
    return table;
  };
  const head = need('head');
  const em = head.readUInt16BE(18);
  const glyphs = new Glyphs(need('loca'), need('glyf'), head.readInt16BE(50) === 1);
  const metrics = need('hmtx');
  const measured = need('hhea').readUInt16BE(34);
  const glyphOf = characterMap(need('cmap'));
  return {
    has: (text) => codePoints(text).every((codePoint) => glyphOf(codePoint) !== 0),
    outline(text) {
      const outline: Outline = [];
      let at = 0;
      for (const codePoint of codePoints(text)) {
        const glyph = glyphOf(codePoint);
        outline.push(...moved(glyphs.outline(glyph), [1 / em, 0, 0, -1 / em, at / em, 0]));
        at += metrics.readUInt16BE(Math.min(glyph, measured - 1) * 4);
      }
      return outline;
    },
  };
}

const codePoints = (text: string): number[] => Array.from(text, (each) => each.codePointAt(0) ?? 0);

/** Which glyph stands for a code point; 0 for none. Reads the maps of format 4 and 12, the latter first. */
function characterMap(table: Buffer): (codePoint: number) => number {
  const maps = Array.from({ length: table.readUInt16BE(2) }, (_, index) =>
    table.subarray(table.readUInt32BE(4 + index * 8 + 4)),
  );
  const ofFormat = (format: number): Buffer | undefined =>
    maps.find((map) => map.length > 2 && map.readUInt16BE(0) === format);
  const full = ofFormat(12);
  if (full !== undefined) return (codePoint) => inGroups(full, codePoint);
  const basic = ofFormat(4);
  if (basic !== undefined) return (codePoint) => inSegments(basic, codePoint);
  return () => 0;
}

function inGroups(map: Buffer, codePoint: number): number {
  let low = 0;
  let high = map.readUInt32BE(12);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const group = 16 + middle * 12;
    if (codePoint < map.readUInt32BE(group)) high = middle;
    else if (codePoint > map.readUInt32BE(group + 4)) low = middle + 1;
    else return map.readUInt32BE(group + 8) + codePoint - map.readUInt32BE(group);
  }
  return 0;
}

function inSegments(map: Buffer, codePoint: number): number {
  if (codePoint > 0xffff) return 0;
  const doubled = map.readUInt16BE(6);
  for (let at = 0; at < doubled; at += 2) {
    if (map.readUInt16BE(14 + at) < codePoint) continue;
    const first = map.readUInt16BE(16 + doubled + at);
    if (codePoint < first) return 0;
    const delta = map.readUInt16BE(16 + 2 * doubled + at);
    const place = 16 + 3 * doubled + at;
    const offset = map.readUInt16BE(place);
    if (offset === 0) return (codePoint + delta) & 0xffff;
    const glyph = map.readUInt16BE(place + offset + (codePoint - first) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
