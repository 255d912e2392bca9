import { z } from 'zod';

/** A length or coordinate in image pixels: origin at the top left, continuous. */
export interface ImagePoint {
  readonly space: 'image';
  readonly x: number;
  readonly y: number;
}

/** A position in CSS pixels relative to the canvas element's top left. */
export interface ScreenPoint {
  readonly space: 'screen';
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An axis-aligned box in image pixels, x and y being its top left corner. */
export const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = Readonly<z.infer<typeof Box>>;

export const imagePoint = (x: number, y: number): ImagePoint => ({ space: 'image', x, y });
export const screenPoint = (x: number, y: number): ScreenPoint => ({ space: 'screen', x, y });

/** No box on the canvas is ever smaller than one square pixel (sides included). */
export const MINIMUM_SIDE = 1;

/** The box spanned by two opposite corners, in whichever order they are given. */
export function boxFromCorners(a: ImagePoint, b: ImagePoint): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** The box cut to the image, never thinner than {@link MINIMUM_SIDE}, never outside; to the letter as it is where it fits. */
export function clampToImage(box: Box, image: Size): Box {
  const { x, y, width, height } = box;
  // Taking sides apart and putting them together again would round them.
  if (fits(x, width, image.width) && fits(y, height, image.height)) return { x, y, width, height };
  const left = clamp(box.x, 0, Math.max(0, image.width - MINIMUM_SIDE));
  const top = clamp(box.y, 0, Math.max(0, image.height - MINIMUM_SIDE));
  const right = clamp(box.x + box.width, left + MINIMUM_SIDE, Math.max(image.width, MINIMUM_SIDE));
  const bottom = clamp(box.y + box.height, top + MINIMUM_SIDE, Math.max(image.height, MINIMUM_SIDE));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const fits = (start: number, length: number, whole: number): boolean =>
  start >= 0 && length >= MINIMUM_SIDE && start + length <= whole;

/** The box shifted, keeping its size, stopped at the image's edges. */
export function moveWithin(box: Box, dx: number, dy: number, image: Size): Box {
  return {
    ...box,
    x: clamp(box.x + dx, 0, Math.max(0, image.width - box.width)),
    y: clamp(box.y + dy, 0, Math.max(0, image.height - box.height)),
  };
}

/** The box with corners on whole pixels, still inside the image. */
export function snapToPixels(box: Box, image: Size): Box {
  const left = Math.round(box.x);
  const top = Math.round(box.y);
  return clampToImage(
    {
      x: left,
      y: top,
      width: Math.round(box.x + box.width) - left,
      height: Math.round(box.y + box.height) - top,
    },
    image,
  );
}

/** Whether a point lies in a box, edges included. */
export function contains(box: Box, point: ImagePoint): boolean {
  return (
    point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height
  );
}

/** Area in square pixels. */
export const area = (box: Box): number => box.width * box.height;

/** The overlap of two boxes, or null where they share no area. */
export function intersection(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

/** Intersection over union in continuous coordinates, in [0, 1]. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const overlap = intersection(a, b);
  if (overlap === null) return 0;
  const shared = area(overlap);
  return shared / (area(a) + area(b) - shared);
}

/** The eight places a box can be taken hold of, by compass direction. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

/** Where a handle sits on a box, in image pixels. */
export function handlePoint(box: Box, handle: Handle): ImagePoint {
  const across = handle.includes('w') ? 0 : handle.includes('e') ? 1 : 0.5;
  const down = handle.includes('n') ? 0 : handle.includes('s') ? 1 : 0.5;
  return imagePoint(box.x + box.width * across, box.y + box.height * down);
}

/**
 * The box after one of its handles was dragged by (dx, dy). The opposite side stays where it is; dragging past
 * it turns the box over, as a pencil would. Never outside the image, never thinner than {@link MINIMUM_SIDE}.
 */
export function resizeByHandle(box: Box, handle: Handle, dx: number, dy: number, image: Size): Box {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const a = imagePoint(
    handle.includes('w') ? clamp(box.x + dx, 0, image.width) : box.x,
    handle.includes('n') ? clamp(box.y + dy, 0, image.height) : box.y,
  );
  const b = imagePoint(
    handle.includes('e') ? clamp(right + dx, 0, image.width) : right,
    handle.includes('s') ? clamp(bottom + dy, 0, image.height) : bottom,
  );
  return clampToImage(boxFromCorners(a, b), image);
}

/** The box with its top left corner kept and its size changed, cut to the image, at least one pixel a side. */
export function growWithin(box: Box, dw: number, dh: number, image: Size): Box {
  return clampToImage(
    {
      ...box,
      width: Math.max(MINIMUM_SIDE, box.width + dw),
      height: Math.max(MINIMUM_SIDE, box.height + dh),
    },
    image,
  );
}

/** Sub-pixel coordinates are kept to this fraction of a pixel. */
export const SUBPIXEL = 1 / 16;

/**
 * The box with its edges on the sub-pixel grid. A power of two, so that x + width is exact in floating point and
 * what is stored stays short; finer digits than these mean nothing when a hand has drawn them.
 */
export function toSubpixels(box: Box, image: Size): Box {
  const snap = (value: number): number => Math.round(value / SUBPIXEL) * SUBPIXEL;
  const left = snap(box.x);
  const top = snap(box.y);
  return clampToImage(
    { x: left, y: top, width: snap(box.x + box.width) - left, height: snap(box.y + box.height) - top },
    image,
  );
}

/** Whether the first box holds the whole of the second, edges included. */
export function encloses(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Whether two boxes are the same, number for number. */
export function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** What sums of numbers with a fraction are off by, with much to spare, and what rounding to hundredths does to them. */
const FLOATING_POINT = 1e-6;
const HUNDREDTHS = 0.02;

/** Whether two boxes are the same but for how sums of fractions are rounded. */
export const sameButForRounding = (a: Box, b: Box): boolean => isWithin(FLOATING_POINT, a, b);

/** Whether cutting a box to its image took anything from it; files that round coordinates to hundredths do not count. */
export const wasCut = (box: Box, cut: Box): boolean => !isWithin(HUNDREDTHS, box, cut);

const isWithin = (most: number, a: Box, b: Box): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(a[side] - b[side]) <= most);

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
