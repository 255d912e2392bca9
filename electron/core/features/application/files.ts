import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import type { z } from 'zod';
import type { DirectoryEntry } from '../../../../shared/contract/application.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { errorCode } from '../../base/errors.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/privateFiles.ts';

/** A folder's entries, hidden ones left out, folders first; a file's own folder where a file is named. */
export function listFolder(path: string): {
  path: string;
  parent: string | null;
  entries: z.infer<typeof DirectoryEntry>[];
} {
  let folder = resolve(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (statSync(folder).isFile()) folder = dirname(folder);
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => {
      const full = join(folder, entry.name);
      const isFolder = statSync(full, { throwIfNoEntry: false })?.isDirectory() ?? false;
      const kind: z.infer<typeof DirectoryEntry>['kind'] = isFolder
        ? existsSync(join(full, 'casebook.sqlite'))
          ? 'casebook'
          : 'folder'
        : 'file';
      return { name: entry.name, path: full, kind };
    })
    .sort(
      (a, b) =>
        Number(a.kind === 'file') - Number(b.kind === 'file') ||
        a.name.localeCompare(b.name, undefined, { numeric: true }),
    );
  const parent = dirname(folder);
  return { path: folder, parent: parent === folder ? null : parent, entries };
}

const GIGABYTE = 1_000_000_000;
/** What all files take together that were dropped since the program started. */
const STAGED_TOTAL = 4 * GIGABYTE;
/** What one file takes. */
const STAGED_FILE = GIGABYTE;

/** How much of each dropped file is there, by its path. */
export type StagedSizes = Map<string, number>;

/**
 * Writes a piece of a dropped file under its (relative) name into a staging folder of its own and gives both paths. What
 * grows beyond the limits is removed. Throws `invalid_input`.
 */
export async function stageUpload(
  root: string,
  sizes: StagedSizes,
  {
    folder,
    name,
    file,
    offset,
  }: { readonly folder: string; readonly name: string; readonly file: Blob; readonly offset: number },
): Promise<{ path: string; folder: string }> {
  const base = join(root, folder);
  const target = normalize(join(base, name));
  if (!target.startsWith(base + sep)) {
    throw new CasebookError(
      'invalid_input',
      `The file name ${name} leads out of its folder.`,
      'Nothing was copied.',
    );
  }
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  const before = sizes.get(target) ?? 0;
  try {
    if (offset !== 0 && offset !== before) {
      throw new CasebookError(
        'invalid_input',
        `A piece of ${name} is missing.`,
        'None of it was kept. Drop it again.',
      );
    }
    const size = offset + file.size;
    const total = [...sizes.values()].reduce((sum, each) => sum + each, 0) - before + size;
    const limit =
      size > STAGED_FILE ? 'one dropped file' : total > STAGED_TOTAL ? 'all dropped files together' : null;
    if (limit !== null) {
      throw new CasebookError(
        'invalid_input',
        `${name} is too large: the limit for ${limit} is ${String((limit === 'one dropped file' ? STAGED_FILE : STAGED_TOTAL) / GIGABYTE)} GB.`,
        'None of it was kept. Choose it with Import instead of dropping it.',
      );
    }
    sizes.set(target, size);
    await writeFile(target, file.stream(), { flag: offset === 0 ? 'w' : 'a', mode: PRIVATE_FILE });
  } catch (error) {
    sizes.delete(target);
    rmSync(target, { force: true });
    throw error;
  }
  return { path: target, folder: base };
}

/** The first thumbnail of a casebook's folder as a data URL, null where there is none. The database is not opened. */
export async function pictureOf(casebook: string): Promise<string | null> {
  const folder = join(casebook, 'thumbnails');
  try {
    for (const part of (await readdir(folder)).toSorted()) {
      const names = await readdir(join(folder, part));
      // Without the stills that participants of a study get.
      const name = names.toSorted().find((each) => /^[0-9a-f]{64}\.webp$/u.test(each));
      if (name === undefined) continue;
      const bytes = await readFile(join(folder, part, name));
      return `data:image/webp;base64,${bytes.toString('base64')}`;
    }
    return null;
  } catch (error) {
    // A casebook that went away, or whose cache did: it is listed without a picture.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}
