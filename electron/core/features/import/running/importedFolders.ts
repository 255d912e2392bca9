import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Work } from '../../../base/work.ts';
import { unpackZip } from '../../../files/zip.ts';

interface UnpackedZip {
  readonly key: string;
  readonly folder: string;
  readonly inside: string;
}

/** Files that systems leave in zips: they are no part of a data set. */
const isLeftover = (name: string): boolean =>
  name.endsWith('/') || name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));

/**
 * The folder behind a source: an unpacked zip, or what a browser uploaded. The last zip stays unpacked, so that
 * recognising, trying and importing it unpack it once.
 * @param staging where files of imports are kept
 */
export class ImportedFolders {
  readonly #staging: string;
  #last: Promise<UnpackedZip | null>;

  constructor(staging: string) {
    this.#staging = staging;
    this.#last = Promise.resolve(null);
  }

  /**
   * The path to read for a source: of a zip the folder that it was unpacked into, of others the source itself. A folder that
   * does no more than hold another one gives way to that. Throws `invalid_input` for a zip that is not safe to unpack.
   */
  async open(source: string, work: Work): Promise<string> {
    if (extname(source).toLowerCase() !== '.zip')
      return source.startsWith(this.#staging + sep) ? innermost(source) : source;
    const { size, mtimeMs } = await stat(source);
    const key = JSON.stringify([source, size, mtimeMs]);
    const next = this.#last.then(async (before) => {
      if (before?.key === key) return before;
      await drop(before);
      return this.#unpack(source, key, work);
    });
    // Where one cannot be unpacked, the next one can be.
    this.#last = next.catch(() => null);
    return (await next).inside;
  }

  /** Takes away what was unpacked. */
  async close(): Promise<void> {
    const before = await this.#last;
    this.#last = Promise.resolve(null);
    await drop(before);
  }

  async #unpack(source: string, key: string, { signal, progress }: Work): Promise<UnpackedZip> {
    await mkdir(this.#staging, { recursive: true });
    const folder = await mkdtemp(join(this.#staging, 'work-'));
    try {
      await unpackZip(source, folder, {
        kind: 'data set',
        accepts: () => true,
        ignores: isLeftover,
        progress: (done, total) => progress('Unpacking', done, total),
        signal,
      });
      return { key, folder, inside: await innermost(folder) };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }
}

async function drop(unpacked: UnpackedZip | null): Promise<void> {
  if (unpacked !== null) await rm(unpacked.folder, { recursive: true, force: true });
}

/** A folder that holds nothing but one folder gives way to it. */
async function innermost(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path;
  const [only, another] = await readdir(path, { withFileTypes: true });
  return only?.isDirectory() === true && another === undefined ? innermost(join(path, only.name)) : path;
}
