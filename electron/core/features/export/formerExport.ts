import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import Papa from 'papaparse';
import type { ExportReport, Replacement } from '../../../../shared/contract/importExport.ts';
import { naturalOrder } from '../../files/folder.ts';
import { looksLikeImage } from '../../files/imageFormats.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';

/** How much an export's files hold: its images, and what each data file lists. */
interface Contents {
  readonly images: number;
  /** By file; small files of one kind in one folder (labels of images) are counted together. */
  readonly lists: ReadonlyMap<string, number>;
}

/** An export that waits to be put in its place. */
export type MadeExport = Omit<ExportReport, 'written' | 'replaces'>;

interface Placement {
  /** Whether the target is a file. */
  readonly single: boolean;
  /** Which files of a folder hold what such an export is about. */
  readonly owns: (path: string) => boolean;
  /** Whether a former export may go that holds more. */
  readonly allowFewer: boolean;
  /** Whether nothing is to be left at the target. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Puts an export in its place, unless a former one is there that holds more, which then stays as it is. A dry run compares
 * with nothing and leaves nothing.
 */
export async function putInPlace(
  made: MadeExport,
  output: OutputFolder,
  { single, owns, allowFewer, dryRun, signal }: Placement,
): Promise<ExportReport> {
  if (dryRun) {
    signal.throwIfAborted();
    await output.abandon();
    return { ...made, written: false, replaces: null };
  }
  const replaces = await compareWithFormer(output, single, owns);
  signal.throwIfAborted();
  if (replaces !== null && isLess(replaces) && !allowFewer) {
    await output.abandon();
    return { ...made, files: [], written: false, replaces };
  }
  await output.finish();
  return { ...made, written: true, replaces };
}

/**
 * Compares an export with the one whose place it is to take, file by file, as any format has them: it does not matter which
 * casebook or version wrote the former one. Null where there is none.
 */
async function compareWithFormer(
  { former: target, folder }: Pick<OutputFolder, 'former' | 'folder'>,
  single: boolean,
  owns: (path: string) => boolean,
): Promise<Replacement | null> {
  if (target === null) return null;
  const filesOf = async (root: string): Promise<string[]> =>
    (await below(root)).filter(single ? Boolean : owns);
  const now = await contentsOf(folder, await filesOf(folder));
  const former = single
    ? await contentsOf(dirname(target), [basename(target)])
    : await contentsOf(target, await filesOf(target));
  // A single file waits under the name that its format gives it.
  const countNow = (file: string): number => (single ? longest(now) : (now.lists.get(file) ?? 0));
  return {
    former: { entries: longest(former), images: former.images },
    now: { entries: longest(now), images: now.images },
    shorter: [...former.lists]
      .map(([file, count]) => ({ file, former: count, now: countNow(file) }))
      .filter((list) => list.now < list.former),
  };
}

/** Whether the former export holds more of anything. */
const isLess = ({ former, now, shorter }: Replacement): boolean =>
  shorter.length > 0 || now.images < former.images;

const longest = ({ lists }: Contents): number => Math.max(0, ...lists.values());

async function below(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(naturalOrder);
}

async function contentsOf(folder: string, files: readonly string[]): Promise<Contents> {
  const lists = new Map<string, number>();
  const add = (name: string, count: number): void => void lists.set(name, (lists.get(name) ?? 0) + count);
  let images = 0;
  for (const file of files) {
    if (looksLikeImage(file)) {
      images += 1;
      continue;
    }
    switch (extname(file)) {
      case '.json':
        add(file, listed(await readFile(join(folder, file), 'utf8')));
        break;
      case '.jsonl':
        add(file, lines(await readFile(join(folder, file))));
        break;
      case '.csv':
        add(file, firstCells(await readFile(join(folder, file), 'utf8')));
        break;
      case '.xml':
      case '.txt':
        // The labels of one image each, in a folder of their own.
        if (file.includes('/')) add(`${dirname(file)}/*`, 1);
        break;
      case '.md': {
        // A data set whose tables have the images within them says in its card how many.
        const card = await readFile(join(folder, file), 'utf8');
        images += sumOf(card, /(\d+) with their bytes/gu);
        add(file, sumOf(card, /num_examples: (\d+)/gu));
      }
    }
  }
  return { images, lists };
}

/** How many things a JSON file lists: a list, COCO's images, or answers by number; 0 for what is no JSON. */
function listed(text: string): number {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.length;
    if (typeof value !== 'object' || value === null) return 0;
    const images: unknown = 'images' in value ? value.images : null;
    return Array.isArray(images)
      ? images.length
      : Object.keys(value).filter((key) => /^\d+$/u.test(key)).length;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}

function lines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 10) count += 1;
  return count;
}

/** How many different things a table says something of: the cells of its first column, below the header. */
function firstCells(text: string): number {
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: true }).data.slice(1);
  return new Set(rows.map(([first]) => first)).size;
}

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0);
