import { z } from 'zod';
import type { Box } from '../../../../../shared/base/geometry.ts';
import { isJsonObject, isList, type Json, JsonObject } from '../../../../../shared/base/json.ts';
import { isPlace, readSegmentation, segmentationBox, shapesOf } from '../../../../../shared/foreign/coco.ts';
import type { ReadForeignPart } from '../../../../../shared/foreign/foreignPart.ts';
import { joinLines } from '../../reading/jsonMembers.ts';
import type { CountedNoun } from '../../reading/tally.ts';

const LONGEST_ID = 200;

/** What COCO files number their records with. */
export const CocoId = z.union([z.int(), z.string().max(LONGEST_ID)]);
export type CocoId = z.infer<typeof CocoId>;

/** An image of a COCO file, as far as Casebook reads it. */
export const CocoImage = z.object({
  id: CocoId,
  file_name: z.string().min(1),
  width: z.number().positive().nullish().catch(null),
  height: z.number().positive().nullish().catch(null),
  license: CocoId.nullish().catch(null),
  coco_url: z.string().nullish().catch(null),
  flickr_url: z.string().nullish().catch(null),
});
export type CocoImage = z.infer<typeof CocoImage>;

/** A category of a COCO file. */
export const CocoCategory = z.object({ id: CocoId, name: z.string().min(1) });

/** A licence that images of a COCO file refer to. */
export const CocoLicence = z.object({
  id: CocoId,
  name: z.string().nullish().catch(null),
  url: z.string().nullish().catch(null),
});
export type CocoLicence = z.infer<typeof CocoLicence>;

/** A box of a COCO file. */
export interface CocoBox extends Box {
  readonly id: CocoId | null;
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly imageId: CocoId;
  readonly categoryId: CocoId;
  readonly attributes: JsonObject;
  readonly note: string;
  /** Whether it is that of its polygon or mask: its record has none that could be used. */
  readonly isOfShape: boolean;
  /** Left out where the record says no more than Casebook itself would. */
  readonly foreign?: ReadForeignPart;
}

/** What became of an annotation. */
export type CocoAnnotation =
  | { readonly kind: 'box'; readonly box: CocoBox }
  /** It is about an image and is no box. */
  | { readonly kind: 'other'; readonly imageId: CocoId; readonly what: CountedNoun; readonly count: number }
  | {
      readonly kind: 'unread';
      readonly id: CocoId | null;
      readonly place: number;
      /** Null: it does not say. */
      readonly imageId: CocoId | null;
      /** The member at fault, by its name in the file. */
      readonly field: string | null;
      readonly reason: string;
      /** Whether it is plain that no image can have it: then it is left out, and the rest of the file comes in. */
      readonly isNothing?: true;
    };

type Unread = Extract<CocoAnnotation, { readonly kind: 'unread' }>;

const CAPTION: CountedNoun = ['caption', 'captions'];
const SEGMENT: CountedNoun = ['panoptic segment', 'panoptic segments'];

/** Reads one annotation: its value, and its text to carry. */
export function readAnnotation(value: Json, text: string, place: number): CocoAnnotation {
  const record: JsonObject | null = isJsonObject(value) ? value : null;
  const id = idOf(record?.['id']);
  const imageId = idOf(record?.['image_id']);
  const unread = (field: string | null, reason: string): Unread => ({
    kind: 'unread',
    id,
    place,
    imageId,
    field,
    reason,
  });
  if (record === null) return unread(null, 'It is no object.');
  if (imageId === null) return unread('image_id', 'It does not say which image it is on.');
  const other = otherThanBox(record, imageId);
  if (other !== null) return other;
  const { bbox, segmentation, keypoints } = record;
  const categoryId = idOf(record['category_id']);
  if (categoryId === null) return unread('category_id', 'It does not say its category.');
  const given = readBox(bbox);
  const box = given.ok ? given.box : boxOf(segmentation);
  if (box === null) {
    const { reason, ...rest } = given.ok ? { reason: '' } : given;
    return { ...unread('bbox', reason), ...('isNothing' in rest && { isNothing: true }) };
  }
  const { attributes, note } = record;
  const read = {
    ...box,
    id,
    place,
    imageId,
    categoryId,
    attributes: attributesIn(attributes),
    note: textIn(note),
    isOfShape: !given.ok,
  };
  const source = joinLines(text);
  if (id !== null && OWN.test(source) && source === writeAnnotation({ ...read, id }))
    return { kind: 'box', box: read };
  const foreign: ReadForeignPart = { format: 'coco', source, shapes: shapesOf(segmentation, keypoints) };
  return { kind: 'box', box: { ...read, foreign } };
}

/** What an annotation without a box and a category says of an image; null where it should have a box. */
function otherThanBox(
  { bbox, caption, segments_info: segments, category_id: category }: JsonObject,
  imageId: CocoId,
): CocoAnnotation | null {
  if (category !== undefined || bbox !== undefined) return null;
  if (typeof caption === 'string') return { kind: 'other', imageId, what: CAPTION, count: 1 };
  return segments !== undefined && isList(segments)
    ? { kind: 'other', imageId, what: SEGMENT, count: segments.length }
    : null;
}

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The member of a record with further members; none where it is no object. */
const attributesIn = (value: Json | undefined): JsonObject =>
  value === undefined ? {} : (JsonObject.safeParse(value).data ?? {});

/** What only Casebook writes in this order; a quick look before the sure one. */
const OWN = /^\{"id":[^"]*"image_id":.*"segmentation":\[\],"attributes":\{/su;

/** What a record is numbered with, as {@link CocoId} has it; without a schema, since there are very many. */
export const idOf = (value: Json | undefined): CocoId | null =>
  typeof value === 'string'
    ? value.length <= LONGEST_ID
      ? value
      : null
    : Number.isSafeInteger(value) && typeof value === 'number'
      ? value
      : null;

function boxOf(value: Json | undefined): Box | null {
  const segmentation = readSegmentation(value);
  return segmentation === null ? null : segmentationBox(segmentation);
}

function readBox(
  value: Json | undefined,
):
  | { readonly ok: true; readonly box: Box }
  | { readonly ok: false; readonly reason: string; readonly isNothing?: true } {
  const refused = (reason: string) => ({ ok: false, reason }) as const;
  if (value === undefined || value === null)
    return refused('It has no box, and no polygon or mask to take one from.');
  const [x, y, width, height] = isList(value) && value.length === 4 ? value : [];
  if (!isPlace(x) || !isPlace(y) || !isPlace(width) || !isPlace(height))
    return refused('Its box is not four numbers that fit a picture.');
  if (width < 0 || height < 0) return refused('Its box has a width or a height below zero.');
  if (width === 0 || height === 0) return { ...refused('Its box has no size.'), isNothing: true };
  return { ok: true, box: { x, y, width, height } };
}

const IMAGE_ID = /(?<!\\)"image_id"\s*:\s*(?<id>-?\d+|"[^"\\]*")\s*[,}]/gu;
/** What Python writes for numbers that JSON does not have. */
const NO_JSON = /-?\b(?:NaN|Infinity)\b/gu;

/**
 * The image of an annotation that is not read, where it is sure all the same: one of numbers that JSON does not have, or of
 * other signs, says it as usual; one that is too long may say it, once, at its beginning. Null: nobody can tell.
 */
export function imageIdIn(text: string, isWhole: boolean): CocoId | null {
  if (!isWhole) {
    const found = [...text.matchAll(IMAGE_ID)];
    const [only] = found;
    const id = found.length === 1 ? only?.groups?.['id'] : undefined;
    return id === undefined ? null : (CocoId.safeParse(JSON.parse(id)).data ?? null);
  }
  try {
    const value: unknown = JSON.parse(text.replaceAll(NO_JSON, 'null'));
    return z.object({ image_id: CocoId }).safeParse(value).data?.image_id ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A box as Casebook writes it where it has no record of its own. A segmentation is never made up. */
export function writeAnnotation({
  id,
  imageId,
  categoryId,
  x,
  y,
  width,
  height,
  attributes,
  note,
}: Pick<CocoBox, 'imageId' | 'categoryId' | 'attributes' | 'note'> & Box & { readonly id: CocoId }): string {
  return JSON.stringify({
    id,
    image_id: imageId,
    category_id: categoryId,
    bbox: [x, y, width, height],
    area: width * height,
    iscrowd: 0,
    segmentation: [],
    attributes,
    ...(note === '' ? {} : { note }),
  });
}

/** An image as Casebook writes it where it has no record of its own. */
export function writeImage(id: CocoId, file: string, width: number | null, height: number | null): string {
  return JSON.stringify({ id, file_name: file, width, height });
}
