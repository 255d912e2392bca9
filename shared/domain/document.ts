import { z } from 'zod';
import { ForeignPart } from '../foreign/foreignPart.ts';
import type { Diff, RecordsById } from '../base/diff.ts';
import { ImageId, RegionId } from '../base/ids.ts';
import { Json, JsonObject } from '../base/json.ts';

/**
 * What one person edits of one item at the Desk, as a flat set of records, so that every edit of any kind
 * (a field of the form, a box, the image itself) is the same reversible diff.
 */

/** One field of the task's answer; id `field:<name>`. */
export const FieldRecord = z.object({ type: z.literal('field'), name: z.string().min(1), value: Json });
export type FieldRecord = z.infer<typeof FieldRecord>;

/** A box; id `region:<id>`. Coordinates are image pixels. Its label is one of those the task offers. */
export const RegionRecord = z.object({
  type: z.literal('region'),
  id: RegionId,
  imageId: ImageId,
  label: z.string(),
  x: z.number().nonnegative(),
  y: z.number().nonnegative(),
  width: z.number().min(1),
  height: z.number().min(1),
  note: z.string(),
  attributes: JsonObject,
  order: z.number(),
  /** What it came with that is carried and not edited; left out: nothing. */
  foreign: ForeignPart.optional(),
});
export type RegionRecord = z.infer<typeof RegionRecord>;

/** Which file is at an image position of the item (null: missing); id `image:<position>`. */
export const ImageRecord = z.object({
  type: z.literal('image'),
  position: z.int().nonnegative(),
  role: z.string(),
  name: z.string(),
  imageId: ImageId.nullable(),
});
export type ImageRecord = z.infer<typeof ImageRecord>;

export const DocumentRecord = z.discriminatedUnion('type', [FieldRecord, RegionRecord, ImageRecord]);
export type DocumentRecord = z.infer<typeof DocumentRecord>;

export type DocumentRecords = RecordsById<DocumentRecord>;
export type DocumentDiff = Diff<DocumentRecord>;
export const DocumentDiff: z.ZodType<DocumentDiff> = z.object({
  added: z.record(z.string(), DocumentRecord),
  updated: z.record(z.string(), z.tuple([DocumentRecord, DocumentRecord]).readonly()),
  removed: z.record(z.string(), DocumentRecord),
});

/** The id under which a record is in its document. */
export function recordId(record: DocumentRecord): string {
  switch (record.type) {
    case 'field':
      return `field:${record.name}`;
    case 'region':
      return `region:${record.id}`;
    case 'image':
      return `image:${String(record.position)}`;
  }
}

/** Records keyed by their ids. */
export function toRecords(records: Iterable<DocumentRecord>): DocumentRecords {
  return Object.fromEntries([...records].map((record) => [recordId(record), record]));
}

interface Parts {
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
  readonly images: readonly ImageRecord[];
}

/** Records never change once they are made: thousands of boxes are sorted out once, however often they are asked for. */
const sortedOut = new WeakMap<DocumentRecords, Parts>();

function partsOf(records: DocumentRecords): Parts {
  const known = sortedOut.get(records);
  if (known !== undefined) return known;
  const fields: [string, Json][] = [];
  const regions: RegionRecord[] = [];
  const images: ImageRecord[] = [];
  for (const id in records) {
    const record = records[id];
    if (record?.type === 'region') regions.push(record);
    else if (record?.type === 'image') images.push(record);
    else if (record !== undefined) fields.push([record.name, record.value]);
  }
  regions.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id));
  images.sort((a, b) => a.position - b.position);
  // Not by assignment: a field may be called `__proto__`.
  const parts = { answer: Object.fromEntries(fields), regions, images };
  sortedOut.set(records, parts);
  return parts;
}

/** The answer's fields as one object. */
export function answerOf(records: DocumentRecords): JsonObject {
  return partsOf(records).answer;
}

/** The boxes in drawing order. */
export function regionsOf(records: DocumentRecords): readonly RegionRecord[] {
  return partsOf(records).regions;
}

/** The item's images by position. */
export function imagesOf(records: DocumentRecords): readonly ImageRecord[] {
  return partsOf(records).images;
}

/** Field records of an answer. */
export function fieldRecords(answer: JsonObject): readonly FieldRecord[] {
  return Object.entries(answer).map(([name, value]) => ({ type: 'field', name, value }));
}

/** Whether a change puts another image in the place of one, adds one or takes one away. */
export function replacesImages({ added, updated, removed }: DocumentDiff): boolean {
  return (
    [...Object.values(added), ...Object.values(removed)].some(({ type }) => type === 'image') ||
    Object.values(updated).some(
      ([from, to]) => from.type === 'image' && to.type === 'image' && from.imageId !== to.imageId,
    )
  );
}

/** Whether a change says anything of images. */
export function touchesImages(diff: DocumentDiff): boolean {
  return (
    changedImages(diff).length > 0 || Object.values(diff.removed).some((record) => record.type === 'image')
  );
}

/** The images that a change adds or says something else of. */
export function changedImages(diff: DocumentDiff) {
  return [...Object.values(diff.added), ...Object.values(diff.updated).map(([, to]) => to)].filter(
    (record) => record.type === 'image',
  );
}
