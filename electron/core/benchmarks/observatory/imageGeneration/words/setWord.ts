import type { Box } from '../../../../../../shared/base/geometry.ts';
import { type Affine, boundsOf, type Outline, transformOutline } from '../fonts/outline.ts';
import type { Font } from '../fonts/font.ts';

/** The side of the square images of words, in pixels. */
export const WORD_IMAGE_SIDE = 1024;
/** What stays free on every side. */
const MARGIN = 64;

export const CASINGS = ['upper', 'lower', 'camel'] as const;
export type Casing = (typeof CASINGS)[number];
export const POSITIONS = ['center', 'top', 'bottom'] as const;
export type Position = (typeof POSITIONS)[number];
/** In degrees, against the clock. */
export const ROTATIONS = [-45, 0, 45] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** A word in a casing; camel begins each part with a capital and joins the parts. */
export function applyCasing(word: string, casing: Casing): string {
  switch (casing) {
    case 'upper':
      return word.toUpperCase();
    case 'lower':
      return word.toLowerCase();
    case 'camel':
      return word
        .split(/[\s_-]+/u)
        .map((part) => {
          const [first = '', ...rest] = part;
          return first.toUpperCase() + rest.join('').toLowerCase();
        })
        .join('');
  }
}

/** A word in its place on the image. */
interface SetWord {
  readonly outline: Outline;
  /** Around the outline, in pixels, not on whole ones. */
  readonly bounds: Box;
  /** The side of the em square in pixels: what was asked for, or what still fits. */
  readonly size: number;
}

/**
 * Sets a text of this size turned about its middle, in the middle of the image or at its top or bottom margin, smaller
 * where it would not fit between the margins. Null for a text without ink.
 */
export function setWord(
  font: Font,
  text: string,
  layout: { readonly size: number; readonly position: Position; readonly rotation: Rotation },
): SetWord | null {
  const angle = (layout.rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  // Against the clock where y points downward.
  const turned = transformOutline(font.outline(text), [cosine, -sine, sine, cosine, 0, 0]);
  const extent = boundsOf(turned);
  if (extent === null) return null;
  const room = WORD_IMAGE_SIDE - 2 * MARGIN;
  const size = Math.min(layout.size, room / extent.width, room / extent.height);
  const left = (WORD_IMAGE_SIDE - size * extent.width) / 2;
  const top = {
    center: (WORD_IMAGE_SIDE - size * extent.height) / 2,
    top: MARGIN,
    bottom: WORD_IMAGE_SIDE - MARGIN - size * extent.height,
  }[layout.position];
  const place: Affine = [size, 0, 0, size, left - size * extent.x, top - size * extent.y];
  return {
    outline: transformOutline(turned, place),
    bounds: { x: left, y: top, width: size * extent.width, height: size * extent.height },
    size,
  };
}
