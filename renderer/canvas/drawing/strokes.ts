/** Stroke widths in device pixels, chosen so that every line falls on whole pixels. */
export interface StrokeWidths {
  readonly line: number;
  readonly halo: number;
  /** Added to whole-pixel coordinates so that an odd line width is not smeared over two rows. */
  readonly offset: number;
}

/** Widths for a line of this many CSS pixels with a rim of one pixel on either side. */
export function strokeWidths(cssWidth: number, pixelRatio: number): StrokeWidths {
  const line = Math.max(1, Math.round(cssWidth * pixelRatio));
  const halo = line + 2 * Math.max(1, Math.round(pixelRatio));
  return { line, halo, offset: line % 2 === 0 ? 0 : 0.5 };
}

/** Width of a box at rest, in CSS pixels, at every zoom. */
export const REST_WIDTH = 2;
/** Width of a box in hand: told from one at rest by more than its colour. */
export const HAND_WIDTH = 3;
/** The dashes of a box without a known label, or with dashes of its own, in CSS pixels. */
export const DASH = [6, 4] as const;
