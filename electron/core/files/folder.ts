import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, posix, relative, sep, win32 } from 'node:path';
import { errorCode } from '../base/errors.ts';

/** What became of a name that a data file gives for an image. */
export type LocatedFile =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'missing' }
  /** The name leads out of the data folder: nothing there is ever read. */
  | { readonly kind: 'forbidden'; readonly reason: string };

/** What the system says of a path at which there is no file that could be read. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL']);

/** Whether a name stays within the folder it is relative to, whatever system it was written on. */
export function staysInside(name: string): boolean {
  if (name.includes('\0') || posix.isAbsolute(name) || win32.isAbsolute(name) || /^[a-z]:/iu.test(name)) {
    return false;
  }
  return !name.split(/[/\\]/u).includes('..');
}

/** The file of this name in a folder; never one outside, not even through a symbolic link. */
export async function locate(folder: string, name: string): Promise<LocatedFile> {
  if (!staysInside(name)) return { kind: 'forbidden', reason: 'The path leads out of the data folder.' };
  // macOS writes names decomposed; what was typed is mostly composed.
  for (const form of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    const path = join(folder, form);
    try {
      if (!(await stat(path)).isFile()) continue;
      return (await isWithin(folder, path))
        ? { kind: 'file', path }
        : { kind: 'forbidden', reason: 'The file is a symbolic link that leads out of the data folder.' };
    } catch (error) {
      if (!ABSENT.has(errorCode(error) ?? '')) throw error;
    }
  }
  return { kind: 'missing' };
}

/** Finds files of many names in one folder. */
export interface Locator {
  (name: string): Promise<LocatedFile>;
  /**
   * The file whose path is the name but for case, Unicode form or backslashes, relative to the folder; null where there is
   * none, or several.
   */
  loosely(name: string): Promise<string | null>;
}

/**
 * The same for many names in one folder. Its folders are listed once, so that neither the thousands of files that
 * are not there nor those that plainly are cost a look each.
 */
export function createLocator(folder: string): Locator {
  const listings = new Map<string, Promise<FolderListing>>();
  const listingOf = (below: string): Promise<FolderListing> => {
    const known = listings.get(below);
    if (known !== undefined) return known;
    const listing = listFolder(folder, below);
    listings.set(below, listing);
    return listing;
  };
  const find = async (name: string): Promise<LocatedFile> => {
    if (!staysInside(name)) return locate(folder, name);
    const { files, folded } = await listingOf(posix.dirname(name));
    if (files.has(posix.basename(name))) return { kind: 'file', path: join(folder, name) };
    // Folded, because some systems find a file in whatever case; the sure look is left to them.
    return folded.has(foldedBasename(name)) ? locate(folder, name) : { kind: 'missing' };
  };
  const loosely = async (name: string): Promise<string | null> => {
    if (!staysInside(name)) return null;
    let at = '';
    for (const part of name.split(/[/\\]/u).filter((each) => each !== '' && each !== '.')) {
      const { folded } = await listingOf(at === '' ? '.' : at);
      const [only, another] = folded.get(foldedBasename(part)) ?? [];
      if (only === undefined || another !== undefined) return null;
      at = at === '' ? only : `${at}/${only}`;
    }
    return (await find(at)).kind === 'file' ? at : null;
  };
  return Object.assign(find, { loosely });
}

interface FolderListing {
  /** Plain files, no links, in a folder that lies inside: nothing more to look at. */
  readonly files: ReadonlySet<string>;
  /** Every name, by what it is when it is folded. */
  readonly folded: ReadonlyMap<string, readonly string[]>;
}

async function listFolder(folder: string, below: string): Promise<FolderListing> {
  const path = join(folder, below);
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const inside = below === '.' || (await isWithin(folder, path));
    return {
      files: new Set(inside ? entries.filter((entry) => entry.isFile()).map(({ name }) => name) : []),
      folded: Map.groupBy(
        entries.map(({ name }) => name),
        foldedBasename,
      ),
    };
  } catch (error) {
    if (ABSENT.has(errorCode(error) ?? '')) return { files: new Set(), folded: new Map() };
    throw error;
  }
}

async function isWithin(folder: string, path: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(path));
  return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
}

const collator = new Intl.Collator('en', { numeric: true });

/** The natural order of paths: folder by folder, photo2 before photo10. */
export function naturalOrder(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = collator.compare(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Every file below a folder whose name `wanted` accepts, by its path relative to it with forward slashes, in
 * natural order. Hidden files and folders, casebooks and links that lead out of the folder are passed over.
 */
export async function filesBelow(
  folder: string,
  wanted: (name: string) => boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    signal.throwIfAborted();
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === '__MACOSX') continue;
      if (entry.isDirectory()) {
        if (!entry.name.endsWith('.casebook')) await walk(path);
      } else if (wanted(entry.name)) {
        if (entry.isFile()) found.push(path);
        else if (entry.isSymbolicLink() && (await locate(folder, path)).kind === 'file') found.push(path);
      }
    }
  };
  await walk('');
  return found.sort(naturalOrder);
}

function foldedBasename(path: string): string {
  return basename(path.replaceAll('\\', '/')).normalize('NFC').toLowerCase();
}
