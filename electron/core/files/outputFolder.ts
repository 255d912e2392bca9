import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CasebookError } from '../../../shared/base/errors.ts';
import { errorCode } from '../base/errors.ts';
import { besideOf, sweepParent } from './beside.ts';
import { naturalOrder } from './folder.ts';

/**
 * Every exported file has this time (2000-01-01, UTC): when a photo was worked on must not tell what it shows.
 */
const EXPORT_TIME = new Date(Date.UTC(2000, 0, 1));

/** A folder or file in the making beside its place; it comes to its place whole or not at all. */
export interface OutputFolder {
  /** Where to write a file of this relative path to; its folders are made. */
  place(path: string): Promise<string>;
  /** The same, opened as a text file. */
  text(path: string): Promise<TextOutput>;
  /** The files placed so far, by their relative paths. */
  files(): string[];
  /** Where everything lies until it is in its place: a folder, for a single file as well. */
  readonly folder: string;
  /** What is at the target and would be replaced: a folder with files in it, or a file; null where nothing is. */
  readonly former: string | null;
  /** Puts everything into its place. */
  finish(): Promise<void>;
  /** Takes everything away again. */
  abandon(): Promise<void>;
}

export interface OutputOptions {
  readonly force: boolean;
  /** Which files of a former export a forced one may remove; anything else in the folder stays. */
  readonly owns: (path: string) => boolean;
}

/**
 * A new folder at `target`. Throws `exists` if something is there, unless `force` is set: then new files replace former
 * ones, files of a former export that this one lacks are removed, and everything else stays.
 */
export async function createOutputFolder(
  target: string,
  { force, owns }: OutputOptions,
): Promise<OutputFolder> {
  const place = resolve(target);
  await sweepParent(place);
  const former = await contentsOf(place);
  if (former === 'file' || (former === 'files' && !force)) {
    throw new CasebookError(
      'exists',
      former === 'file' ? `${place} is a file.` : `The folder ${place} is not empty.`,
      'Nothing was written. Choose a new folder, or replace the existing export with --force.',
    );
  }
  const madeFolder = await mkdir(dirname(place), { recursive: true });
  const beside = besideOf(place, 'partial');
  try {
    await mkdir(beside);
  } catch (error) {
    if (madeFolder !== undefined) await rm(madeFolder, { recursive: true, force: true });
    throw error;
  }
  const { place: within, text, placed, texts } = createPlaces(beside);
  return {
    place: within,
    text,
    folder: beside,
    former: former === 'files' ? place : null,
    files: () => placed.filter((path) => existsSync(join(beside, path))).sort(naturalOrder),
    async finish() {
      await setTimes(beside, placed);
      if (former === 'nothing') return rename(beside, place);
      if (former === 'empty') {
        await rmdir(place);
        return rename(beside, place);
      }
      await replaceFolder(place, beside, owns);
    },
    async abandon() {
      await texts.close();
      await rm(beside, { recursive: true, force: true });
      if (madeFolder !== undefined) await rm(madeFolder, { recursive: true, force: true });
    },
  };
}

/** Files in a folder that is there, for work that needs no more than that; their times stay as they are. */
export function createWorkOutput(folder: string): Pick<OutputFolder, 'place' | 'text'> {
  const { place, text } = createPlaces(folder);
  return { place, text };
}

function createPlaces(root: string): Pick<OutputFolder, 'place' | 'text'> & {
  readonly placed: readonly string[];
  readonly texts: Texts;
} {
  const made = new Set<string>();
  const placed: string[] = [];
  const texts = new Texts();
  const place: OutputFolder['place'] = async (path) => {
    placed.push(path);
    const file = join(root, path);
    const folder = dirname(file);
    if (!made.has(folder)) {
      await mkdir(folder, { recursive: true });
      made.add(folder);
    }
    return file;
  };
  return { place, text: async (path) => texts.open(await place(path)), placed, texts };
}

/** A single file at `target`, under the same rules. */
export async function createOutputFile(target: string, force: boolean): Promise<OutputFolder> {
  const place = resolve(target);
  await sweepParent(place);
  const former = await contentsOf(place);
  if (former === 'files' || former === 'empty' || (former === 'file' && !force)) {
    throw new CasebookError(
      'exists',
      `${place} exists already.`,
      'Nothing was written. Choose another name, or replace the file with --force.',
    );
  }
  const madeFolder = await mkdir(dirname(place), { recursive: true });
  const folder = besideOf(place, 'partial');
  await mkdir(folder);
  const texts = new Texts();
  let main: string | null = null;
  const inside: OutputFolder['place'] = (path) => {
    const file = join(folder, basename(path));
    main ??= file;
    return Promise.resolve(file);
  };
  return {
    place: inside,
    folder,
    former: former === 'file' ? place : null,
    text: async (path) => texts.open(await inside(path)),
    files: () => [basename(place)],
    async finish() {
      if (main !== null) {
        await utimes(main, EXPORT_TIME, EXPORT_TIME);
        await rename(main, place);
      }
      await rm(folder, { recursive: true, force: true });
    },
    async abandon() {
      await texts.close();
      await rm(folder, { recursive: true, force: true });
      if (madeFolder !== undefined) await rm(madeFolder, { recursive: true, force: true });
    },
  };
}

async function contentsOf(path: string): Promise<'nothing' | 'empty' | 'files' | 'file'> {
  try {
    if (!(await stat(path)).isDirectory()) return 'file';
    return (await readdir(path)).length === 0 ? 'empty' : 'files';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'nothing';
    throw error;
  }
}

async function replaceFolder(place: string, beside: string, owns: (path: string) => boolean): Promise<void> {
  const aside = besideOf(place, 'former');
  await rename(place, aside);
  try {
    await rename(beside, place);
  } catch (error) {
    await rename(aside, place);
    throw error;
  }
  await keepForeign(aside, place, owns);
  await rm(aside, { recursive: true, force: true });
}

/** Moves what no export made over to where the new export stands. */
async function keepForeign(from: string, to: string, owns: (path: string) => boolean): Promise<void> {
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (!owns(path) && (await contentsOf(join(to, path))) === 'nothing') {
        await mkdir(dirname(join(to, path)), { recursive: true });
        await rename(join(from, path), join(to, path));
      }
    }
  };
  await walk('');
}

async function setTimes(folder: string, files: readonly string[]): Promise<void> {
  const folders = new Set([folder]);
  for (const path of files) {
    const file = join(folder, path);
    // A place that was asked for and, its image turning out to be damaged, never used.
    if (!existsSync(file)) continue;
    await utimes(file, EXPORT_TIME, EXPORT_TIME);
    for (let at = dirname(file); !folders.has(at); at = dirname(at)) folders.add(at);
  }
  for (const path of folders) await utimes(path, EXPORT_TIME, EXPORT_TIME);
}

/** A text file written piece by piece, in blocks. */
export interface TextOutput {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

const BLOCK = 1 << 20;

/** Text files, so that those still open when an export fails can be closed. */
class Texts {
  readonly #opened = new Set<FileHandle>();

  async open(path: string): Promise<TextOutput> {
    const file = await open(path, 'wx');
    this.#opened.add(file);
    return textOutput(file, () => this.#opened.delete(file));
  }

  async close(): Promise<void> {
    for (const file of this.#opened) await file.close();
    this.#opened.clear();
  }
}

function textOutput(file: FileHandle, closed: () => void): TextOutput {
  let pending: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const text = pending.join('');
    pending = [];
    length = 0;
    await file.writeFile(text);
  };
  return {
    async write(text) {
      pending.push(text);
      length += text.length;
      if (length >= BLOCK) await flush();
    },
    async close() {
      try {
        await flush();
        // A full disk shows here at the latest.
        await file.datasync();
      } finally {
        closed();
        await file.close();
      }
    },
  };
}
