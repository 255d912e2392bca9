import { z } from 'zod';
import type { Box, Size } from '../base/geometry.ts';
import { JsonObject } from '../base/json.ts';
import { outlinesOf, paintedPixels } from './brushMask.ts';
import type { ForeignKind } from './foreignPart.ts';
import type { ForeignPoint, ForeignShape } from './foreignShape.ts';

/** A result of Label Studio: what one control says of a task or of a region. */
export const LabelStudioResult = z.looseObject({
  id: z.string().optional(),
  type: z.string(),
  from_name: z.string().min(1),
  to_name: z.string().optional(),
  value: JsonObject,
  original_width: z.number().positive().optional(),
  original_height: z.number().positive().optional(),
  image_rotation: z.number().nullish(),
  item_index: z.int().nonnegative().nullish(),
});
export type LabelStudioResult = z.infer<typeof LabelStudioResult>;

/** A relation between two regions. */
export const LabelStudioRelation = z.looseObject({
  type: z.literal('relation'),
  from_id: z.string(),
  to_id: z.string(),
  labels: z.array(z.string()).nullish(),
});
export type LabelStudioRelation = z.infer<typeof LabelStudioRelation>;

/** The shapes of Label Studio that have a box. */
const SHAPES = ['rectangle', 'ellipse', 'polygon', 'brush', 'keypoint'] as const;
type Shape = (typeof SHAPES)[number];

/** The shape that a type of results draws, with a label or without; null where it draws none that has a box. */
export function shapeOf(type: string): Shape | null {
  return SHAPES.find((shape) => type === shape || type === `${shape}labels`) ?? null;
}

const Rectangle = z.looseObject({
  x: z.number(),
  y: z.number(),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
  rotation: z.number().default(0),
});
const Ellipse = z.looseObject({
  x: z.number(),
  y: z.number(),
  radiusX: z.number().nonnegative(),
  radiusY: z.number().nonnegative(),
  rotation: z.number().default(0),
});
const Polygon = z.looseObject({ points: z.array(z.tuple([z.number(), z.number()])).min(1) });
const Brush = z.looseObject({
  format: z.literal('rle').default('rle'),
  rle: z.array(z.int().min(0).max(255)),
});
const Keypoint = z.looseObject({ x: z.number(), y: z.number(), width: z.number().nonnegative().default(0) });

/** Where a shape lies: the upright box around it in shares of the image, and what it is beyond such a box. */
export interface ShapeExtent {
  readonly box: Box;
  readonly shapes: readonly ForeignKind[];
}

/** Points of an ellipse's outline; enough for a line that looks round. */
const ROUND = 48;

/** Where a result draws, or why that cannot be said. */
export function placeOf(result: LabelStudioResult): ShapeExtent | string {
  if ((result.image_rotation ?? 0) % 360 !== 0)
    return 'It is drawn on a turned image, and Casebook keeps images upright.';
  const drawn = shapeIn(result, sizeOf(result) ?? { width: 100, height: 100 });
  if (typeof drawn === 'string') return drawn;
  const { shape, around, size } = drawn;
  const shapes: readonly ForeignKind[] = shape === null ? [] : [shape.kind];
  const box = {
    x: around.x / size.width,
    y: around.y / size.height,
    width: around.width / size.width,
    height: around.height / size.height,
  };
  return { box, shapes };
}

/** The shape that a result draws on an image of this size, null where it is an upright box or cannot be read. */
export function drawnShape(result: LabelStudioResult, image: Size): ForeignShape | null {
  const drawn = shapeIn(result, image);
  return typeof drawn === 'string' ? null : drawn.shape;
}

interface DrawnShape {
  readonly shape: ForeignShape | null;
  /** The upright box around it, in pixels of an image of this size. */
  readonly around: Box;
  readonly size: Size;
}

const UNREADABLE = 'Its place cannot be read.';
const NO_SIZE = 'Its place depends on the image’s size, and original_width and original_height are missing.';

function sizeOf({ original_width: width, original_height: height }: LabelStudioResult): Size | null {
  return width === undefined || height === undefined ? null : { width, height };
}

function shapeIn(result: LabelStudioResult, size: Size): DrawnShape | string {
  const shape = shapeOf(result.type);
  switch (shape) {
    case 'rectangle':
      return rectangleIn(result, size);
    case 'ellipse':
      return ellipseIn(result, size);
    case 'polygon':
      return polygonIn(result, size);
    case 'brush':
      return brushIn(result, size);
    case 'keypoint':
      return keypointIn(result, size);
    case null:
      return UNREADABLE;
  }
}

function rectangleIn(result: LabelStudioResult, size: Size): DrawnShape | string {
  const parsed = Rectangle.safeParse(result.value);
  if (!parsed.success) return UNREADABLE;
  const { rotation } = parsed.data;
  const [x, y] = pixels(parsed.data.x, parsed.data.y, size);
  const [width, height] = pixels(parsed.data.width, parsed.data.height, size);
  if (rotation % 360 === 0) return { shape: null, around: { x, y, width, height }, size };
  if (sizeOf(result) === null) return NO_SIZE;
  const ring = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([right = 0, down = 0]) => turned([x, y], right, down, rotation));
  return { shape: { kind: 'rotation', rings: [ring], degrees: rotation }, around: boxAround(ring), size };
}

function ellipseIn(result: LabelStudioResult, size: Size): DrawnShape | string {
  const parsed = Ellipse.safeParse(result.value);
  if (!parsed.success) return UNREADABLE;
  const { rotation } = parsed.data;
  if (rotation % 180 !== 0 && sizeOf(result) === null) return NO_SIZE;
  const centre = pixels(parsed.data.x, parsed.data.y, size);
  const [across, along] = pixels(parsed.data.radiusX, parsed.data.radiusY, size);
  const ring = Array.from({ length: ROUND }, (_, index) => {
    const angle = (2 * Math.PI * index) / ROUND;
    return turned(centre, across * Math.cos(angle), along * Math.sin(angle), rotation);
  });
  const turn = radians(rotation);
  const halfWidth = Math.hypot(across * Math.cos(turn), along * Math.sin(turn));
  const halfHeight = Math.hypot(across * Math.sin(turn), along * Math.cos(turn));
  const around = {
    x: centre[0] - halfWidth,
    y: centre[1] - halfHeight,
    width: 2 * halfWidth,
    height: 2 * halfHeight,
  };
  return { shape: { kind: 'polygon', rings: [ring] }, around, size };
}

function polygonIn({ value }: LabelStudioResult, size: Size): DrawnShape | string {
  const parsed = Polygon.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const ring = parsed.data.points.map(([x, y]) => pixels(x, y, size));
  return { shape: { kind: 'polygon', rings: [ring] }, around: boxAround(ring), size };
}

function brushIn(result: LabelStudioResult, size: Size): DrawnShape | string {
  const parsed = Brush.safeParse(result.value);
  const own = sizeOf(result);
  if (own === null) return NO_SIZE;
  const painted = parsed.success ? paintedPixels(parsed.data.rle, own) : null;
  if (painted === null) return 'Its mask cannot be read.';
  if (painted.length === 0) return 'Its mask is empty.';
  const [across, along] = [size.width / own.width, size.height / own.height];
  const rings = outlinesOf(painted).map((ring) =>
    ring.map(([x, y]): ForeignPoint => [x * across, y * along]),
  );
  return { shape: { kind: 'mask', rings }, around: boxAround(rings.flat()), size };
}

function keypointIn({ value }: LabelStudioResult, size: Size): DrawnShape | string {
  const parsed = Keypoint.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const at = pixels(parsed.data.x, parsed.data.y, size);
  const [diameter] = pixels(parsed.data.width, 0, size);
  // A point has no extent of its own: its dot makes the box.
  return {
    shape: { kind: 'keypoints', points: [{ at, name: null, isVisible: true }], lines: [] },
    around: { x: at[0] - diameter / 2, y: at[1] - diameter / 2, width: diameter, height: diameter },
    size,
  };
}

const pixels = (x: number, y: number, { width, height }: Size): ForeignPoint => [
  (x / 100) * width,
  (y / 100) * height,
];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A point so far right and down of another, turned about that other by degrees clockwise. */
function turned([x, y]: ForeignPoint, right: number, down: number, degrees: number): ForeignPoint {
  const angle = radians(degrees);
  return [
    x + right * Math.cos(angle) - down * Math.sin(angle),
    y + right * Math.sin(angle) + down * Math.cos(angle),
  ];
}

function boxAround(points: readonly ForeignPoint[]): Box {
  const [left, right] = extent(points, ([x]) => [x, x]);
  const [top, bottom] = extent(points, ([, y]) => [y, y]);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The least and the greatest of many, however many. */
function extent<T>(
  things: readonly T[],
  of: (thing: T) => readonly [least: number, most: number],
): [number, number] {
  return things.reduce<[number, number]>(
    ([least, most], thing) => {
      const [low, high] = of(thing);
      return [Math.min(least, low), Math.max(most, high)];
    },
    [Infinity, -Infinity],
  );
}
