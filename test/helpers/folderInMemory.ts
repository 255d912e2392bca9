import { accessSync, constants, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const ENOUGH = 4 * 1024 ** 3;

/**
 * Tells the tests of a project to make their temporary folders in memory, where there is room for them: half of the
 * time of a short test of a casebook goes into making and removing files on a disk.
 */
export function folderInMemory(): { TMPDIR?: string } {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux') return {};
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < ENOUGH ? {} : { TMPDIR: MEMORY };
  } catch {
    return {};
  }
}
