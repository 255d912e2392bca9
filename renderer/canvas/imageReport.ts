import type { Panes } from './panes.ts';
import { type CanvasProps, sameImages } from './types.ts';

/** Tells the owner once how it went with the images shown now. */
export class ImageReport {
  readonly #panes: Panes;
  readonly #props: () => Pick<CanvasProps, 'images' | 'onImages'> | null;
  #isTold = false;

  constructor(panes: Panes, props: () => Pick<CanvasProps, 'images' | 'onImages'> | null) {
    this.#panes = panes;
    this.#props = props;
  }

  /** Other images are shown from now on. */
  reset(): void {
    this.#isTold = false;
  }

  /** An image was decoded, or could not be. */
  arrived(): void {
    if (this.#panes.list.some(({ decoded }) => decoded?.status === 'failed')) this.#tell('failed');
  }

  /** The image layer was drawn. */
  drawn(): void {
    const { list } = this.#panes;
    const drawn = list.filter(({ decoded, rect }) => decoded?.status === 'ready' && rect.width > 1).length;
    // A file that is missing is never shown: nobody waits for it.
    const missing = list.filter(({ decoded }) => decoded === null).length;
    if (list.length > 0 && drawn + missing === list.length) this.#tell(missing === 0 ? 'painted' : 'failed');
  }

  #tell(outcome: 'painted' | 'failed'): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const images = this.#props()?.images;
    // What was drawn is on the screen with the next frame.
    requestAnimationFrame(() => {
      const now = this.#props();
      if (images !== undefined && now !== null && sameImages(images, now.images)) now.onImages?.(outcome);
    });
  }
}
