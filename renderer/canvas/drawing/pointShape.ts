import { haloFor } from '../palette.ts';
import type { CanvasPoint } from '../types.ts';
import { onDevicePixels, type Viewport } from '../viewport.ts';
import { TAG_HEIGHT, type TagSprites } from './tags.ts';

/** Of a point's ring and of the lines that lead to it, in CSS pixels. */
const RADIUS = 6;
const REACH = 16;
const LINE = 2;
const HALO = 4;

/** Draws points as rings with cross hairs, of one size at every zoom, each with its tag. */
export function drawPoints(
  context: CanvasRenderingContext2D,
  points: readonly CanvasPoint[],
  view: Viewport,
  sprites: TagSprites,
  pixelRatio: number,
): void {
  const viewport = onDevicePixels(view, pixelRatio);
  for (const { x, y, label, color } of points) {
    const left = (x * viewport.scale + viewport.x) * pixelRatio;
    const top = (y * viewport.scale + viewport.y) * pixelRatio;
    for (const [width, ink] of [
      [HALO, haloFor(color)],
      [LINE, color],
    ] as const) {
      context.lineWidth = width * pixelRatio;
      context.strokeStyle = ink;
      context.beginPath();
      context.arc(left, top, RADIUS * pixelRatio, 0, 2 * Math.PI);
      for (const [dx, dy] of DIRECTIONS) {
        context.moveTo(left + dx * RADIUS * pixelRatio, top + dy * RADIUS * pixelRatio);
        context.lineTo(left + dx * REACH * pixelRatio, top + dy * REACH * pixelRatio);
      }
      context.stroke();
    }
    const dot = 1.5 * pixelRatio;
    context.fillStyle = color;
    context.fillRect(left - dot, top - dot, 2 * dot, 2 * dot);
    const { bitmap } = sprites.get(label, color, 0, pixelRatio);
    const above = top - (REACH + TAG_HEIGHT + 2) * pixelRatio;
    // Above its ring; where the image begins too soon, below it.
    const tagTop = above >= viewport.y * pixelRatio ? above : top + (REACH + 2) * pixelRatio;
    if (label !== '') context.drawImage(bitmap, Math.round(left), Math.round(tagTop));
  }
}

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
