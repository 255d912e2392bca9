import { isJsonObject, type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import { parseJson } from '../../../../../shared/base/jsonText.ts';
import type { ForeignFormat } from '../../../../../shared/foreign/foreignPart.ts';
import type { BoxedImage, WrittenBox } from '../boxes.ts';
import { type CocoId, idOf, writeAnnotation, writeImage } from './cocoRecords.ts';
import { withMembers } from '../../reading/jsonMembers.ts';

/** A record of a source: its text, and what it says. */
export interface CarriedRecord {
  readonly text: string;
  readonly value: JsonObject;
}

/** The record that a box or an image came with in COCO; null: none, or one that cannot be read. */
export function carriedRecord(
  part: { readonly format: ForeignFormat; readonly source: string } | null | undefined,
): CarriedRecord | null {
  if (part?.format !== 'coco') return null;
  try {
    const value = parseJson(part.source);
    return isJsonObject(value) ? { text: part.source, value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Ids {
  readonly id: CocoId;
  readonly imageId: CocoId;
  readonly categoryId: CocoId;
}

/**
 * A box as a COCO annotation. One that is where its source put it keeps its record to the letter but for ids that are others;
 * one that was moved keeps what does not depend on its place.
 */
export function annotationText(box: WrittenBox, record: CarriedRecord | null, ids: Ids): string {
  if (record === null) return writeAnnotation({ ...box, ...ids });
  const { value } = record;
  const changes = new Map<string, string | null>();
  const put = (key: string, id: CocoId): void => {
    if (idOf(value[key]) !== id) changes.set(key, JSON.stringify(id));
  };
  put('id', ids.id);
  put('image_id', ids.imageId);
  put('category_id', ids.categoryId);
  if (box.foreign?.isCurrent !== true) {
    changes.set('bbox', JSON.stringify([box.x, box.y, box.width, box.height]));
    changes.set('area', JSON.stringify(box.width * box.height));
    if (Object.hasOwn(value, 'segmentation')) changes.set('segmentation', '[]');
    for (const key of ['keypoints', 'num_keypoints']) if (Object.hasOwn(value, key)) changes.set(key, null);
  }
  const { attributes, note } = value;
  if (!sameJson(isJsonObject(attributes) ? attributes : {}, box.attributes))
    changes.set('attributes', JSON.stringify(box.attributes));
  if ((typeof note === 'string' ? note : '') !== box.note)
    changes.set('note', box.note === '' ? null : JSON.stringify(box.note));
  return withMembers(record.text, changes);
}

/** An image as COCO has it. @param licence the id of its licence, for one that came without a record */
export function imageText(
  { file, width, height, url }: BoxedImage,
  record: CarriedRecord | null,
  id: CocoId,
  licence: CocoId | null,
): string {
  const text = record?.text ?? writeImage(id, file, width, height);
  const value = record?.value ?? { id, file_name: file, width, height };
  const changes = new Map<string, string | null>();
  for (const [key, wanted] of Object.entries({ id, file_name: file, width, height }))
    if (value[key] !== wanted) changes.set(key, JSON.stringify(wanted));
  // A record says itself what its source knows.
  if (record === null && licence !== null) changes.set('license', JSON.stringify(licence));
  if (record === null && typeof url === 'string') changes.set('coco_url', JSON.stringify(url));
  return withMembers(text, changes);
}
