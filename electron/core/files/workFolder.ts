import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

const BEGINNING = 'work-';
/** What work folders are called, now and at first; what comes behind the beginning is drawn by the system. */
export const WORK_FOLDER = /^(?:work|material)-[A-Za-z0-9]{6}$/u;

/** Does work with a folder of its own, below this one, that is gone afterwards, however the work ended. */
export async function withWorkFolder<T>(below: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(below, { recursive: true });
  const folder = await mkdtemp(join(below, BEGINNING));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
