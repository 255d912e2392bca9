import { type Box, clampToImage, type Size } from '../../base/geometry.ts';
import { sideOf } from './labels.ts';

/** What a face is mirrored about: an upright line. */
export interface Axis {
  /** Where it is, in image pixels from the left. */
  readonly x: number;
  /** The attribute whose middle it goes through; null where it is the middle of the image. */
  readonly attribute: string | null;
}

/** The line through the middle of the nose, else of another box that is on no side, else of the image. */
export function axisOf(regions: readonly (Box & { readonly label: string })[], image: Size): Axis {
  const middle =
    regions.find(({ label }) => label.toLowerCase() === 'nose') ??
    regions.find(({ label }) => sideOf(label) === null);
  return middle === undefined
    ? { x: image.width / 2, attribute: null }
    : { x: middle.x + middle.width / 2, attribute: middle.label };
}

/** The box on the other side of the line, as wide and high, kept in the image. */
export function mirrorBox(box: Box, axis: number, image: Size): Box {
  const x = Math.min(Math.max(2 * axis - box.x - box.width, 0), Math.max(0, image.width - box.width));
  return clampToImage({ ...box, x }, image);
}
