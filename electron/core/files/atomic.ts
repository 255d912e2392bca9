import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What names of files end in that are being written. */
export const PARTIAL = '.partial';

/**
 * When a file is on the disk: `first`, before it has its name; `soon`, as early as the system writes of itself, to be
 * waited for with others (`flushToDisk`); or `whenever`, which a cache can do with.
 */
type Durability = 'first' | 'soon' | 'whenever';

/** Writes a file so that it is either there whole or not at all: beside its place first, then renamed. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array | string,
  onDisk: Durability,
): Promise<void> {
  const beside = `${path}.${randomUUID()}${PARTIAL}`;
  try {
    const file = await openMakingFolder(beside, dirname(path));
    try {
      // What replaces something, as emptying a file is taken for, is written out when it is closed (ext4, Btrfs).
      if (onDisk === 'soon') await file.truncate();
      await file.writeFile(bytes);
      if (onDisk === 'first') await file.datasync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The folder is nearly always there already, so it is made only when it turns out to be missing. */
async function openMakingFolder(path: string, folder: string): ReturnType<typeof open> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(folder, { recursive: true });
    return open(path, 'wx');
  }
}
