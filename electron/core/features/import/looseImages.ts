import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { type Located, filesBelow, locate } from '../../files/folder.ts';
import { looksLikeImage } from '../../files/imageFormats.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';

/** Where images may lie by other names than a source gives them. */
export interface LooseFolder {
  readonly path: string;
  /** Whether all that lies below it belongs to the source; else only the folder itself and those in it are looked at. */
  readonly isWhole: boolean;
}

/** What of a name was set aside to find its file. */
type Looseness = 'folder' | 'spelling' | 'prefix';

/** Finds the files of names that are not there as they stand. */
export interface LooseImages {
  find(name: string): Promise<Located>;
  /** Says once of each kind how many were found so. */
  tell(report: ReportBuilder): void;
}

interface Indexed {
  readonly folder: string;
  readonly path: string;
}

/** Servers put eight hexadecimal digits before the name of an uploaded file. */
const UPLOAD = /^[0-9a-f]{8}-(?<name>.+)$/iu;
/** What Label Studio makes of a file name: blanks become underscores, whatever else is unusual goes. */
const asStored = (file: string): string =>
  file
    .trim()
    .replaceAll(' ', '_')
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '');
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Looks for images by the ends of their paths, then without regard to case and Unicode form, then without the prefix of a
 * server. Each counts only where it finds one file alone: of several, another look could only guess.
 */
export function createLooseImages(folders: readonly LooseFolder[], signal: AbortSignal): LooseImages {
  let listing: Promise<ReadonlyMap<string, readonly Indexed[]>> | null = null;
  const found: Record<Looseness, Set<string>> = {
    folder: new Set(),
    spelling: new Set(),
    prefix: new Set(),
  };
  return {
    async find(name) {
      listing ??= indexOf(folders, signal);
      const index = await listing;
      const given = name.replaceAll('\\', '/');
      for (const wanted of triesFor(given)) {
        const files = index.get(wanted) ?? [];
        const [only, another] = files;
        if (only === undefined) continue;
        if (another !== undefined) return { kind: 'missing' };
        const located = await locate(only.folder, only.path);
        if (located.kind === 'file') found[loosenessOf(given, only.path, wanted)].add(name);
        return located;
      }
      return { kind: 'missing' };
    },
    tell(report) {
      for (const [looseness, how] of [
        ['folder', 'without their folders'],
        ['spelling', 'without regard to case and Unicode form'],
        ['prefix', 'without the server’s prefix'],
      ] as const) {
        const count = found[looseness].size;
        if (count === 0) continue;
        const were =
          count === 1 ? '1 image was found by its name' : `${String(count)} images were found by their names`;
        report.warn(null, 'images', `${were} ${count === 1 ? how.replace('their', 'its') : how}.`);
      }
    },
  };
}

/** Folded names that may stand for a file, the most telling first: the path, its ends, and the name without a prefix. */
function* triesFor(name: string): Generator<string> {
  yield* endsOf(folded(name));
  const upload = UPLOAD.exec(posix.basename(name))?.groups?.['name'];
  if (upload === undefined) return;
  yield folded(upload);
  yield `stored:${asStored(folded(upload))}`;
}

/** A path, then without its first folder, its first two, and so on. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

function loosenessOf(name: string, path: string, wanted: string): Looseness {
  const isUpload = !endsOf(folded(name)).includes(wanted);
  if (isUpload) return 'prefix';
  const length = wanted.split('/').length;
  const end = (whole: string): string => whole.split('/').slice(-length).join('/');
  return end(path) === end(name) ? 'folder' : 'spelling';
}

async function indexOf(
  folders: readonly LooseFolder[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Indexed[]>> {
  const index = new Map<string, Indexed[]>();
  const add = (key: string, file: Indexed): void => {
    const known = index.get(key) ?? [];
    index.set(key, known);
    // A folder and one in it may both have been given.
    if (!known.some(({ folder, path }) => join(folder, path) === join(file.folder, file.path)))
      known.push(file);
  };
  for (const { path: folder, isWhole } of folders) {
    const paths = isWhole
      ? await filesBelow(folder, looksLikeImage, signal)
      : await filesNear(folder, signal);
    for (const path of paths) {
      const file = { folder, path };
      for (const end of new Set(endsOf(folded(path)))) add(end, file);
      add(`stored:${asStored(folded(posix.basename(path)))}`, file);
    }
  }
  return index;
}

/** The images in a folder and in the folders in it. */
async function filesNear(folder: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const look = async (below: string): Promise<void> => {
    signal.throwIfAborted();
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isFile() && looksLikeImage(entry.name)) found.push(posix.join(below, entry.name));
      else if (below === '' && entry.isDirectory() && !entry.name.endsWith('.casebook'))
        await look(entry.name);
    }
  };
  await look('');
  return found;
}
