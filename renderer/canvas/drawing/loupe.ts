import { intersection, type ScreenPoint } from '../../../shared/base/geometry.ts';
import type { Variant } from '../image/protocol.ts';
import type { Pane } from '../panes.ts';
import { toImage } from '../viewport.ts';
import { drawChequer } from './chequer.ts';

/** Side of the loupe in CSS pixels. */
export const LOUPE_SIDE = 176;
const MAGNIFIED = 4;

/** How large an image pixel is in the loupe, in CSS pixels: four times what the canvas shows, within reason. */
function loupeScale(canvasScale: number): number {
  return Math.min(Math.max(canvasScale * MAGNIFIED, 2), 32);
}

/** Draws the neighbourhood of the pointer, pixels as squares, on a canvas of its own. */
export function drawLoupe(
  canvas: HTMLCanvasElement,
  pane: Pane,
  pointer: ScreenPoint,
  variant: Variant,
  pixelRatio: number,
): void {
  const side = Math.round(LOUPE_SIDE * pixelRatio);
  if (canvas.width !== side) {
    canvas.width = side;
    canvas.height = side;
  }
  const context = canvas.getContext('2d');
  const bitmap = pane.decoded?.full(variant) ?? null;
  if (context === null) return;
  context.clearRect(0, 0, side, side);
  if (bitmap === null) return;
  const centre = toImage(pane.viewport, pointer);
  const scale = loupeScale(pane.viewport.scale) * pixelRatio;
  const ratioX = bitmap.width / pane.image.width;
  const ratioY = bitmap.height / pane.image.height;
  const span = side / scale;
  // Whole pixels around what is seen; scaling the whole photograph for a peephole would be slow.
  const left = Math.max(0, Math.floor((centre.x - span / 2) * ratioX));
  const top = Math.max(0, Math.floor((centre.y - span / 2) * ratioY));
  const right = Math.min(bitmap.width, Math.ceil((centre.x + span / 2) * ratioX) + 1);
  const bottom = Math.min(bitmap.height, Math.ceil((centre.y + span / 2) * ratioY) + 1);
  if (right <= left || bottom <= top) return;
  if (variant === 'plain' && pane.decoded?.mayBeTransparent === true) {
    const whole = {
      x: side / 2 - centre.x * scale,
      y: side / 2 - centre.y * scale,
      width: pane.image.width * scale,
      height: pane.image.height * scale,
    };
    const seen = intersection(whole, { x: 0, y: 0, width: side, height: side });
    if (seen !== null) drawChequer(context, seen, pixelRatio);
  }
  context.imageSmoothingEnabled = false;
  context.drawImage(
    bitmap,
    left,
    top,
    right - left,
    bottom - top,
    (left / ratioX - centre.x) * scale + side / 2,
    (top / ratioY - centre.y) * scale + side / 2,
    ((right - left) / ratioX) * scale,
    ((bottom - top) / ratioY) * scale,
  );
}
