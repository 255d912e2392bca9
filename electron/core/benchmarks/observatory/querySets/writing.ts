import { copyFile } from 'node:fs/promises';
import type { Collage } from '../../../../../shared/benchmarks/querySets.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import { concurrently } from '../../../files/concurrently.ts';
import { UnreadableImage } from '../../../files/imageDecode.ts';
import type { OutputFolder } from '../../../files/outputFolder.ts';
import type { CasebookImages } from '../../../records/images/images.ts';
import { tryLink, writeImages } from '../../../formats/writing/exportImages.ts';
import type { Work } from '../../../base/work.ts';
import type { Entities } from './entityImages.ts';
import type { NamedSets } from './naming.ts';

type Places = Pick<OutputFolder, 'place' | 'text'>;
type NamedImages = NamedSets['images'];

/** The side of a collage in pixels: that of every image of the data set. */
const SIDE = 1024;

/** Renders the collages. Throws `invalid_input` for a damaged picture, naming whose it is. */
export async function writeCollages(
  images: CasebookImages,
  collages: readonly Collage[],
  { imageAt }: Entities,
  output: Places,
  work: Work,
): Promise<void> {
  let done = 0;
  await concurrently(collages, images.pool.threads, work.signal, async ({ path, rows }) => {
    const files = rows.map((row) => row.map((place) => images.original(imageAt(place).imageId).path));
    try {
      await images.pool.collage({ rows: files, side: SIDE, target: await output.place(path) }, work.signal);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      const named = rows.flat().map(({ item }) => item);
      throw damaged(`A picture of ${[...new Set(named)].join(', ')}`, error.message, error);
    }
    done += 1;
    work.progress('Collages', done, collages.length);
  });
}

/**
 * Writes images for the recipients of the folder: without metadata, as links to the store where their own bytes are clean.
 * Throws `invalid_input` for a damaged one.
 */
export async function writeShown(
  images: CasebookImages,
  shown: NamedImages,
  output: OutputFolder,
  work: Work,
): Promise<void> {
  const failed = await writeImages(
    images,
    shown.map(({ path, imageId }) => ({ item: path, imageId, path, format: 'same' as const })),
    output,
    { mode: 'link', work },
  );
  for (const [{ path }, reason] of failed) throw damaged(`The picture ${path}`, reason);
}

/** Puts the images themselves there, to be taken in again as the same ones: as links where that can be done. */
export async function placeShown(
  images: CasebookImages,
  shown: NamedImages,
  output: Places,
  work: Work,
): Promise<void> {
  let done = 0;
  await concurrently(shown, images.pool.threads, work.signal, async ({ path, imageId }) => {
    const original = images.original(imageId);
    const target = await output.place(path);
    if (!(await tryLink(original.path, target))) await copyFile(original.path, target);
    done += 1;
    work.progress('Images', done, shown.length);
  });
}

/** Writes one line of JSON for each. */
export async function writeLines(output: Places, path: string, lines: readonly JsonObject[]): Promise<void> {
  const text = await output.text(path);
  for (const line of lines) await text.write(`${JSON.stringify(line)}\n`);
  await text.close();
}

function damaged(what: string, reason: string, cause?: Error): CasebookError {
  return new CasebookError(
    'invalid_input',
    `${what} cannot be read: ${reason}`,
    'Nothing was written. casebook check names the file.',
    { cause },
  );
}
