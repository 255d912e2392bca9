import type { Size } from '../../../shared/base/geometry.ts';

/** Below this longest side a smaller copy of an image no longer saves anything. */
const SMALLEST_LEVEL = 256;

/** Sizes of the pre-scaled copies of an image, each half of the one before, the image itself first. */
export function levelSizes(image: Size): Size[] {
  const sizes: Size[] = [{ width: image.width, height: image.height }];
  let { width, height } = image;
  while (Math.max(width, height) / 2 >= SMALLEST_LEVEL) {
    width = Math.max(1, Math.round(width / 2));
    height = Math.max(1, Math.round(height / 2));
    sizes.push({ width, height });
  }
  return sizes;
}

/**
 * The position of the copy to draw at a scale (device pixels per image pixel): the smallest one that need not be
 * enlarged, the image itself where there is none. `widths` are largest first.
 */
export function chooseLevel(widths: readonly number[], imageWidth: number, scale: number): number {
  const needed = imageWidth * scale - 0.5;
  let chosen = 0;
  for (let index = 1; index < widths.length; index += 1) {
    if ((widths[index] ?? 0) >= needed) chosen = index;
  }
  return chosen;
}
