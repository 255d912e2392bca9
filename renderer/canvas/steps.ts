import type { Size } from '../../shared/base/geometry.ts';

/** A key that is held repeats so often before its steps grow. */
const REPEATS_PER_LEVEL = 4;
/** How often the step doubles at most. */
const HIGHEST_LEVEL = 4;
/** From here on, in image pixels, a step is one to cover a distance with: Shift was held. */
const FAR = 10;
/** A far step is made for images of this size, in image pixels. */
const USUAL_SIDE = 1000;

/**
 * How many times as long a step is when its key has repeated so often: single presses stay exact, a key that is held
 * crosses a photograph in seconds.
 */
export function heldFactor(repeats: number): number {
  return 2 ** Math.min(Math.floor(repeats / REPEATS_PER_LEVEL), HIGHEST_LEVEL);
}

/** A step of the box that is being placed by keys: with Shift it grows with the image, in tens of image pixels. */
export function placingStep(pixels: number, image: Size): number {
  if (Math.abs(pixels) < FAR) return pixels;
  return pixels * Math.max(1, Math.round(Math.max(image.width, image.height) / USUAL_SIDE));
}
