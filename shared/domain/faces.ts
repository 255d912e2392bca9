import { type Box, clampToImage, type Size } from '../base/geometry.ts';

/** A landmark of a face, in fractions of the image's width and height; outside of 0 to 1 where the face is cut off. */
export interface Landmark {
  readonly x: number;
  readonly y: number;
}

/** The landmarks of one face in the order of MediaPipe Face Mesh: 468, or 478 with those of the irises. */
export type FaceLandmarks = readonly Landmark[];

/** How far the area that hides a face reaches beyond its landmarks: hair, ears and chin are of the face, too. */
const MARGIN = 0.2;

/** The area that hides a face, in pixels of an image of this size; null where the face lies outside of it. */
export function faceArea(face: FaceLandmarks, image: Size): Box | null {
  const { left, top, right, bottom } = edges(face);
  const [across, down] = [(right - left) * MARGIN, (bottom - top) * MARGIN];
  const corners = [
    { x: (left - across) * image.width, y: (top - down) * image.height },
    { x: (right + across) * image.width, y: (bottom + down) * image.height },
  ];
  return boxAround(corners, image);
}

/** The smallest box with whole corners around points in pixels, cut to the image; null where none is in it. */
export function boxAround(points: FaceLandmarks, image: Size): Box | null {
  if (points.length === 0) return null;
  const { left, top, right, bottom } = edges(points);
  if (right <= 0 || bottom <= 0 || left >= image.width || top >= image.height) return null;
  const x = Math.floor(left);
  const y = Math.floor(top);
  return clampToImage({ x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y }, image);
}

/** The outermost coordinates of points. */
export function edges(points: FaceLandmarks): {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
} {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}
