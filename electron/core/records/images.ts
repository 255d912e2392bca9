import type { ImagePool } from '../files/imagePool.ts';
import { createImagePool } from '../files/imagePool.ts';
import type { Casebook } from './casebook.ts';
import type { ImageDisplay } from './imageDisplay.ts';
import { createImageDisplay } from './imageDisplay.ts';
import type { ImageLooks } from './imageLooks.ts';
import { createImageLooks } from './imageLooks.ts';
import type { ImageStore } from './imageStore.ts';
import { createImageStore } from './imageStore.ts';

/** The images of an open casebook: their rows, their files, and the threads that work on them. */
export interface CasebookImages extends ImageDisplay, ImageLooks {
  readonly store: ImageStore;
  readonly pool: ImagePool;
}

/** Opens the images of a casebook; its caller closes the pool. */
export function openImages(casebook: Casebook, pool = createImagePool()): CasebookImages {
  return {
    ...createImageDisplay(casebook, pool),
    ...createImageLooks(casebook, pool),
    store: createImageStore(casebook, pool),
    pool,
  };
}
