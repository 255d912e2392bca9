import { isAbsolute } from 'node:path';
import type { Derivation, ImageDetail } from '../../../../shared/contract/images.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ImageId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import type { ImageOrigin, StoredImage } from '../../records/images/imageStore.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { everything, requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import { createBlindImages, readImageDetails } from '../../access/imageQueries.ts';
import { findSimilar, type SimilarImage } from '../../records/images/similar.ts';

/** The images of an open casebook as people see, cut and add them. */
export class ImagesService {
  /** Rows, files and threads, for work that needs no viewpoint. */
  readonly files: CasebookImages;
  readonly #casebook: Casebook;
  readonly #isBlind;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.files = casebook.records.images;
    this.#isBlind = createBlindImages(casebook.database);
  }

  get(ids: readonly ImageId[], viewpoint: Viewpoint): ImageDetail[] {
    return readImageDetails(this.#casebook.database, ids, viewpoint);
  }

  /** Whether where an image comes from has to stay hidden, in its file as well. */
  isBlind(imageId: string, viewpoint: Viewpoint): boolean {
    return this.#isBlind(imageId, viewpoint);
  }

  /**
   * Crops or redacts: the result is an image of its own that remembers its parent, the step and who did it. The
   * same step on the same image gives the same image.
   */
  async derive(imageId: ImageId, derivation: Derivation, by: PersonId): Promise<ImageDetail> {
    const { path } = this.files.original(imageId);
    return this.#take(() => inWords(path, () => this.files.store.holdDerived(path, derivation)), {
      createdBy: by,
      derivedFrom: { id: imageId, derivation: Json.parse(derivation) },
    });
  }

  /** Takes a file in as an image. Throws `invalid_input` where it is not one that Casebook can read. */
  async add(path: string, by: PersonId): Promise<ImageDetail> {
    if (!isAbsolute(path)) throw new CasebookError('invalid_input', `${path} is not a full path.`);
    return this.#take(() => inWords(path, () => this.files.store.hold(path, { link: false })), {
      createdBy: by,
    });
  }

  /** Other items whose image is the same or nearly so, nearest first; none where either is blind to the caller. */
  async similar(itemId: ItemId, viewpoint: Viewpoint): Promise<SimilarImage[]> {
    requireItem(viewpoint, itemId);
    if (viewpoint.isBlind(itemId)) return [];
    const similar = await findSimilar(this.#casebook, this.files, itemId);
    return similar.filter((found) => !viewpoint.isBlind(found.itemId));
  }

  /** Ends the worker threads. */
  close(): Promise<void> {
    return this.files.pool.close();
  }

  async #take(hold: () => Promise<StoredImage>, origin: ImageOrigin): Promise<ImageDetail> {
    assertWritable(this.#casebook);
    const { store } = this.files;
    const image = await hold();
    try {
      await store.flush([image]);
      await this.#casebook.gate.opened();
      return this.#detail(this.#casebook.database.transaction(() => store.row(image, origin))().id);
    } finally {
      await store.release([image]);
    }
  }

  #detail(id: ImageId): ImageDetail {
    const [found] = readImageDetails(this.#casebook.database, [id], everything);
    if (found === undefined) throw new CasebookError('not_found', 'There is no such image in this casebook.');
    return found;
  }
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
