import { DecodedImage } from './decodedImage.ts';
import type { ImageReply, ImageRequest } from './protocol.ts';

/** How many pixels the images that are no longer shown may hold together. */
const KEPT_PIXELS = 48_000_000;

/**
 * The images of the page, decoded once however often they are shown: going back to the item before must not
 * decode again.
 */
class ImageStore {
  readonly #images = new Map<string, DecodedImage>();
  readonly #byId = new Map<number, DecodedImage>();
  #worker: Worker | null = null;
  #nextId = 1;

  /** The image at an address, decoding or decoded. Give it back with {@link release}. */
  acquire(url: string): DecodedImage {
    const image = this.#find(url);
    image.users += 1;
    return image;
  }

  release(image: DecodedImage): void {
    image.users -= 1;
    // A failed one is tried again the next time it is shown.
    if (image.users === 0 && image.status === 'failed') this.#drop(image);
    this.#evict();
  }

  #find(url: string): DecodedImage {
    const known = this.#images.get(url);
    if (known !== undefined) {
      // Moved to the end: the map's order is the order of last use.
      this.#images.delete(url);
      this.#images.set(url, known);
      return known;
    }
    const id = this.#nextId;
    this.#nextId += 1;
    const image = new DecodedImage(id, url, (request) => this.#post(request));
    this.#images.set(url, image);
    this.#byId.set(id, image);
    void image.load();
    return image;
  }

  #evict(): void {
    let pixels = 0;
    for (const image of [...this.#images.values()].reverse()) {
      pixels += image.pixels;
      if (image.users === 0 && pixels > KEPT_PIXELS) this.#drop(image);
    }
  }

  #drop(image: DecodedImage): void {
    this.#images.delete(image.url);
    this.#byId.delete(image.id);
    image.close();
  }

  #post(request: ImageRequest): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, { transfer: [] });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./imageWorker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<ImageReply>) => {
      const image = this.#byId.get(event.data.id);
      if (image !== undefined) image.receive(event.data);
      else if (event.data.type === 'levels') for (const bitmap of event.data.levels) bitmap.close();
      else if (event.data.type !== 'failed') event.data.bitmap.close();
    });
    worker.addEventListener('error', (event) => {
      for (const image of this.#byId.values()) image.fail(event.message || 'The image worker did not start');
    });
    return worker;
  }
}

/** One store for the page: its worker and its memory are shared by every canvas on it. */
export const imageStore = new ImageStore();

/**
 * Loads and decodes images before they are shown, so that they are there at once. They stay at least until the function
 * that it gives is called.
 */
export function preloadImages(urls: readonly string[]): () => void {
  const held = new Map([...new Set(urls)].map((url) => [url, imageStore.acquire(url)]));
  const letGo = (url: string): void => {
    const image = held.get(url);
    if (image === undefined) return;
    held.delete(url);
    imageStore.release(image);
  };
  // Held, one that failed would be shown as failed; let go, it is tried again when it is shown.
  const unsubscribe = [...held].map(([url, image]) =>
    image.subscribe(() => {
      if (image.status === 'failed') letGo(url);
    }),
  );
  return () => {
    for (const each of unsubscribe) each();
    for (const url of held.keys()) letGo(url);
  };
}
