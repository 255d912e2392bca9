import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that it is either there whole or not at all: beside its place first, then renamed. With
 * `durable` the bytes are on the disk before the name is; a cache can do without.
 */
export async function writeWhole(
  path: string,
  bytes: Uint8Array | string,
  { durable }: { readonly durable: boolean },
): Promise<void> {
  const beside = `${path}.${randomUUID()}.partial`;
  try {
    const file = await openMakingFolder(beside, dirname(path));
    try {
      await file.writeFile(bytes);
      if (durable) await file.datasync();
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
