import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import type { z } from 'zod';
import type { DirectoryEntry } from '../../../../shared/contract/application.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/privateFiles.ts';

/** A folder's entries, hidden ones left out, folders first; a file's own folder where a file is named. */
export function browse(path: string): {
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

/** Writes a dropped file under its (relative) name into a staging folder of its own and gives both paths. */
export async function stage(
  root: string,
  folder: string,
  name: string,
  file: Blob,
): Promise<{ path: string; folder: string }> {
  const base = join(root, folder);
  const target = normalize(join(base, name));
  if (!target.startsWith(base + sep)) {
    throw new CasebookError(
      'invalid_input',
      `The file name ${name} leads out of its folder.`,
      'Nothing was taken over.',
    );
  }
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  try {
    await writeFile(target, file.stream(), { mode: PRIVATE_FILE });
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
  return { path: target, folder: base };
}
