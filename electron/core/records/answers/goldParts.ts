import type { z } from 'zod';
import type { AnnotationId } from '../../../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { ConsensusFigures } from '../../../../shared/domain/consensus.ts';
import type { GoldSource, PartSource } from '../../../../shared/domain/status.ts';
import { SCHEMA } from '../../db/schema.ts';

/** The column as it is read. */
export const GoldPartsColumn = SCHEMA.item.columns.gold_fields.form;

/** Boxes in force that are no rater's own, as they are read. */
export const GoldBoxesColumn = SCHEMA.item.columns.gold_boxes.form;

/**
 * Where the parts of an item's gold come from (`item.gold_fields`), for gold that is put together from several answers or
 * that has disputed parts. A part that it does not name comes from what the item itself came with.
 */
export type GoldParts = Readonly<NonNullable<z.infer<typeof GoldPartsColumn>>>;
/** Where one part of an item's gold comes from; no annotation: from what the item itself came with. */
export type GoldPart = GoldParts[string];

/**
 * Where one part comes from, of an item whose gold comes from `ofItem` as a whole; null where nothing counts as right in it.
 * What no answer gives comes from what the item itself came with.
 */
export function sourceOfPart(
  ofItem: GoldSource | null,
  parts: GoldParts | null,
  part: string,
): PartSource | null {
  if (parts === null) return ofItem;
  const named = parts[part];
  if (named !== undefined) return named.source;
  const own = Object.values(parts).find(({ annotationId }) => annotationId === null)?.source ?? null;
  return own === 'disputed' ? null : own;
}

/** The parts whose value an answer gives. */
export function answeredGold(parts: GoldParts): readonly string[] {
  return Object.entries(parts).flatMap(([part, { annotationId }]) => (annotationId === null ? [] : [part]));
}

/** The parts in which raters differ and nobody has decided. */
export function disputedParts(parts: GoldParts | null): readonly string[] {
  return Object.entries(parts ?? {}).flatMap(([part, { source }]) => (source === 'disputed' ? [part] : []));
}

/** Between how many raters boxes in force are a consensus, and how far they overlap; null where they are none. */
export function consensusOfParts(parts: GoldParts | null): ConsensusFigures | null {
  const found = Object.values(parts ?? {}).find(({ source }) => source === 'consensus');
  return found?.raters === undefined || found.iou === undefined
    ? null
    : { raters: found.raters, iou: found.iou };
}

/** The answer that `start` becomes with every part taken from the answer that gives it. */
export function composeAnswer(
  start: JsonObject,
  parts: GoldParts,
  answerOf: (annotationId: AnnotationId) => JsonObject | undefined,
): JsonObject {
  const values = new Map<string, Json>(Object.entries(start));
  for (const [part, { annotationId }] of Object.entries(parts)) {
    if (annotationId === null) continue;
    const answer = answerOf(annotationId);
    if (answer === undefined) continue;
    const value = Object.hasOwn(answer, part) ? answer[part] : undefined;
    if (value === undefined) values.delete(part);
    else values.set(part, value);
  }
  return Object.fromEntries(values);
}

/** SQL: the id of the annotation that gives a part of an item's gold, NULL where none does. One parameter: the JSON path. */
export const goldAnnotationOf = (item: string): string =>
  `CASE WHEN ${item}.gold_fields IS NULL THEN ${item}.gold_annotation_id ELSE ${item}.gold_fields ->> ? END`;

/** The parameter of {@link goldAnnotationOf} for a part. */
export const goldPathOf = (part: string): string => `$.${JSON.stringify(part)}.annotationId`;

/** SQL: whether an answer's rater was asked for a part. One parameter: the part. */
export const isAskedFor = (annotation: string): string =>
  `(${annotation}.asked IS NULL OR EXISTS (SELECT 1 FROM json_each(${annotation}.asked) WHERE value = ?))`;
