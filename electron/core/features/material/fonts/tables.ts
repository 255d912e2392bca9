import { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/** A font's tables by their tags. */
export type FontTables = ReadonlyMap<string, Buffer>;

/** One font in a file; a collection (.ttc) holds several, each with its number. */
export interface FontFace {
  readonly file: string;
  readonly index: number;
  readonly family: string;
  /** Regular, Bold, Italic, ... */
  readonly style: string;
}

const COLLECTION = 'ttcf';
/** TrueType outlines; `OTTO` fonts draw theirs another way. */
const TRUE_TYPE: ReadonlySet<string> = new Set(['\0\u0001\0\0', 'true']);
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

/** The fonts with TrueType outlines in a file; none in a file that is none or is damaged. */
export async function facesIn(file: string): Promise<FontFace[]> {
  return within(file, async (handle) => {
    const faces: FontFace[] = [];
    for (const [index, start] of (await starts(handle)).entries()) {
      const entries = await directory(handle, start);
      const name = entries.find(({ tag }) => tag === 'name');
      if (name === undefined || !entries.some(({ tag }) => tag === 'glyf')) continue;
      const names = namesIn(await read(handle, name.offset, name.length));
      const family = names.get(FAMILY);
      if (family !== undefined) faces.push({ file, index, family, style: names.get(STYLE) ?? 'Regular' });
    }
    return faces;
  });
}

/** All tables of a font. Throws {@link RangeError} where the file is damaged. */
export async function tablesOf({ file, index }: Pick<FontFace, 'file' | 'index'>): Promise<FontTables> {
  const handle = await open(file, 'r');
  try {
    const start = (await starts(handle))[index];
    if (start === undefined) throw new RangeError(`${file} holds no TrueType font.`);
    const tables = new Map<string, Buffer>();
    for (const { tag, offset, length } of await directory(handle, start))
      tables.set(tag, await read(handle, offset, length));
    return tables;
  } finally {
    await handle.close();
  }
}

async function within(file: string, work: (handle: FileHandle) => Promise<FontFace[]>): Promise<FontFace[]> {
  const handle = await open(file, 'r');
  try {
    return await work(handle);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    await handle.close();
  }
}

async function starts(handle: FileHandle): Promise<number[]> {
  const head = await read(handle, 0, 12);
  if (head.toString('latin1', 0, 4) !== COLLECTION) return [0];
  const count = Math.min(head.readUInt32BE(8), MOST_FACES);
  const places = await read(handle, 12, count * 4);
  return Array.from({ length: count }, (_, index) => places.readUInt32BE(index * 4));
}

async function directory(handle: FileHandle, start: number): Promise<Entry[]> {
  const head = await read(handle, start, 12);
  if (!TRUE_TYPE.has(head.toString('latin1', 0, 4))) return [];
  const count = Math.min(head.readUInt16BE(4), MOST_TABLES);
  const entries = await read(handle, start + 12, count * 16);
  return Array.from({ length: count }, (_, index) => ({
    tag: entries.toString('latin1', index * 16, index * 16 + 4),
    offset: entries.readUInt32BE(index * 16 + 8),
    length: entries.readUInt32BE(index * 16 + 12),
  }));
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
