import { readFile } from 'node:fs/promises';
import type { ImagePool } from '../../../files/imagePool.ts';

/** An image as a data address, its longer side no longer than `side` pixels; it is drawn to `beside` first. */
export async function pictureOf(
  pool: Pick<ImagePool, 'scale'>,
  file: string,
  beside: string,
  side: number,
): Promise<string> {
  await pool.scale({ file, target: beside, side });
  return `data:image/webp;base64,${(await readFile(beside)).toString('base64')}`;
}
