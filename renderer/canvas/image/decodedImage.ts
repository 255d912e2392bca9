import type { Size } from '../../../shared/base/geometry.ts';
import { chooseLevel } from './levels.ts';
import type { ImageReply, ImageRequest, Variant } from './protocol.ts';

export type ImageStatus = 'loading' | 'ready' | 'failed';

/** The few pixels in which a rounded bitmap may differ and still be the very size asked for. */
const SAME_SIZE = 0.51;

/** One image of the page: its pre-scaled copies, and one of exactly the size now on the screen. */
export class DecodedImage {
  readonly id: number;
  readonly url: string;
  status: ImageStatus = 'loading';
  message = '';
  users = 0;
  /** Whether parts of it may be seen through: photographs as JPEG have no such parts. */
  mayBeTransparent = true;
  readonly #levels = new Map<Variant, readonly ImageBitmap[]>();
  readonly #exact = new Map<Variant, ImageBitmap>();
  readonly #listeners = new Set<() => void>();
  readonly #ask: (request: ImageRequest) => void;
  #size: Size = { width: 0, height: 0 };
  #seen: Size | null = null;
  #edgesAsked = false;
  #wanted = '';
  #closed = false;
  #sent = false;

  constructor(id: number, url: string, ask: (request: ImageRequest) => void) {
    this.id = id;
    this.url = url;
    this.#ask = ask;
  }

  /** Fetches the file and has it decoded; ends in `ready` or `failed`, never throws. */
  async load(): Promise<void> {
    try {
      const response = await fetch(this.url);
      if (!response.ok) throw new Error(`The file could not be read (${response.status})`);
      const blob = await response.blob();
      this.mayBeTransparent = blob.type !== 'image/jpeg';
      if (this.#closed) return;
      this.#ask({ type: 'decode', id: this.id, blob, seen: this.#seen });
      this.#sent = true;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Size of the decoded file, in pixels. */
  get width(): number {
    return this.#size.width;
  }

  get height(): number {
    return this.#size.height;
  }

  get pixels(): number {
    return this.width * this.height;
  }

  /** The bitmap to draw at this width in device pixels: exactly that wide if there is one, else the next larger. */
  bitmapFor(drawnWidth: number, variant: Variant): ImageBitmap | null {
    const levels = this.#levels.get(variant) ?? this.#levels.get('plain');
    const exact = this.#exact.get(variant);
    if (exact !== undefined && Math.abs(exact.width - drawnWidth) <= SAME_SIZE) return exact;
    if (levels === undefined || this.width === 0) return exact ?? this.#exact.get('plain') ?? null;
    const widths = levels.map((level) => level.width);
    return levels[chooseLevel(widths, this.width, drawnWidth / this.width)] ?? null;
  }

  /** The image at full size. */
  full(variant: Variant): ImageBitmap | null {
    return (this.#levels.get(variant) ?? this.#levels.get('plain'))?.[0] ?? null;
  }

  /**
   * Asks for a copy of exactly this size, which draws fastest and clearest; only sizes below the image's own.
   * Of an image that is still loading this copy is the first to come.
   */
  requestExact(width: number, height: number, variant: Variant): void {
    if (this.status === 'loading') this.#seen = { width, height };
    const key = keyOf(variant, { width, height });
    if (this.status !== 'ready' || width >= this.width || width < 1 || height < 1 || key === this.#wanted)
      return;
    this.#wanted = key;
    this.#ask({ type: 'exact', id: this.id, variant, width, height });
  }

  /** Asks once for the edges; until they are there, the plain image is drawn. */
  requestEdges(): void {
    if (this.status !== 'ready' || this.#edgesAsked) return;
    this.#edgesAsked = true;
    this.#ask({ type: 'edges', id: this.id });
  }

  receive(reply: ImageReply): void {
    switch (reply.type) {
      case 'first':
        this.#size = reply.size;
        this.#exact.set('plain', reply.bitmap);
        this.#wanted = keyOf('plain', reply.bitmap);
        this.status = 'ready';
        break;
      case 'levels':
        this.#levels.set(reply.variant, reply.levels);
        this.#size = reply.levels[0] ?? this.#size;
        this.status = 'ready';
        break;
      case 'exact':
        this.#exact.get(reply.variant)?.close();
        this.#exact.set(reply.variant, reply.bitmap);
        break;
      case 'failed':
        this.fail(reply.message);
        return;
    }
    this.#notify();
  }

  /** A failure after the image was shown (of a filter or a size) leaves what is shown. */
  fail(message: string): void {
    if (this.status === 'ready') return;
    this.status = 'failed';
    this.message = message;
    this.#notify();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#closed = true;
    for (const levels of this.#levels.values()) for (const bitmap of levels) bitmap.close();
    for (const bitmap of this.#exact.values()) bitmap.close();
    this.#levels.clear();
    this.#exact.clear();
    if (this.#sent) this.#ask({ type: 'release', id: this.id });
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = (variant: Variant, { width, height }: Size): string => `${variant} ${width} ${height}`;
