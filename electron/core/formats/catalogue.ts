import { Buffer } from 'node:buffer';
import { open, readdir, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FormatDescription } from '../../../shared/contract/importExport.ts';
import { errorCode } from '../base/errors.ts';
import { type Format, JSON_EXTENSIONS } from './format.ts';

/** How much of a file tells its format. */
const HEAD_BYTES = 65_536;

/**
 * The formats that there are.
 * Puts formats together. Throws where two have the same id.
 */
export class Formats {
  readonly #inOrder;
  readonly #byId;
  readonly #recognisable;
  /** All of them, in the order in which people see them. */
  readonly list: readonly FormatDescription[];

  constructor(formats: readonly Format[]) {
    this.#inOrder = formats.toSorted((a, b) => a.position - b.position);
    this.#byId = new Map(this.#inOrder.map((format) => [format.description.id, format]));
    if (this.#byId.size < this.#inOrder.length) throw new Error('Two formats have the same id.');
    this.#recognisable = this.#inOrder
      .flatMap(({ description, recognition }) =>
        recognition === undefined ? [] : [{ id: description.id, ...recognition }],
      )
      .sort((a, b) => a.order - b.order);
    this.list = this.#inOrder.map(({ description }) => description);
  }

  find(id: string): Format | undefined {
    return this.#byId.get(id);
  }

  /**
   * The ids of the formats that a file or folder looks like, by its names and its first bytes: the likeliest first, and with it
   * those that hold the same kind of thing. Empty where none fits.
   */
  async recognise(path: string): Promise<readonly string[]> {
    try {
      return (await stat(path)).isDirectory() ? await this.#ofFolder(path) : await this.#ofFile(path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #ofFolder(path: string): Promise<readonly string[]> {
    const names = await readdir(path);
    const found: Format[] = this.#inOrder.filter((format) =>
      dataFiles(format).some((name) => names.includes(name)),
    );
    for (const each of this.#recognisable) {
      const format = this.#byId.get(each.id);
      if (format !== undefined && !found.includes(format) && (await each.folder?.(path, names)) === true)
        found.push(format);
    }
    const [first, ...others] = found;
    if (first === undefined) return [];
    const alike = others.filter(({ reads }) => first.reads?.of === 'boxes' && reads?.of === 'boxes');
    return [first, ...alike].map(({ description }) => description.id);
  }

  async #ofFile(path: string): Promise<readonly string[]> {
    const extension = extname(path).toLowerCase();
    const possible = this.#recognisable.filter(({ extensions = JSON_EXTENSIONS }) =>
      extensions.includes(extension),
    );
    if (possible.length === 0) return [];
    const head = await headOf(path);
    return possible.flatMap((each) => (each.file?.(head) === true ? [each.id] : [])).slice(0, 1);
  }
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
