import { haloFor } from '../../../renderer/canvas/palette.ts';
import type { StandaloneScene } from '../../canvas/address.ts';
import { fitted, panned, toImage, type Viewport, zoomedAt } from '../../../renderer/canvas/viewport.ts';
import { boxFromCorners, screenPoint } from '../../../shared/base/geometry.ts';
import type { Contestant } from './contestant.ts';
import { present } from '../../helpers/present.ts';

/**
 * The yardstick: one canvas, one loop, nothing else. It is given every advantage: images already scaled down in
 * steps of two and once more to the size first shown, boxes sorted by colour, no label tags, no selection, no
 * hit testing, and nobody but itself to tell of a new box.
 */
export class BareCanvas implements Contestant {
  readonly #context: CanvasRenderingContext2D;
  readonly #levels: readonly ImageBitmap[];
  readonly #groups: readonly {
    readonly color: string;
    readonly halo: string;
    readonly boxes: number[][];
  }[];
  readonly #size: { readonly width: number; readonly height: number };
  #count: number;
  readonly #exact: ImageBitmap;
  #view: Viewport;
  #frame = 0;

  static async start(root: HTMLElement, scene: StandaloneScene): Promise<BareCanvas> {
    const [image] = scene.images;
    if (image?.url === undefined || image.url === null) throw new Error('There is no image to draw');
    const response = await fetch(image.url);
    const levels = [await createImageBitmap(await response.blob())];
    for (let width = image.width / 2; width >= 256; width /= 2) {
      levels.push(
        await createImageBitmap(levels.at(-1) ?? new ImageData(1, 1), {
          resizeWidth: Math.round(width),
          resizeHeight: Math.round((width * image.height) / image.width),
          resizeQuality: 'high',
        }),
      );
    }
    const canvas = document.createElement('canvas');
    canvas.width = root.clientWidth;
    canvas.height = root.clientHeight - 24;
    canvas.style.display = 'block';
    root.append(canvas);
    const view = fitted(image, { x: 0, y: 0, width: canvas.width, height: canvas.height });
    const exact = await createImageBitmap(levels[0] ?? new ImageData(1, 1), {
      resizeWidth: Math.round(image.width * view.scale),
      resizeHeight: Math.round(image.height * view.scale),
      resizeQuality: 'high',
    });
    return new BareCanvas(canvas, scene, levels, exact, view);
  }

  private constructor(
    canvas: HTMLCanvasElement,
    scene: StandaloneScene,
    levels: readonly ImageBitmap[],
    exact: ImageBitmap,
    view: Viewport,
  ) {
    const context = present(canvas.getContext('2d'));
    this.#context = context;
    this.#levels = levels;
    this.#exact = exact;
    this.#view = view;
    this.#size = scene.images[0] ?? { width: 1, height: 1 };
    this.#count = scene.regions.length;
    this.#groups = scene.labels.map((label) => ({
      color: label.color,
      halo: haloFor(label.color),
      boxes: scene.regions
        .filter((region) => region.label === label.id)
        .map((region) => [region.x, region.y, region.width, region.height]),
    }));
    this.#draw();
    context.canvas.addEventListener('pointerdown', (down) => {
      context.canvas.addEventListener('pointerup', (up) => this.#add(down, up), { once: true });
    });
  }

  /** What a drag spans is a box of the first colour. */
  #add(down: PointerEvent, up: PointerEvent): void {
    const from = toImage(this.#view, screenPoint(down.offsetX, down.offsetY));
    const box = boxFromCorners(from, toImage(this.#view, screenPoint(up.offsetX, up.offsetY)));
    this.#groups[0]?.boxes.push([box.x, box.y, box.width, box.height]);
    this.#count += 1;
    this.#schedule();
  }

  zoom(factor: number): void {
    const { width, height } = this.#context.canvas;
    this.#view = zoomedAt(this.#view, screenPoint(width / 2, height / 2), this.#view.scale * factor);
    this.#schedule();
  }

  pan(dx: number, dy: number): void {
    this.#view = panned(this.#view, dx, dy);
    this.#schedule();
  }

  view(): Viewport {
    return this.#view;
  }

  boxes(): number {
    return this.#count;
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const context = this.#context;
    const { scale } = this.#view;
    const x = Math.round(this.#view.x);
    const y = Math.round(this.#view.y);
    const { width, height } = context.canvas;
    context.clearRect(0, 0, width, height);
    const drawnWidth = this.#size.width * scale;
    const level = this.#levels.findLast((bitmap) => bitmap.width >= drawnWidth - 0.5) ?? this.#levels[0];
    if (Math.abs(this.#exact.width - drawnWidth) < 0.51) context.drawImage(this.#exact, x, y);
    else if (level !== undefined) context.drawImage(level, x, y, drawnWidth, this.#size.height * scale);
    for (const pass of ['halo', 'color'] as const) {
      context.lineWidth = pass === 'halo' ? 4 : 2;
      for (const group of this.#groups) {
        context.strokeStyle = group[pass];
        for (const [left = 0, top = 0, across = 0, down = 0] of group.boxes) {
          const x0 = Math.round(left * scale + x);
          const y0 = Math.round(top * scale + y);
          const x1 = Math.round((left + across) * scale + x);
          const y1 = Math.round((top + down) * scale + y);
          if (x1 < 0 || y1 < 0 || x0 > width || y0 > height) continue;
          context.strokeRect(x0, y0, x1 - x0, y1 - y0);
        }
      }
    }
  }
}
