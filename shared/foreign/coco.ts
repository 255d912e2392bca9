import { z } from 'zod';
import { Json, type JsonObject } from '../base/json.ts';
import type { Box } from '../base/geometry.ts';
import type { ForeignKind } from './foreignPart.ts';
import type { ForeignShape, ForeignValue, ForeignView } from './foreignShape.ts';
import { type Mask, maskBox, maskRings, readMask, type Ring, ringsBox } from './masks.ts';

/** Numbers beyond this are no place on a picture. */
const FARTHEST = 1e9;
/** Longer values are cut when they are shown. */
const SHOWN = 200;

/** What Casebook itself edits of an annotation, or draws. */
const NOT_LISTED = new Set([
  'image_id',
  'category_id',
  'bbox',
  'segmentation',
  'keypoints',
  'attributes',
  'note',
]);

const Category = z.looseObject({
  id: z.union([z.number(), z.string()]),
  keypoints: z.array(z.string()).optional().catch(undefined),
  skeleton: z.array(z.tuple([z.int(), z.int()])).catch([]),
});
type Category = z.infer<typeof Category>;
const Header = z.looseObject({ categories: z.array(Category.nullable().catch(null)).catch([]) });

/** What a `segmentation` says: polygons, or a mask; null where it says nothing that can be drawn. */
export type Segmentation =
  | { readonly kind: 'polygon'; readonly rings: readonly Ring[] }
  | { readonly kind: 'mask'; readonly mask: Mask };

/** Reads the `segmentation` of an annotation. */
export function readSegmentation(value: unknown): Segmentation | null {
  if (Array.isArray(value)) {
    // Some write a single polygon without the list around it.
    const lists: unknown[] = typeof value[0] === 'number' ? [value] : value;
    const rings = lists.flatMap((each) => ringOf(each) ?? []);
    return rings.length === 0 || rings.length < lists.length ? null : { kind: 'polygon', rings };
  }
  if (value === null || typeof value !== 'object' || !('size' in value) || !('counts' in value)) return null;
  const mask = readMask(value.size, value.counts);
  return mask === null ? null : { kind: 'mask', mask };
}

function ringOf(value: unknown): [Ring] | null {
  if (!Array.isArray(value) || value.length < 6 || value.length % 2 !== 0) return null;
  const ring: [number, number][] = [];
  for (let at = 0; at < value.length; at += 2) {
    const [x, y]: unknown[] = [value[at], value[at + 1]];
    if (!isPlace(x) || !isPlace(y)) return null;
    ring.push([x, y]);
  }
  return [ring];
}

/** Whether a value is a coordinate or length that a picture can have. */
export const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FARTHEST;

/** The smallest box around what a `segmentation` says; null where it has no extent. */
export function segmentationBox(segmentation: Segmentation): Box | null {
  const box = segmentation.kind === 'mask' ? maskBox(segmentation.mask) : ringsBox(segmentation.rings);
  return box !== null && box.width > 0 && box.height > 0 ? box : null;
}

/** What an annotation says of its place beside the box. */
export function shapesOf(segmentation: unknown, keypoints: unknown): ForeignKind[] {
  const shapes: ForeignKind[] = [];
  if (Array.isArray(segmentation)) {
    if (segmentation.length > 0) shapes.push('polygon');
  } else if (segmentation !== null && typeof segmentation === 'object') shapes.push('mask');
  if (Array.isArray(keypoints) && keypoints.length > 0) shapes.push('keypoints');
  return shapes;
}

/**
 * What a COCO annotation has beside its box: polygons, the outline of a mask, keypoints with their category's names and
 * lines, and all values that Casebook does not edit.
 * @param source the annotation as JSON
 * @param set what the file said of the data set, with its categories; null where it said nothing
 */
export function viewCoco(source: string, set: string | null): ForeignView {
  const record = z.record(z.string(), Json).safeParse(parsed(source)).data;
  if (record === undefined) return { shapes: [], values: [] };
  return {
    shapes: [...outlinesOf(record['segmentation']), ...keypointsOf(record, set)],
    values: Object.entries(record)
      .filter(([name]) => !NOT_LISTED.has(name))
      .map(([name, value]): ForeignValue => ({ name, value: shown(value) })),
  };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function outlinesOf(value: unknown): ForeignShape[] {
  const segmentation = readSegmentation(value);
  if (segmentation === null) return [];
  const rings = segmentation.kind === 'mask' ? maskRings(segmentation.mask) : segmentation.rings;
  return rings === null || rings.length === 0 ? [] : [{ kind: segmentation.kind, rings }];
}

function keypointsOf(record: JsonObject, set: string | null): ForeignShape[] {
  const { keypoints, category_id: id } = record;
  if (!Array.isArray(keypoints)) return [];
  const category = categoriesOf(set).find((each) => each?.id === id);
  const points: Extract<ForeignShape, { kind: 'keypoints' }>['points'][number][] = [];
  // By the number that the skeleton has for it, counted from 1.
  const places = new Map<number, number>();
  for (let at = 0; at + 2 < keypoints.length; at += 3) {
    const [x, y, visibility] = [keypoints[at], keypoints[at + 1], keypoints[at + 2]];
    if (!isPlace(x) || !isPlace(y) || (visibility !== 1 && visibility !== 2)) continue;
    places.set(at / 3 + 1, points.length);
    points.push({ at: [x, y], name: category?.keypoints?.[at / 3] ?? null, isVisible: visibility === 2 });
  }
  const lines = (category?.skeleton ?? []).flatMap(([from, to]): [number, number][] => {
    const [first, second] = [places.get(from), places.get(to)];
    return first === undefined || second === undefined ? [] : [[first, second]];
  });
  return points.length === 0 ? [] : [{ kind: 'keypoints', points, lines }];
}

/** The set that was read last: all boxes of a casebook share it. */
let last: { readonly set: string; readonly categories: readonly (Category | null)[] } | null = null;

function categoriesOf(set: string | null): readonly (Category | null)[] {
  if (set === null) return [];
  if (last?.set !== set) last = { set, categories: Header.safeParse(parsed(set)).data?.categories ?? [] };
  return last.categories;
}

function shown(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
