import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { headOf } from '../catalogue.ts';
import { JSON_EXTENSIONS, type Recognition } from '../format.ts';

/** The names of the files in a folder, not in folders within, that begin as files of a format do. */
export async function filesOfFormat(
  folder: string,
  recognition: Pick<Recognition, 'extensions' | 'file'> | undefined,
): Promise<string[]> {
  const { extensions = JSON_EXTENSIONS, file } = recognition ?? {};
  if (file === undefined) return [];
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || name.startsWith('.') || !extensions.includes(extname(name).toLowerCase()))
      continue;
    if (file(await headOf(join(folder, name)))) found.push(name);
  }
  return found.sort();
}
