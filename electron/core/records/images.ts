import { ImagePool } from '../files/imagePool.ts';
import type { Casebook } from './casebook.ts';
import { ImageDisplay } from './imageDisplay.ts';
import { ImageLooks } from './imageLooks.ts';
import { ImageStore } from './imageStore.ts';

/** The images of an open casebook: their rows, their files, and the threads that work on them. */
export interface CasebookImages extends ImageDisplay, ImageLooks {
  readonly store: ImageStore;
  readonly pool: ImagePool;
}

/** Opens the images of a casebook; its caller closes the pool. */
export function openImages(casebook: Casebook, pool = new ImagePool()): CasebookImages {
  return {
    ...createImageDisplay(casebook, pool),
    ...createImageLooks(casebook, pool),
    store: new ImageStore(casebook, pool),
    pool,
  };
}
