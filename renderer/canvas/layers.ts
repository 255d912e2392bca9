import type { Layer } from 'konva/lib/Layer.js';
import type { Size } from '../../shared/base/geometry.ts';
import { drawHand, type HandView } from './drawing/handShape.ts';
import { drawImage } from './drawing/imageShape.ts';
import { drawPoints } from './drawing/pointShape.ts';
import { drawCarried } from './drawing/carriedShape.ts';
import { drawRest } from './drawing/restShape.ts';
import { TagSprites } from './drawing/tags.ts';
import type { CanvasModel } from './model.ts';
import type { Pane, Panes } from './panes.ts';
import type { CanvasViewOptions } from './types.ts';

/**
 * The three sheets of the canvas, each redrawn only when it changed. Every visible sheet costs a blend of the whole
 * window per frame, so resting boxes share the image's sheet unless a filter is on it, and the hand's sheet is hidden
 * while the hand is empty.
 */
export interface CanvasLayers {
  readonly image: Layer;
  readonly rest: Layer;
  readonly hand: Layer;
}

export type LayerName = keyof CanvasLayers;

/** Draws the sheets. Konva owns the bitmaps and the frames; each sheet has one shape that draws all of it. */
export class LayerPainter {
  readonly #panes: Panes;
  readonly #model: CanvasModel;
  readonly #sprites = new TagSprites();
  #layers: CanvasLayers | null = null;
  #edges = false;
  #filtered = false;

  constructor(panes: Panes, model: CanvasModel) {
    this.#panes = panes;
    this.#model = model;
  }

  mount(layers: CanvasLayers): void {
    this.#layers = layers;
  }

  unmount(): void {
    this.#layers = null;
  }

  get pixelRatio(): number {
    return this.#layers?.rest.getCanvas().getPixelRatio() ?? 1;
  }

  /** Follows the window onto a screen of another density. */
  adoptPixelRatio(ratio: number): void {
    if (this.#layers === null || ratio === this.pixelRatio) return;
    for (const layer of Object.values(this.#layers)) layer.getCanvas().setPixelRatio(ratio);
  }

  /** Brightness and contrast are left to the compositor: nothing is drawn anew, and no box is changed. */
  adoptView(options: CanvasViewOptions): void {
    this.#edges = options.edges;
    if (this.#layers === null) return;
    const filter = cssFilter(options);
    this.#layers.image.getNativeCanvasElement().style.filter = filter;
    this.#filtered = filter !== '';
    this.#layers.rest.visible(this.#filtered);
  }

  /** Has sheets redrawn at the next frame, once, however often it is asked. */
  invalidate(...names: readonly LayerName[]): void {
    for (const name of names) {
      this.#layers?.[name === 'rest' && !this.#filtered ? 'image' : name].batchDraw();
    }
  }

  /** Takes the sheet of the hand away while it is empty, or brings it back. */
  showHand(shown: boolean): void {
    if (this.#layers !== null && this.#layers.hand.visible() !== shown) this.#layers.hand.visible(shown);
  }

  drawImageLayer(context: CanvasRenderingContext2D): void {
    this.#eachPane(context, (pane, pixelRatio) => {
      const size: Size = pane.image;
      drawImage(
        context,
        { size, decoded: pane.decoded, variant: this.#edges ? 'edges' : 'plain' },
        pane,
        pixelRatio,
      );
      if (!this.#filtered) this.#drawBoxes(context, pane, pixelRatio);
    });
  }

  drawRestLayer(context: CanvasRenderingContext2D): void {
    if (!this.#filtered) return;
    this.#eachPane(context, (pane, pixelRatio) => this.#drawBoxes(context, pane, pixelRatio));
  }

  drawHandLayer(context: CanvasRenderingContext2D, view: HandView): void {
    const { pixelRatio } = this;
    context.save();
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    drawHand(context, view, this.#sprites, pixelRatio);
    context.restore();
  }

  #drawBoxes(context: CanvasRenderingContext2D, pane: Pane, pixelRatio: number): void {
    const scene = this.#model.scene(pane.image);
    const view = { scene, viewport: pane.viewport, rect: pane.rect };
    drawCarried(context, view, pane.image, this.#model.foreignSets, pixelRatio);
    drawRest(context, view, this.#sprites, pixelRatio);
    const points = this.#model.points.filter(({ imageId }) => imageId === pane.image.id);
    drawPoints(context, points, pane.viewport, this.#sprites, pixelRatio);
  }

  /** Runs a drawing in device pixels for each pane, cut to the pane where there are several. */
  #eachPane(context: CanvasRenderingContext2D, draw: (pane: Pane, pixelRatio: number) => void): void {
    const { pixelRatio } = this;
    for (const pane of this.#panes.list) {
      // Not laid out yet: there is nothing to see.
      if (pane.rect.width <= 1) continue;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (this.#panes.list.length > 1) {
        const { x, y, width, height } = pane.rect;
        context.beginPath();
        context.rect(x * pixelRatio, y * pixelRatio, width * pixelRatio, height * pixelRatio);
        context.clip();
      }
      draw(pane, pixelRatio);
      context.restore();
    }
  }
}

/** The CSS filter for the image as it is looked at; empty where nothing is changed. */
export function cssFilter(options: CanvasViewOptions): string {
  if (options.brightness === 1 && options.contrast === 1) return '';
  return `brightness(${options.brightness}) contrast(${options.contrast})`;
}
