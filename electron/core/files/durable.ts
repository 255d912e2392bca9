import { open } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { concurrently } from './concurrently.ts';

/** How many files wait for the disk at a time: files that wait together are written out together. */
const AT_A_TIME = 16;
/** How systems and network drives say that folders cannot be waited for: there, names are on the disk with their files. */
const NOT_FOR_FOLDERS: ReadonlySet<string> = new Set([
  'EISDIR',
  'EPERM',
  'EACCES',
  'EINVAL',
  'ENOTSUP',
  'EBADF',
]);

/**
 * Waits until files and their names are on the disk and survive a power cut. Many files at once are much faster than
 * one after the other.
 * @param root a folder above all of them that is on the disk itself; names from there on are seen to
 */
export async function flushToDisk(
  files: readonly string[],
  root: string,
  signal: AbortSignal,
  told: (done: number) => void = () => undefined,
): Promise<void> {
  let done = 0;
  await concurrently(files, AT_A_TIME, signal, async (path) => {
    // Windows waits only for what was opened for writing.
    const file = await open(path, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
    done += 1;
    told(done);
  });
  await concurrently(foldersAbove(files, root), AT_A_TIME, signal, flushFolder);
}

/** The folders of these files and those above them, up to the root. */
function foldersAbove(files: readonly string[], root: string): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files)
    for (let at = dirname(file); !folders.has(at); at = dirname(at)) {
      folders.add(at);
      if (relative(root, at) === '') break;
    }
  return folders;
}

async function flushFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!NOT_FOR_FOLDERS.has(errorCode(error) ?? '')) throw error;
  }
}
