import type { ImageId } from '../../../../shared/domain/ids.ts';
import type { ImageLook } from '../../../../shared/domain/imageLook.ts';
import { concurrently } from '../../files/concurrently.ts';
import { createLocator, filesBelow, indexByBasename, locate } from '../../files/folder.ts';
import { UnreadableImage, openImage, readable } from '../../files/imageDecode.ts';
import { readImageFile } from '../../files/imageFile.ts';
import { looksLikeImage } from '../../files/imageFormats.ts';
import type { ImagePool } from '../../files/imagePool.ts';
import type { ImageOrigin, ImageStore, StoredImage } from '../../records/imageStore.ts';
import type { Work } from '../../base/work.ts';

/** What became of a name that a source gives for an image. */
type IntakeResult =
  | { readonly kind: 'stored'; readonly image: StoredImage }
  /** In a dry run: what the file is, with nothing taken in. */
  | { readonly kind: 'found'; readonly size: { readonly width: number; readonly height: number } }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'forbidden'; readonly reason: string };

/** Images on their way in: held until {@link ImageIntake.release}, so that a cancelled import leaves nothing. */
export interface ImageIntake {
  /** Takes the files of these names in; `dryRun` only looks whether they are there. */
  take(names: Iterable<string>, total: number): Promise<void>;
  result(name: string): IntakeResult;
  anyForbidden(): boolean;
  /** The rows of a taken image; expects the caller's transaction. */
  row(name: string, origin: ImageOrigin): { readonly id: ImageId; readonly added: boolean } | null;
  release(): Promise<void>;
}

export interface IntakeOptions {
  readonly work: Work;
  /** Where names are looked for, in order. */
  readonly folders: readonly string[];
  /** Whether a file may also be found by its bare name, where that is unique in the last folder. */
  readonly byBasename: boolean;
  readonly link: boolean;
  readonly dryRun: boolean;
}

/** How waiting for the disk is watched. */
export const flushing = ({
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
  readonly looks: (sha256s: readonly string[]) => Promise<ReadonlyMap<string, ImageLook>>;
}

/** The size of an image whose pixels can be read. Throws UnreadableImage where they cannot. */
async function sizeOf(path: string): Promise<{ readonly width: number; readonly height: number }> {
  const image = await openImage(await readImageFile(path));
  const { width, height } = image;
  await readable(() => image.pixels().resize(1, 1, { fit: 'fill' }).raw().toBuffer());
  return { width, height };
}

/** An intake for one import. */
export async function createImageIntake(images: IntakeImages, options: IntakeOptions): Promise<ImageIntake> {
  const { work, folders, link, dryRun } = options;
  const results = new Map<string, IntakeResult>();
  const held: StoredImage[] = [];
  const last = folders.at(-1);
  const byName =
    options.byBasename && last !== undefined
      ? indexByBasename(await filesBelow(last, looksLikeImage, work.signal))
      : () => null;

  const locators = folders.map(createLocator);
  const find = async (name: string): Promise<Awaited<ReturnType<typeof locate>>> => {
    for (const locateIn of locators) {
      const found = await locateIn(name);
      if (found.kind !== 'missing') return found;
    }
    const other = byName(name);
    return other === null || last === undefined ? { kind: 'missing' } : locate(last, other);
  };

  const takeOne = async (name: string): Promise<IntakeResult> => {
    const found = await find(name);
    if (found.kind !== 'file') return found;
    try {
      if (dryRun) return { kind: 'found', size: await sizeOf(found.path) };
      const image = await images.store.hold(found.path, { link, signal: work.signal });
      held.push(image);
      return { kind: 'stored', image };
    } catch (error) {
      if (error instanceof UnreadableImage) return { kind: 'unreadable', reason: error.message };
      throw error;
    }
  };

  return {
    async take(names, total) {
      let done = 0;
      // One more than the threads can hold, so that none waits for a file to be found.
      await concurrently(names, images.pool.threads * 2 + 1, work.signal, async (name) => {
        results.set(name, await takeOne(name));
        done += 1;
        work.progress('Images', done, total);
      });
      await images.store.flush(held, flushing(work));
    },
    result: (name) => results.get(name) ?? { kind: 'missing' },
    anyForbidden: () => [...results.values()].some(({ kind }) => kind === 'forbidden'),
    row(name, origin) {
      const result = results.get(name);
      return result?.kind === 'stored' ? images.store.row(result.image, origin) : null;
    },
    release: () => images.store.release(held),
  };
}
