import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { assertThere, DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { copyDatabase } from '../../db/backup.ts';
import { openDatabase } from '../../db/database.ts';
import { assertOwnLayout } from '../../db/layout.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { asCasebookError } from '../../base/errors.ts';
import { besideOf, sweepParent } from '../../files/beside.ts';
import { assertNoPackage } from './backupFile.ts';

/** Where nobody can call it off. */
const never = new AbortController().signal;

/**
 * A complete, consistent copy of a casebook that may be in use: the database by SQLite's backup, and the image files,
 * which never change. Written beside the target and renamed, so an existing target is complete. Throws `exists` if the
 * target exists, `invalid_input` if it is inside the casebook.
 * @returns where it is, and the database's size in bytes
 */
export async function backupCasebook(
  casebook: Casebook,
  target: string,
  signal: AbortSignal = never,
): Promise<{ path: string; bytes: number }> {
  const path = resolve(target);
  const way = relative(casebook.path, path);
  if (way === '' || (!isAbsolute(way) && way.split(sep)[0] !== '..')) {
    throw new CasebookError(
      'invalid_input',
      'A backup inside the casebook would be lost with it.',
      'Choose another folder.',
    );
  }
  let bytes = 0;
  await makeBeside(path, async (partial) => {
    // The database first: an image added meanwhile is then at worst a file too many.
    bytes = await copyDatabase(join(casebook.path, DATABASE), join(partial, DATABASE));
    await copyImages(casebook.folders.images, partial, signal);
  });
  return { path, bytes };
}

/**
 * Makes a casebook from a folder of `backupCasebook`, another casebook, or a copy in a casebook's backups folder (with
 * the images of that casebook). Throws `exists` if the target is not empty, and what opening the backup throws.
 * @returns where the casebook is
 */
export async function restoreCasebook(
  backup: string,
  target: string,
  signal: AbortSignal = never,
): Promise<string> {
  const source = resolve(backup);
  const path = resolve(target);
  const { database, images } = partsOf(source);
  try {
    assertSchema(database);
  } catch (error) {
    throw asCasebookError(error);
  }
  await makeBeside(path, async (partial) => {
    await copyDatabase(database, join(partial, DATABASE));
    await copyImages(images, partial, signal);
  });
  return path;
}

function partsOf(source: string): { readonly database: string; readonly images: string } {
  if (!existsSync(source))
    throw new CasebookError(
      'missing',
      `There is no backup at ${source}.`,
      'Nothing was changed. Check the path.',
    );
  if (statSync(source).isDirectory()) {
    assertThere(source);
    return { database: join(source, DATABASE), images: join(source, 'images') };
  }
  assertNoPackage(source);
  const folder = dirname(source);
  return {
    database: source,
    images: join(basename(folder) === 'backups' ? dirname(folder) : folder, 'images'),
  };
}

function assertSchema(file: string): void {
  const database = openDatabase(file, 'read');
  try {
    schemaVersion(database);
    assertOwnLayout(database);
  } finally {
    database.close();
  }
}

/** Fills a casebook's folder beside its place, then gives it its name; takes it away again where that fails. */
async function makeBeside(path: string, fill: (partial: string) => Promise<void>): Promise<void> {
  await sweepParent(path);
  assertFree(path);
  const partial = besideOf(path, 'partial');
  try {
    for (const folder of ['images', 'thumbnails', 'backups'])
      mkdirSync(join(partial, folder), { recursive: true });
    await fill(partial);
    // An empty folder may be in the place; one that has been filled meanwhile refuses to go.
    if (existsSync(path)) rmdirSync(path);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw asCasebookError(error);
  }
}

/** Copies image files, as clones where the file system can; not those that are just being written. */
async function copyImages(from: string, casebook: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!existsSync(from)) return;
  await cp(from, join(casebook, 'images'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (file) => {
      signal.throwIfAborted();
      return !file.endsWith('.partial');
    },
  });
}

function assertFree(path: string): void {
  if (existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0)) {
    throw new CasebookError('exists', `${path} exists already.`, 'Nothing was changed. Choose a new name.');
  }
}
