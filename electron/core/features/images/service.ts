import { isAbsolute } from 'node:path';
import type { Derivation, ImageDetail } from '../../../../shared/contract/images.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ImageId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import type { ImageOrigin, StoredImage } from '../../records/imageStore.ts';
import type { CasebookImages } from '../../records/images.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { everything, requireItem } from '../../access/viewpoint.ts';
import { createBlindImages, readImageDetails } from '../../access/imageQueries.ts';
import type { SimilarImage } from '../../records/similar.ts';
import { findSimilar } from '../../records/similar.ts';

export interface ImagesService extends CasebookImages {
  get(ids: readonly ImageId[], viewpoint: Viewpoint): ImageDetail[];
  /** Whether where an image comes from has to stay hidden, in its file as well. */
  isBlind(imageId: string, viewpoint: Viewpoint): boolean;
  /**
   * Crops or redacts: the result is an image of its own that remembers its parent, the step and who did it. The
   * same step on the same image gives the same image.
   */
  derive(imageId: ImageId, derivation: Derivation, by: PersonId): Promise<ImageDetail>;
  /** Takes a file in as an image. Throws `invalid_input` where it is not one that Casebook can read. */
  add(path: string, by: PersonId): Promise<ImageDetail>;
  /** Other items whose image is the same or nearly so, nearest first; none where either is blind to the caller. */
  similar(itemId: ItemId, viewpoint: Viewpoint): Promise<SimilarImage[]>;
  /** Ends the worker threads. */
  close(): Promise<void>;
}

/** The images of an open casebook. */
export function createImagesService(casebook: Casebook): ImagesService {
  const { database } = casebook;
  const { images } = casebook.records;
  const { store } = images;

  const take = async (hold: () => Promise<StoredImage>, origin: ImageOrigin): Promise<ImageDetail> => {
    assertWritable(casebook);
    const image = await hold();
    try {
      await store.flush([image]);
      await casebook.gate.opened();
      const { id } = database.transaction(() => store.row(image, origin))();
      return detail(id);
    } finally {
      await store.release([image]);
    }
  };
  const detail = (id: ImageId): ImageDetail => {
    const [found] = readImageDetails(database, [id], everything);
    if (found === undefined) throw new CasebookError('not_found', 'There is no such image in this casebook.');
    return found;
  };

  return {
    ...images,
    get: (ids, viewpoint) => readImageDetails(database, ids, viewpoint),
    isBlind: createBlindImages(database),
    async derive(imageId, derivation, by) {
      const { path } = images.original(imageId);
      return take(() => inWords(path, () => store.holdDerived(path, derivation)), {
        createdBy: by,
        derivedFrom: { id: imageId, derivation: Json.parse(derivation) },
      });
    },
    async add(path, by) {
      if (!isAbsolute(path)) throw new CasebookError('invalid_input', `${path} is not a full path.`);
      return take(() => inWords(path, () => store.hold(path, { link: false })), { createdBy: by });
    },
    async similar(itemId, viewpoint) {
      requireItem(viewpoint, itemId);
      if (viewpoint.isBlind(itemId)) return [];
      const similar = await findSimilar(casebook, images, itemId);
      return similar.filter((found) => !viewpoint.isBlind(found.itemId));
    },
    close: () => images.pool.close(),
  };
}

async function inWords<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    throw new CasebookError('invalid_input', `${path}: ${error.message}`, 'Nothing was changed.', {
      cause: error,
    });
  }
}
