import type { Dirent } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { PARTIAL } from './atomic.ts';
import { WORK_FOLDER } from './workFolder.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** What files are called while they are being written. */
const UNFINISHED = new RegExp(`\\.${UUID}${PARTIAL}$`, 'u');
/** The same of a copy of the database, with what SQLite keeps beside it. */
const UNFINISHED_COPY = /\.sqlite\.partial(?:-wal|-shm|-journal)?$/u;
/** Folders of the store and of the cache: by the first digits of what is in them. */
const SHELF = /^[0-9a-f]{2}$/u;
const DAY_MS = 24 * 60 * 60 * 1000;

interface SweepRequest {
  readonly folders: { readonly images: string; readonly thumbnails: string; readonly backups: string };
  /** Whether the casebook was last open in a program that was killed. Else only work folders are looked for. */
  readonly killed: boolean;
  /** UTC milliseconds. */
  readonly now: number;
}

/**
 * Removes what killed programs left in a casebook: work folders and half-written files. Call it with the lock, before
 * any work. Links in place of folders are not followed, and stay. So do whole images without a row: a repeated import
 * adopts them, and a restored database may need them.
 */
export async function sweepLeftovers({ folders, killed, now }: SweepRequest): Promise<void> {
  await sweepWorkFolders(folders.thumbnails);
  if (!killed) return;
  for (const shelf of await shelvesOf(folders.images)) await sweepFiles(shelf, UNFINISHED);
  // Anybody who only reads makes thumbnails, too, and has no lock: what is a day old is nobody's any more.
  for (const shelf of await shelvesOf(folders.thumbnails)) await sweepFiles(shelf, UNFINISHED, now - DAY_MS);
  await sweepFiles(folders.backups, UNFINISHED_COPY);
}

async function sweepWorkFolders(below: string): Promise<void> {
  for (const entry of await entriesOf(below))
    if (entry.isDirectory() && WORK_FOLDER.test(entry.name))
      await rm(join(below, entry.name), { recursive: true, force: true });
}

async function shelvesOf(folder: string): Promise<string[]> {
  const shelves = (await entriesOf(folder)).filter((entry) => entry.isDirectory() && SHELF.test(entry.name));
  return shelves.map(({ name }) => join(folder, name));
}

/** Takes away plain files with such a name that were last changed before this time. */
async function sweepFiles(folder: string, name: RegExp, before = Infinity): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (!entry.isFile() || !name.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (before === Infinity || (await stat(path)).mtimeMs < before) await rm(path, { force: true });
  }
}

/** What is in a folder; nothing where there is none, or a link. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await lstat(folder)).isDirectory() ? await readdir(folder, { withFileTypes: true }) : [];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
