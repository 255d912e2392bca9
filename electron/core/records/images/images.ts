import type { ImageLook } from '../../../../shared/domain/imageLook.ts';
import { ImagePool } from '../../files/imagePool.ts';
import type { CasebookFiles } from '../casebook.ts';
import { ImageDisplay } from './imageDisplay.ts';
import { ImageLooks } from './imageLooks.ts';
import { ImageStore } from './imageStore.ts';

/** The images of an open casebook: their rows, their files, and the threads that work on them. Its maker closes the pool. */
export class CasebookImages extends ImageDisplay {
  readonly store: ImageStore;
  readonly pool: ImagePool;
  readonly #looks: ImageLooks;

  constructor(casebook: CasebookFiles, pool = new ImagePool()) {
    super(casebook, pool);
    this.store = new ImageStore(casebook, pool);
    this.pool = pool;
    this.#looks = new ImageLooks(casebook, pool);
  }

  /** What the images of these contents look like; see {@link ImageLooks.looks}. */
  looks(sha256s: readonly string[], signal?: AbortSignal): Promise<Map<string, ImageLook>> {
    return this.#looks.looks(sha256s, signal);
  }
}
