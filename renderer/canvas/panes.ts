import {
  type Box,
  contains,
  imagePoint,
  type ImagePoint,
  screenPoint,
  type ScreenPoint,
} from '../../shared/base/geometry.ts';
import { belowTitle, layoutFirstLarger } from './arrangement.ts';
import type { DecodedImage } from './image/decodedImage.ts';
import { imageStore } from './image/imageStore.ts';
import type { CanvasImage, CanvasProps } from './types.ts';
import {
  centred,
  clampScale,
  fitted,
  following,
  isLost,
  keptInView,
  layoutPanes,
  panned,
  type Rectangle,
  revealing,
  toImage,
  type Viewport,
  zoomedAt,
} from './viewport.ts';

/** One image, its place on the canvas and how it is looked at. */
export interface Pane {
  readonly image: CanvasImage;
  rect: Rectangle;
  viewport: Viewport;
  readonly decoded: DecodedImage | null;
}

/** The images side by side. Whatever moves one of them moves the others alike. */
export class Panes {
  list: readonly Pane[] = [];
  /** The pane last pointed at or worked in: the keyboard draws there. */
  active = 0;
  #width = 0;
  #height = 0;
  #fitted = true;
  #firstLarger: number | null = null;
  #zoomedApart = false;
  readonly #onImageChange: () => void;
  #unsubscribe: (() => void)[] = [];

  constructor(onImageChange: () => void) {
    this.#onImageChange = onImageChange;
  }

  /** How images lie and move; before they are set. */
  setArrangement({ firstLarger, zoomedApart }: Pick<CanvasProps, 'firstLarger' | 'zoomedApart'>): void {
    this.#firstLarger = firstLarger ?? null;
    this.#zoomedApart = zoomedApart === true;
  }

  /** Shows other images; the view stays if that is wanted and the sizes are the same ones in the same order. */
  setImages(images: readonly CanvasImage[], keepZoom: boolean): void {
    const before = this.list;
    const same =
      before.length === images.length &&
      images.every(
        (image, index) => image.id === before[index]?.image.id && image.url === before[index].image.url,
      );
    const alike =
      before.length > 0 &&
      before.length === images.length &&
      images.every(
        (image, index) =>
          image.width === before[index]?.image.width && image.height === before[index].image.height,
      );
    const old = this.#unsubscribe;
    this.#unsubscribe = [];
    this.list = images.map((image, index) => {
      const decoded = image.url === null || image.url === '' ? null : imageStore.acquire(image.url);
      if (decoded !== null) this.#unsubscribe.push(decoded.subscribe(this.#onImageChange));
      const previous = before[index];
      return {
        image,
        decoded,
        rect: previous?.rect ?? { x: 0, y: 0, width: 1, height: 1 },
        viewport: previous?.viewport ?? { scale: 1, x: 0, y: 0 },
      };
    });
    for (const stop of old) stop();
    for (const pane of before) if (pane.decoded !== null) imageStore.release(pane.decoded);
    if (this.active >= images.length) this.active = 0;
    if (alike && (same || keepZoom)) {
      this.#findLost();
      return;
    }
    this.#arrange();
    this.fit();
  }

  /** The canvas has another size: a fitted view is fitted again, any other keeps its middle. */
  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    const middles = this.list.map((pane) => this.#middle(pane));
    this.#arrange();
    if (this.#fitted) {
      this.fit();
      return;
    }
    for (const [index, pane] of this.list.entries()) {
      const middle = middles[index];
      if (middle === undefined) continue;
      pane.viewport = {
        scale: pane.viewport.scale,
        x: pane.rect.x + pane.rect.width / 2 - middle.x * pane.viewport.scale,
        y: pane.rect.y + pane.rect.height / 2 - middle.y * pane.viewport.scale,
      };
    }
    this.#findLost();
  }

  get activePane(): Pane | undefined {
    return this.list[this.active];
  }

  of(imageId: string): Pane | undefined {
    return this.list.find((pane) => pane.image.id === imageId);
  }

  at(point: ScreenPoint): Pane | undefined {
    return this.list.find((pane) => contains(pane.rect, imagePoint(point.x, point.y)));
  }

  activate(pane: Pane): void {
    const index = this.list.indexOf(pane);
    if (index >= 0) this.active = index;
  }

  fit(): void {
    for (const pane of this.list) pane.viewport = fitted(pane.image, pane.rect);
    this.#fitted = true;
  }

  /** The active image at 100 %, its middle staying where it is when it was zoomed before. */
  actualSize(): void {
    const pane = this.activePane;
    if (pane === undefined) return;
    if (this.#fitted) {
      pane.viewport = centred(pane.image, pane.rect, 1);
      this.#lead(pane);
    } else {
      this.#scaleTo(pane, 1, this.#centre(pane));
    }
  }

  /** Zooms by a factor with the point under the anchor staying where it is. */
  zoom(pane: Pane, anchor: ScreenPoint, factor: number): void {
    this.#scaleTo(pane, clampScale(pane.viewport.scale * factor, pane.image, pane.rect), anchor);
  }

  /** Asks for the edges of every image. */
  requestEdges(): void {
    for (const { decoded } of this.list) decoded?.requestEdges();
  }

  /** Asks for a bitmap of every image in exactly the size it is shown at. */
  requestExact(pixelRatio: number, look: 'edges' | 'plain'): void {
    for (const { decoded, image, viewport } of this.list) {
      const scale = viewport.scale * pixelRatio;
      decoded?.requestExact(Math.round(image.width * scale), Math.round(image.height * scale), look);
    }
  }

  zoomAtCentre(factor: number): void {
    const pane = this.activePane;
    if (pane !== undefined) this.zoom(pane, this.#centre(pane), factor);
  }

  pan(pane: Pane, dx: number, dy: number): void {
    pane.viewport = keptInView(panned(pane.viewport, dx, dy), pane.image, pane.rect);
    this.#lead(pane);
  }

  /** Moves the view just so far that the box is in it, and zooms out where the box is larger than the view. */
  reveal(pane: Pane, box: Box): void {
    const viewport = revealing(pane.viewport, pane.rect, box);
    if (viewport === pane.viewport) return;
    pane.viewport = viewport;
    this.#lead(pane);
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#unsubscribe = [];
    for (const pane of this.list) if (pane.decoded !== null) imageStore.release(pane.decoded);
    this.list = [];
  }

  #scaleTo(pane: Pane, scale: number, anchor: ScreenPoint): void {
    pane.viewport = keptInView(zoomedAt(pane.viewport, anchor, scale), pane.image, pane.rect);
    this.#lead(pane);
  }

  /** The other panes follow this one. */
  #lead(leader: Pane): void {
    this.#fitted = false;
    if (this.#zoomedApart) return;
    for (const pane of this.list) {
      if (pane !== leader) pane.viewport = following(leader, pane.image, pane.rect);
    }
  }

  /** Fits all images again where one of them has gone out of sight: nobody should have to look for it. */
  #findLost(): void {
    const laidOut = this.list.filter(({ rect }) => rect.width > 1);
    if (laidOut.some(({ viewport, image, rect }) => isLost(viewport, image, rect))) this.fit();
  }

  #arrange(): void {
    const sizes = this.list.map((pane) => pane.image);
    const hasTitles = this.list.some(({ image }) => image.title !== undefined);
    const place = (part: Rectangle): Rectangle => (hasTitles ? belowTitle(part) : part);
    const size = { width: this.#width, height: this.#height };
    const parts =
      this.#firstLarger === null
        ? layoutPanes(sizes, size.width, size.height)
        : layoutFirstLarger(sizes, size, this.#firstLarger, place);
    for (const [index, part] of parts.entries()) {
      const pane = this.list[index];
      if (pane !== undefined) pane.rect = place(part);
    }
  }

  #centre(pane: Pane): ScreenPoint {
    return screenPoint(pane.rect.x + pane.rect.width / 2, pane.rect.y + pane.rect.height / 2);
  }

  #middle(pane: Pane): ImagePoint {
    return toImage(pane.viewport, this.#centre(pane));
  }
}
