import { createHash } from 'node:crypto';
import type { ImageId } from '../../../../../shared/base/ids.ts';
import type { ImageLook } from '../../../../../shared/domain/imageLook.ts';
import { formatCount } from '../../../../../shared/base/counts.ts';
import type { Size } from '../../../../../shared/base/geometry.ts';
import { concurrently } from '../../../files/concurrently.ts';
import { openImage, runDecoding, UnreadableImage } from '../../../files/imageDecode.ts';
import { readImageFile } from '../../../files/imageFile.ts';
import type { ImagePool } from '../../../files/imagePool.ts';
import type { ImageOrigin, ImageStore, StoredImage } from '../../../records/images/imageStore.ts';
import type { Work } from '../../../base/work.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { type FoundFile, ImageFinder, LooseNames } from './imageNames.ts';

/** What became of a name that a source gives for an image; `name` is that of the file that was found, relative to its folder. */
type IntakeResult =
  | { readonly kind: 'stored'; readonly image: StoredImage; readonly name: string }
  /** In a dry run: what the file is, with nothing taken in. */
  | { readonly kind: 'found'; readonly size: Size; readonly sha256: string; readonly name: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'forbidden'; readonly reason: string };

export interface IntakeOptions {
  readonly work: Work;
  /** Where names are looked for, in order; everywhere also without regard to case, Unicode form and backslashes. */
  readonly folders: readonly string[];
  /** Folders in which a file may also be found by its bare name, where it is the only one. */
  readonly namedIn: readonly string[];
  readonly link: boolean;
  readonly dryRun: boolean;
}

/** How waiting for the disk is watched. */
export const flushOptions = ({
  signal,
  progress,
}: Work): { signal: AbortSignal; progress: (done: number, total: number) => void } => ({
  signal,
  progress: (done, total) => progress('Putting images on the disk', done, total),
});

/** What an intake needs of the images of a casebook. */
export interface IntakeImages {
  readonly store: Pick<ImageStore, 'hold' | 'flush' | 'row' | 'release'>;
  readonly pool: Pick<ImagePool, 'threads'>;
  looks(sha256s: readonly string[]): Promise<ReadonlyMap<string, ImageLook>>;
}

/** What an image is whose pixels can be read. Throws UnreadableImage where they cannot. */
async function lookAt(
  path: string,
): Promise<{ readonly size: Size; readonly sha256: string; readonly frames: number }> {
  const bytes = await readImageFile(path);
  const image = await openImage(bytes);
  const { width, height, frames } = image;
  await runDecoding(() => image.pixels().resize(1, 1, { fit: 'fill' }).raw().toBuffer());
  return { size: { width, height }, sha256: createHash('sha256').update(bytes).digest('hex'), frames };
}

/** The images of one import: held until {@link ImageIntake.release}, so that a cancelled import leaves nothing. */
export class ImageIntake {
  readonly #images: IntakeImages;
  readonly #options: IntakeOptions;
  readonly #loosely = new LooseNames();
  readonly #results = new Map<string, IntakeResult>();
  readonly #held: StoredImage[] = [];
  readonly #frames = new Map<string, number>();

  constructor(images: IntakeImages, options: IntakeOptions) {
    this.#images = images;
    this.#options = options;
  }

  /** Takes the files of these names in; a dry run decodes and hashes them, and keeps nothing. */
  async take(names: Iterable<string>, total: number): Promise<void> {
    const { folders, namedIn, work } = this.#options;
    const finder = await ImageFinder.open(folders, namedIn, work.signal, (...found) =>
      this.#loosely.add(...found),
    );
    let done = 0;
    // One more than the threads can hold, so that none waits for a file to be found.
    await concurrently(names, this.#images.pool.threads * 2 + 1, work.signal, async (name) => {
      const result = await this.#takeOne(name, await finder.find(name));
      this.#results.set(name, result);
      // An item may be called by the file that was found.
      if ('name' in result && !this.#results.has(result.name)) this.#results.set(result.name, result);
      done += 1;
      work.progress('Images', done, total);
    });
    await this.#images.store.flush(this.#held, flushOptions(work));
  }

  result(name: string): IntakeResult {
    return this.#results.get(name) ?? { kind: 'missing' };
  }

  anyForbidden(): boolean {
    return [...this.#results.values()].some(({ kind }) => kind === 'forbidden');
  }

  /** Tells the report what was found by less than its path, and which files have more frames than the one that is used. */
  tell(report: Pick<ReportBuilder, 'warn' | 'left'>): void {
    this.#loosely.tell(report);
    for (const [name, count] of this.#frames) {
      if (count < 2) continue;
      report.warn(name, null, `The file has ${formatCount(count)} frames or pages. Casebook uses the first.`);
      report.left(['further frame or page of an image', 'further frames or pages of images'], count - 1);
    }
  }

  /** The rows of a taken image; expects the caller's transaction. */
  row(name: string, origin: ImageOrigin): { readonly id: ImageId; readonly added: boolean } | null {
    const result = this.#results.get(name);
    return result?.kind === 'stored' ? this.#images.store.row(result.image, origin) : null;
  }

  release(): Promise<void> {
    return this.#images.store.release(this.#held);
  }

  async #takeOne(name: string, found: FoundFile): Promise<IntakeResult> {
    if (found.kind !== 'file') return found;
    const { link, dryRun, work } = this.#options;
    try {
      if (dryRun) {
        const looked = await lookAt(found.path);
        this.#frames.set(name, looked.frames);
        return { kind: 'found', size: looked.size, sha256: looked.sha256, name: found.name };
      }
      const image = await this.#images.store.hold(found.path, { link, signal: work.signal });
      this.#held.push(image);
      this.#frames.set(name, image.facts?.frames ?? 1);
      return { kind: 'stored', image, name: found.name };
    } catch (error) {
      if (error instanceof UnreadableImage) return { kind: 'unreadable', reason: error.message };
      throw error;
    }
  }
}
