import { intersection, type Size } from '../../../shared/base/geometry.ts';
import type { DecodedImage } from '../image/decodedImage.ts';
import type { Variant } from '../image/protocol.ts';
import { onDevicePixels, type Rectangle, type Viewport } from '../viewport.ts';
import { drawChequer } from './chequer.ts';

/** From this many device pixels per image pixel on, pixels are shown as the squares they are. */
const PIXELATED_FROM = 3;
/** From this many CSS pixels per image pixel on, a fine grid separates them. */
const GRID_FROM = 10;

/** Draws one image in its pane, from the pre-scaled copy that suits the zoom, cut to what is in view. */
export function drawImage(
  context: CanvasRenderingContext2D,
  image: { readonly size: Size; readonly decoded: DecodedImage | null; readonly variant: Variant },
  view: { readonly viewport: Viewport; readonly rect: Rectangle },
  pixelRatio: number,
): void {
  const { size, decoded, variant } = image;
  const viewport = onDevicePixels(view.viewport, pixelRatio);
  const scale = viewport.scale * pixelRatio;
  const bitmap = decoded?.bitmapFor(Math.round(size.width * scale), variant) ?? null;
  if (bitmap === null) return;
  const originX = viewport.x * pixelRatio;
  const originY = viewport.y * pixelRatio;
  if (variant === 'plain' && decoded?.mayBeTransparent === true) {
    // Never beyond the image, or an opaque one would have a rim.
    const width = Math.floor(size.width * scale);
    const height = Math.floor(size.height * scale);
    const whole = { x: originX, y: originY, width, height };
    const rect = {
      x: view.rect.x * pixelRatio,
      y: view.rect.y * pixelRatio,
      width: view.rect.width * pixelRatio,
      height: view.rect.height * pixelRatio,
    };
    const seen = intersection(whole, rect);
    if (seen !== null) drawChequer(context, seen, pixelRatio);
  }
  if (bitmap.width === Math.round(size.width * scale) && bitmap.height === Math.round(size.height * scale)) {
    context.drawImage(bitmap, originX, originY);
    return;
  }
  const ratioX = bitmap.width / size.width;
  const ratioY = bitmap.height / size.height;
  // Whole pixels of the copy around the view: at high zoom only these few are scaled.
  const left = Math.max(0, Math.floor(((view.rect.x * pixelRatio - originX) / scale) * ratioX) - 1);
  const top = Math.max(0, Math.floor(((view.rect.y * pixelRatio - originY) / scale) * ratioY) - 1);
  const rightEdge = (view.rect.x + view.rect.width) * pixelRatio;
  const bottomEdge = (view.rect.y + view.rect.height) * pixelRatio;
  const right = Math.min(bitmap.width, Math.ceil(((rightEdge - originX) / scale) * ratioX) + 1);
  const bottom = Math.min(bitmap.height, Math.ceil(((bottomEdge - originY) / scale) * ratioY) + 1);
  if (right <= left || bottom <= top) return;
  context.imageSmoothingEnabled = scale / ratioX < PIXELATED_FROM;
  context.drawImage(
    bitmap,
    left,
    top,
    right - left,
    bottom - top,
    (left / ratioX) * scale + originX,
    (top / ratioY) * scale + originY,
    ((right - left) / ratioX) * scale,
    ((bottom - top) / ratioY) * scale,
  );
  if (viewport.scale >= GRID_FROM && bitmap.width === size.width) {
    drawGrid(context, { left, top, right, bottom }, viewport, pixelRatio);
  }
}

function drawGrid(
  context: CanvasRenderingContext2D,
  pixels: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
  viewport: Viewport,
  pixelRatio: number,
): void {
  const scale = viewport.scale * pixelRatio;
  const originX = viewport.x * pixelRatio;
  const originY = viewport.y * pixelRatio;
  const y0 = Math.round(pixels.top * scale + originY);
  const y1 = Math.round(pixels.bottom * scale + originY);
  const x0 = Math.round(pixels.left * scale + originX);
  const x1 = Math.round(pixels.right * scale + originX);
  context.fillStyle = 'rgba(128, 128, 128, 0.45)';
  for (let x = pixels.left; x <= pixels.right; x += 1) {
    context.fillRect(Math.round(x * scale + originX), y0, 1, y1 - y0);
  }
  for (let y = pixels.top; y <= pixels.bottom; y += 1) {
    context.fillRect(x0, Math.round(y * scale + originY), x1 - x0, 1);
  }
}
