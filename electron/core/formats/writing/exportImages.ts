import { link } from 'node:fs/promises';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { errorCode } from '../../base/errors.ts';
import { concurrently } from '../../files/concurrently.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import type { CleanTask } from '../../files/imageTasks.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import type { Work } from '../../base/work.ts';

/** A file to be written. */
export interface ImageToWrite {
  readonly item: string;
  readonly imageId: string;
  /** Relative to the export. */
  readonly path: string;
  readonly format: CleanTask['format'];
}

/**
 * Writes images upright, without metadata. With `link`, files that are clean already become hard links to the store,
 * which take no space; others are copied. Returns the images that could not be written, with the reason.
 */
export async function writeImages(
  images: CasebookImages,
  toWrite: readonly ImageToWrite[],
  output: OutputFolder,
  { mode, work }: { readonly mode: 'copy' | 'link'; readonly work: Work },
): Promise<ReadonlyMap<ImageToWrite, string>> {
  const failed = new Map<ImageToWrite, string>();
  let done = 0;
  await concurrently(toWrite, images.pool.threads * 2, work.signal, async (image) => {
    try {
      const original = images.original(image.imageId);
      const target = await output.place(image.path);
      const linked =
        mode === 'link' &&
        original.link === null &&
        image.format === 'same' &&
        (await images.pool.planClean({ file: original.path, format: 'same' }, work.signal)).asIs &&
        (await tryLink(original.path, target));
      if (!linked) {
        await images.pool.clean({ file: original.path, target, format: image.format }, work.signal);
      }
    } catch (error) {
      if (error instanceof UnreadableImage) failed.set(image, error.message);
      else if (error instanceof CasebookError && error.code === 'not_found') failed.set(image, error.message);
      else throw error;
    }
    done += 1;
    work.progress('Images', done, toWrite.length);
  });
  return failed;
}

/** Links a file where that can be done; false where another disk, or one without hard links, needs a copy. */
export async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK', 'ENOSYS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
