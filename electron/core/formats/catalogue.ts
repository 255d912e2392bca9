import { Buffer } from 'node:buffer';
import { open, readdir, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FormatDescription } from '../../../shared/contract/importExport.ts';
import { errorCode } from '../base/errors.ts';
import { type Format, JSON_EXTENSIONS } from './format.ts';

/** The formats that there are. */
export interface Formats {
  /** All of them, in the order in which people see them. */
  readonly list: readonly FormatDescription[];
  find(id: string): Format | undefined;
  /**
   * The ids of the formats that a file or folder looks like, by its names and its first bytes: the likeliest first, and with it
   * those that hold the same kind of thing. Empty where none fits.
   */
  recognise(path: string): Promise<readonly string[]>;
}

/** How much of a file tells its format. */
const HEAD_BYTES = 65_536;

/** Puts formats together. Throws where two have the same id. */
export function createFormats(formats: readonly Format[]): Formats {
  const inOrder = formats.toSorted((a, b) => a.position - b.position);
  const byId = new Map(inOrder.map((format) => [format.description.id, format]));
  if (byId.size < inOrder.length) throw new Error('Two formats have the same id.');
  const recognisable = inOrder
    .flatMap(({ description, recognition }) =>
      recognition === undefined ? [] : [{ id: description.id, ...recognition }],
    )
    .sort((a, b) => a.order - b.order);

  const ofFolder = async (path: string): Promise<readonly string[]> => {
    const names = await readdir(path);
    const found: Format[] = inOrder.filter((format) =>
      dataFiles(format).some((name) => names.includes(name)),
    );
    for (const each of recognisable) {
      const format = byId.get(each.id);
      if (format !== undefined && !found.includes(format) && (await each.folder?.(path, names)) === true)
        found.push(format);
    }
    const [first, ...others] = found;
    if (first === undefined) return [];
    const alike = others.filter(({ reads }) => first.reads?.of === 'boxes' && reads?.of === 'boxes');
    return [first, ...alike].map(({ description }) => description.id);
  };
  const ofFile = async (path: string): Promise<readonly string[]> => {
    const extension = extname(path).toLowerCase();
    const possible = recognisable.filter(({ extensions = JSON_EXTENSIONS }) =>
      extensions.includes(extension),
    );
    if (possible.length === 0) return [];
    const head = await headOf(path);
    return possible.flatMap((each) => (each.file?.(head) === true ? [each.id] : [])).slice(0, 1);
  };
  return {
    list: inOrder.map(({ description }) => description),
    find: (id) => byId.get(id),
    async recognise(path) {
      try {
        return (await stat(path)).isDirectory() ? await ofFolder(path) : await ofFile(path);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      }
    },
  };
}

/** The names that tell a folder of a format. */
function dataFiles({ recognition, reads }: Format): readonly string[] {
  return [...(recognition?.names ?? []), ...(reads?.of === 'items' ? reads.files.flat() : [])];
}

/** The beginning of a file as text. */
export async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
