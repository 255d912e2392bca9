import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Font, Glyph, Path } from 'opentype.js/dist/opentype.mjs';

/** Where the letters of the test font have their ink, in thousandths of the em square; y upward. */
export const TEST_FONT = {
  family: 'Casebook Test',
  advance: 600,
  left: 50,
  right: 550,
  upperHeight: 700,
  lowerHeight: 500,
} as const;

/** Letters drawn as a round of nothing but control points; the others are blocks. */
const ROUND = new Set('aeiouAEIOU');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
/** A letter put together from another, `n`, enlarged nowhere and moved by nothing. */
const COMPOSITE = 'm';

/**
 * Writes a TrueType font whose letters A to Z and a to z are blocks and rounds of known size, so that where ink has to
 * be can be worked out by hand, on a machine without fonts, too. Gives the folder.
 */
export function writeTestFont(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'casebook-test.ttf'), trueType(TEST_FONT.family));
  return folder;
}

/** The family of the test font whose outlines are cubic curves; letters and widths are the same. */
export const CUBIC_FAMILY = 'Casebook Test Cubic';

/** Writes the test font with outlines in the Compact Font Format, rounds as cubic curves. Gives the folder. */
export function writeCubicTestFont(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const notdef = new Glyph({
    name: '.notdef',
    unicode: 0,
    advanceWidth: TEST_FONT.advance,
    path: new Path(),
  });
  const font = new Font({
    familyName: CUBIC_FAMILY,
    styleName: 'Regular',
    unitsPerEm: 1000,
    ascender: 800,
    descender: -200,
    glyphs: [notdef, ...LETTERS.map(cubicGlyph)],
  });
  writeFileSync(join(folder, 'casebook-test.otf'), new Uint8Array(font.toArrayBuffer()));
  return folder;
}

/** Writes a collection of two fonts, whose families have these names. Gives the folder. */
export function writeTestCollection(folder: string, families: readonly [string, string]): string {
  mkdirSync(folder, { recursive: true });
  const head = Buffer.alloc(12 + families.length * 4);
  head.write('ttcf', 'latin1');
  head.writeUInt32BE(0x0001_0000, 4);
  head.writeUInt32BE(families.length, 8);
  const parts: Buffer[] = [head];
  for (const [index, family] of families.entries()) {
    const start = parts.reduce((sum, part) => sum + part.length, 0);
    head.writeUInt32BE(start, 12 + index * 4);
    parts.push(trueType(family, start));
  }
  writeFileSync(join(folder, 'casebook-test.ttc'), Buffer.concat(parts));
  return folder;
}

function cubicGlyph(letter: string): Glyph {
  const { left, right, advance } = TEST_FONT;
  const height = heightOf(letter);
  const path = new Path();
  path.moveTo(left, 0);
  // Three quarters of the way to its control points is as high as such a curve gets.
  if (ROUND.has(letter)) path.curveTo(left, (height * 4) / 3, right, (height * 4) / 3, right, 0);
  else {
    path.lineTo(left, height);
    path.lineTo(right, height);
    path.lineTo(right, 0);
  }
  path.closePath();
  return new Glyph({ name: letter, unicode: letter.charCodeAt(0), advanceWidth: advance, path });
}

const heightOf = (letter: string): number => (letter < 'a' ? TEST_FONT.upperHeight : TEST_FONT.lowerHeight);

/**
 * A TrueType font whose glyphs, from A on, are put together from the glyphs with these numbers, where 1 is A itself; a
 * block where there are none.
 */
export function fontOfComposites(parts: readonly (readonly number[])[]): Buffer {
  const glyphs = parts.map((each) =>
    each.length === 0 ? simpleGlyph(TEST_FONT.upperHeight, 1) : compositeOf(...each),
  );
  return trueType('Casebook Composites', 0, [Buffer.alloc(0), ...glyphs]);
}

/** A font with these outlines in the Compact Font Format; the second is A, the next B, and so on. */
export function fontOfTable(tag: 'CFF ' | 'CFF2', table: Buffer, glyphs: number): Buffer {
  const empty = Array.from({ length: glyphs }, () => Buffer.alloc(0));
  const { glyf: _, loca: __, ...tables } = tablesOf('Casebook Compact', empty);
  return assemble({ [tag]: table, ...tables }, 0);
}

function letterGlyphs(): Buffer[] {
  return [
    Buffer.alloc(0),
    ...LETTERS.map((letter) =>
      letter === COMPOSITE
        ? compositeOf(1 + LETTERS.indexOf('n'))
        : simpleGlyph(heightOf(letter), ROUND.has(letter) ? 0 : 1),
    ),
  ];
}

/** A TrueType font; in a collection its tables are found from the beginning of the file. */
function trueType(family: string, start = 0, glyphs = letterGlyphs()): Buffer {
  return assemble(tablesOf(family, glyphs), start);
}

function tablesOf(family: string, glyphs: readonly Buffer[]) {
  const offsets = [0];
  for (const glyph of glyphs) offsets.push((offsets.at(-1) ?? 0) + glyph.length);
  return {
    cmap: words(0, 1, 3, 1, 0, 12, ...characterMap()),
    glyf: Buffer.concat(glyphs),
    head: Buffer.concat([
      words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0),
      words(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ]),
    hhea: words(1, 0, 800, 0, 0, 600, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1),
    // One measured glyph: all others are as wide.
    hmtx: words(TEST_FONT.advance, 0, ...glyphs.slice(1).map(() => 0)),
    loca: Buffer.concat(offsets.map((offset) => words(offset >>> 16, offset & 0xffff))),
    maxp: words(1, 0, glyphs.length),
    name: names(family),
  };
}

/** Counter-clockwise round the block; `on`: 1 for corners, 0 for control points. */
function simpleGlyph(height: number, on: 0 | 1): Buffer {
  const { left, right } = TEST_FONT;
  const flags = Buffer.alloc(4, on);
  const across = words(left, right - left, 0, left - right);
  const up = words(0, 0, height, 0);
  return Buffer.concat([words(1, left, 0, right, height, 3, 0), flags, across, up, Buffer.alloc(2)]);
}

/** Moved by words (1), by offsets (2), with more to come (32). */
function compositeOf(...parts: readonly number[]): Buffer {
  const { left, right, lowerHeight } = TEST_FONT;
  const components = parts.flatMap((glyph, at) => [at === parts.length - 1 ? 3 : 3 | 32, glyph, 0, 0]);
  return words(0xffff, left, 0, right, lowerHeight, ...components);
}

/** Format 4: A to Z, a to z, and the end. */
function characterMap(): number[] {
  const segments = 3;
  const delta = (first: number, glyph: number): number => (glyph - first) & 0xffff;
  const ends = [0x5a, 0x7a, 0xffff];
  const firsts = [0x41, 0x61, 0xffff];
  const deltas = [delta(0x41, 1), delta(0x61, 27), 1];
  const offsets = [0, 0, 0];
  const head = [4, 16 + segments * 8, 0, segments * 2, 4, 1, 2];
  return [...head, ...ends, 0, ...firsts, ...deltas, ...offsets];
}

function names(name: string): Buffer {
  const texts = [name, 'Regular'].map((text) => Buffer.from(text, 'utf16le').swap16());
  const [family = Buffer.alloc(0), style = Buffer.alloc(0)] = texts;
  return Buffer.concat([
    words(0, 2, 6 + 24),
    words(3, 1, 0x409, 1, family.length, 0),
    words(3, 1, 0x409, 2, style.length, family.length),
    family,
    style,
  ]);
}

function assemble(tables: Readonly<Record<string, Buffer>>, start: number): Buffer {
  const entries = Object.entries(tables);
  let offset = 12 + entries.length * 16;
  const directory = [words(1, 0, entries.length, 0, 0, 0)];
  for (const [tag, table] of entries) {
    const entry = Buffer.alloc(16);
    entry.write(tag, 'latin1');
    entry.writeUInt32BE(start + offset, 8);
    entry.writeUInt32BE(table.length, 12);
    directory.push(entry);
    offset += table.length;
  }
  return Buffer.concat([...directory, ...entries.map(([, table]) => table)]);
}

/** Sixteen bits each; negative ones as their complement. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, index * 2));
  return bytes;
}
