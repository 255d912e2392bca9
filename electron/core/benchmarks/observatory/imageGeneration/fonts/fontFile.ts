import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { boundedMap } from './characterMap.ts';
import { compactPrograms } from './compactFont.ts';
import { assertBounded } from './composites.ts';

/*
 * Lists the fonts in files and cuts one font out of a file. opentype.js parses the whole of a file with one font; this
 * reads only the names of hundreds of files, and takes fonts out of collections (.ttc).
 */

/** One font in a file; a collection holds several, each with its number. */
export interface FontFace {
  readonly file: string;
  readonly index: number;
  readonly family: string;
  /** Regular, Bold, Italic, ... */
  readonly style: string;
}

/** A font that {@link fontFile} gives. */
export interface FontFile {
  readonly bytes: ArrayBuffer;
  /** What draws each glyph, in the Compact Font Format; none in the others. */
  readonly programs: readonly Buffer[];
}

const COLLECTION = 'ttcf';
/** TrueType outlines, the latter on Apple's systems, and outlines in the Compact Font Format. */
const KINDS: ReadonlySet<string> = new Set(['\0\u0001\0\0', 'true', 'OTTO']);
const COMPACT: ReadonlySet<string> = new Set(['CFF ', 'CFF2']);
const OUTLINES: ReadonlySet<string> = new Set(['glyf', ...COMPACT]);
/** What letters, their shapes and their widths need; the rest of a font cannot spoil these. */
const NEEDED: ReadonlySet<string> = new Set([
  'cmap',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  ...OUTLINES,
]);
/** In place of the names of glyphs, which nothing needs: a table that says there are none. */
const NAMELESS = { tag: 'post', content: Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.alloc(28)]) };
const LARGEST_TABLE = 64 * 1024 * 1024;
const MOST_FACES = 64;
const MOST_TABLES = 256;

const FAMILY = 1;
const STYLE = 2;

interface Entry {
  readonly tag: string;
  readonly offset: number;
  readonly length: number;
}

/** The fonts with outlines in a file; none in another file or a damaged one. */
export async function facesIn(file: string): Promise<FontFace[]> {
  const handle = await open(file, 'r');
  try {
    const faces: FontFace[] = [];
    for (const [index, start] of (await starts(handle)).entries()) {
      const { entries } = await directory(handle, start);
      const name = entries.find(({ tag }) => tag === 'name');
      if (name === undefined || !entries.some(({ tag }) => OUTLINES.has(tag))) continue;
      const names = namesIn(await read(handle, name.offset, name.length));
      const family = names.get(FAMILY);
      if (family !== undefined) faces.push({ file, index, family, style: names.get(STYLE) ?? 'Regular' });
    }
    return faces;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * A font as a file of its own with the tables that setting words needs. Throws {@link RangeError} where it is damaged, or
 * is made to take up a program that reads it.
 */
export async function fontFile({ file, index }: Pick<FontFace, 'file' | 'index'>): Promise<FontFile> {
  const handle = await open(file, 'r');
  try {
    const start = (await starts(handle))[index];
    if (start === undefined) throw new RangeError('The font is not in the file.');
    const { kind, entries } = await directory(handle, start);
    const tables: Table[] = [NAMELESS];
    let programs: readonly Buffer[] = [];
    for (const [tag, { offset, length }] of new Map(entries.map((entry) => [entry.tag, entry]))) {
      if (!NEEDED.has(tag)) continue;
      const content = await read(handle, offset, length);
      // The library takes the first version where there are both.
      if (COMPACT.has(tag))
        programs = tag === 'CFF2' && programs.length > 0 ? programs : compactPrograms(content);
      tables.push({ tag, content: tag === 'cmap' ? boundedMap(content) : content });
    }
    const table = (tag: string): Buffer | undefined => tables.find((each) => each.tag === tag)?.content;
    const [glyf, head, loca] = ['glyf', 'head', 'loca'].map(table);
    if (glyf !== undefined && head !== undefined && loca !== undefined) assertBounded({ glyf, head, loca });
    return { bytes: assembled(kind, tables), programs };
  } finally {
    await handle.close();
  }
}

interface Table {
  readonly tag: string;
  readonly content: Buffer;
}

function assembled(kind: Buffer, tables: readonly Table[]): ArrayBuffer {
  const head = Buffer.alloc(12 + tables.length * 16);
  kind.copy(head);
  head.writeUInt16BE(tables.length, 4);
  let offset = head.length;
  for (const [index, { tag, content }] of tables.entries()) {
    const entry = 12 + index * 16;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(content.length, entry + 12);
    offset += content.length;
  }
  const whole = new Uint8Array(offset);
  let at = 0;
  for (const part of [head, ...tables.map(({ content }) => content)]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}

async function starts(handle: FileHandle): Promise<number[]> {
  const head = await read(handle, 0, 12);
  if (head.toString('latin1', 0, 4) !== COLLECTION) return [0];
  const count = Math.min(head.readUInt32BE(8), MOST_FACES);
  const places = await read(handle, 12, count * 4);
  return Array.from({ length: count }, (_, index) => places.readUInt32BE(index * 4));
}

async function directory(handle: FileHandle, start: number): Promise<{ kind: Buffer; entries: Entry[] }> {
  const head = await read(handle, start, 12);
  const kind = head.subarray(0, 4);
  if (!KINDS.has(kind.toString('latin1'))) return { kind, entries: [] };
  const count = Math.min(head.readUInt16BE(4), MOST_TABLES);
  const entries = await read(handle, start + 12, count * 16);
  return {
    kind,
    entries: Array.from({ length: count }, (_, index) => ({
      tag: entries.toString('latin1', index * 16, index * 16 + 4),
      offset: entries.readUInt32BE(index * 16 + 8),
      length: entries.readUInt32BE(index * 16 + 12),
    })),
  };
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length > LARGEST_TABLE) throw new RangeError('A table of the font is too large.');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError('The font is cut off.');
  return buffer;
}

/** The English names of a font; UTF-16 from Windows' records, Mac's as they are. */
function namesIn(table: Buffer): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const texts = table.readUInt16BE(4);
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const record = 6 + index * 12;
    const [platform, language, id] = [0, 4, 6].map((offset) => table.readUInt16BE(record + offset));
    const start = texts + table.readUInt16BE(record + 10);
    const bytes = table.subarray(start, start + table.readUInt16BE(record + 8));
    if (id === undefined) continue;
    if (platform === 3 && language === 0x409) names.set(id, Buffer.from(bytes).swap16().toString('utf16le'));
    else if (platform === 1 && language === 0 && !names.has(id)) names.set(id, bytes.toString('latin1'));
  }
  return names;
}
