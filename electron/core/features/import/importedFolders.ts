import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Work } from '../../base/work.ts';
import { unpackZip } from '../../files/zip.ts';

/** Gives the folder behind a source: what a zip holds, or what a browser handed over. */
export interface ImportedFolders {
  /**
   * The path to read for a source: of a zip the folder that it was unpacked into, of others the source itself. A folder that
   * does no more than hold another one gives way to that. Throws `invalid_input` for a zip that is not safe to unpack.
   */
  open(source: string, work: Work): Promise<string>;
  /** Takes away what was unpacked. */
  close(): Promise<void>;
}

interface Unpacked {
  readonly key: string;
  readonly folder: string;
  readonly inside: string;
}

/** Files that systems leave in zips: they are no part of a data set. */
const isLeftover = (name: string): boolean =>
  name.endsWith('/') || name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));

/**
 * For an open casebook. The zip that was unpacked last is kept, so that recognising it, trying it and importing it unpack it once.
 * @param staging where files are kept that are on their way in
 */
export function createImportedFolders(staging: string): ImportedFolders {
  let last: Promise<Unpacked | null> = Promise.resolve(null);

  const drop = async (unpacked: Unpacked | null): Promise<void> => {
    if (unpacked !== null) await rm(unpacked.folder, { recursive: true, force: true });
  };
  const unpack = async (source: string, key: string, { signal, progress }: Work): Promise<Unpacked> => {
    await mkdir(staging, { recursive: true });
    const folder = await mkdtemp(join(staging, 'work-'));
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
  };

  return {
    async open(source, work) {
      if (extname(source).toLowerCase() !== '.zip')
        return source.startsWith(staging + sep) ? innermost(source) : source;
      const { size, mtimeMs } = await stat(source);
      const key = JSON.stringify([source, size, mtimeMs]);
      const next = last.then(async (before) => {
        if (before?.key === key) return before;
        await drop(before);
        return unpack(source, key, work);
      });
      // Where one cannot be unpacked, the next one can be.
      last = next.catch(() => null);
      return (await next).inside;
    },
    async close() {
      const before = await last;
      last = Promise.resolve(null);
      await drop(before);
    },
  };
}

/** A folder that holds nothing but one folder gives way to it. */
async function innermost(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path;
  const [only, another] = await readdir(path, { withFileTypes: true });
  return only?.isDirectory() === true && another === undefined ? innermost(join(path, only.name)) : path;
}
