import { type BoxStyle, marksOf, type RestScene } from '../restScene.ts';
import { onDevicePixels, type Rectangle, type Viewport, visibleBox } from '../viewport.ts';
import { DASH, REST_WIDTH, strokeWidths } from './strokes.ts';
import { TAG_HEIGHT, tagShift, type TagSprites, tagTop } from './tags.ts';

/** What surrounds the drawing of one image's boxes. */
export interface RestView {
  readonly scene: RestScene;
  readonly viewport: Viewport;
  readonly rect: Rectangle;
}

/**
 * Draws every box at rest in one go, straight in device pixels: all rims, then all lines, then the tags, so that
 * no rim covers a neighbour's line. `context` is the browser's own, not konva's wrapper.
 */
export function drawRest(
  context: CanvasRenderingContext2D,
  view: RestView,
  sprites: TagSprites,
  pixelRatio: number,
): void {
  const { scene } = view;
  if (scene.count === 0) return;
  // A stroke reaches beyond its box, and a tag is above it.
  const margin = (TAG_HEIGHT + 4) / view.viewport.scale;
  const shown = visibleBox(view.viewport, view.rect);
  const flags = scene.inView({
    x: shown.x - margin,
    y: shown.y - margin,
    width: shown.width + 2 * margin,
    height: shown.height + 2 * margin,
  });
  strokeBoxes(context, view, flags, pixelRatio);
  drawTags(context, view, flags, sprites, pixelRatio);
}

function strokeBoxes(
  context: CanvasRenderingContext2D,
  view: RestView,
  flags: Uint8Array,
  pixelRatio: number,
): void {
  const { scene } = view;
  const { styleOf, styles } = scene;
  const places = placeBoxes(view, flags, pixelRatio);
  const { line, halo, offset } = strokeWidths(REST_WIDTH, pixelRatio);
  const dash = DASH.map((length) => length * pixelRatio);
  for (const pass of ['halo', 'line'] as const) {
    context.lineWidth = pass === 'halo' ? halo : line;
    let current = -1;
    for (let index = 0, at = 0; index < flags.length; index += 1, at += 4) {
      if (flags[index] === 0) continue;
      const position = styleOf[index] ?? 0;
      if (position !== current) {
        current = position;
        adoptStyle(context, styles[position], pass, dash);
      }
      context.strokeRect(
        (places[at] ?? 0) + offset,
        (places[at + 1] ?? 0) + offset,
        places[at + 2] ?? 0,
        places[at + 3] ?? 0,
      );
    }
  }
  context.setLineDash([]);
}

function adoptStyle(
  context: CanvasRenderingContext2D,
  style: BoxStyle | undefined,
  pass: 'halo' | 'line',
  dash: number[],
): void {
  context.strokeStyle = style?.[pass === 'halo' ? 'halo' : 'color'] ?? '#000000';
  context.setLineDash(pass === 'line' && style?.dashed === true ? dash : []);
}

/** Left, top, width and height of the boxes in view, in whole device pixels; the other places are stale. */
function placeBoxes(view: RestView, flags: Uint8Array, pixelRatio: number): Int32Array {
  const { bounds, placed } = view.scene;
  const viewport = onDevicePixels(view.viewport, pixelRatio);
  const scale = viewport.scale * pixelRatio;
  const originX = viewport.x * pixelRatio;
  const originY = viewport.y * pixelRatio;
  for (let index = 0, at = 0; index < flags.length; index += 1, at += 4) {
    if (flags[index] === 0) continue;
    const x = bounds[at] ?? 0;
    const y = bounds[at + 1] ?? 0;
    const left = Math.round(x * scale + originX);
    const top = Math.round(y * scale + originY);
    placed[at] = left;
    placed[at + 1] = top;
    placed[at + 2] = Math.max(1, Math.round((x + (bounds[at + 2] ?? 0)) * scale + originX) - left);
    placed[at + 3] = Math.max(1, Math.round((y + (bounds[at + 3] ?? 0)) * scale + originY) - top);
  }
  return placed;
}

function drawTags(
  context: CanvasRenderingContext2D,
  view: RestView,
  flags: Uint8Array,
  sprites: TagSprites,
  pixelRatio: number,
): void {
  const { scene, rect } = view;
  const viewport = onDevicePixels(view.viewport, pixelRatio);
  const made = scene.styles.map(({ name, color }) =>
    Array.from({ length: scene.markings }, (_, marks) => sprites.get(name, color, marks, pixelRatio)),
  );
  const shown = scene.tagsAt(
    viewport.scale,
    made.map((each) => each.map(({ width }) => width)),
  );
  for (let index = 0; index < flags.length; index += 1) {
    if (flags[index] === 0 || shown[index] === 0) continue;
    const region = scene.regions[index];
    const position = scene.styleOf[index] ?? 0;
    const sprite = region === undefined ? undefined : made[position]?.[marksOf(region)];
    if (region === undefined || sprite === undefined) continue;
    const left = region.x * viewport.scale + viewport.x;
    const top = region.y * viewport.scale + viewport.y;
    // A box larger than the view keeps its tag at the view's edge, as long as the box is there.
    const shift = tagShift(scene.styles[position]?.tagPlace ?? 0);
    const x =
      shift +
      Math.min(
        Math.max(left - 1, rect.x),
        left + Math.max(0, region.width * viewport.scale - sprite.width - shift),
      );
    const y = Math.min(
      Math.max(tagTop(top, viewport.y), rect.y),
      top + Math.max(0, region.height * viewport.scale - TAG_HEIGHT),
    );
    context.drawImage(sprite.bitmap, Math.round(x * pixelRatio), Math.round(y * pixelRatio));
  }
}
