/** Side of a square, in CSS pixels, at every zoom. */
const SQUARE = 8;
/** Two greys, so that transparent pixels look unlike white, black or grey ones. */
const LIGHT = '#ffffff';
const DARK = '#c9c9c9';

let tile: { readonly side: number; readonly bitmap: OffscreenCanvas } | null = null;

/** Fills a part of the canvas, in device pixels, with the squares that transparent images lie on. */
export function drawChequer(
  context: CanvasRenderingContext2D,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  pixelRatio: number,
): void {
  const pattern = context.createPattern(tileOf(Math.max(1, Math.round(SQUARE * pixelRatio))), 'repeat');
  if (pattern === null) return;
  context.fillStyle = pattern;
  context.fillRect(part.x, part.y, part.width, part.height);
}

function tileOf(side: number): OffscreenCanvas {
  if (tile?.side === side) return tile.bitmap;
  const bitmap = new OffscreenCanvas(2 * side, 2 * side);
  const context = bitmap.getContext('2d');
  if (context !== null) {
    context.fillStyle = LIGHT;
    context.fillRect(0, 0, 2 * side, 2 * side);
    context.fillStyle = DARK;
    context.fillRect(side, 0, side, side);
    context.fillRect(0, side, side, side);
  }
  tile = { side, bitmap };
  return bitmap;
}
