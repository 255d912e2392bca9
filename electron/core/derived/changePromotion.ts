import { z } from 'zod';
import { AnnotationId, ItemId, type PersonId } from '../../../shared/base/ids.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import { ItemStatus, type Promotion } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { GoldStatus } from './goldStatus.ts';
import type { ItemWriter } from './itemWriter.ts';
import { isShort } from '../records/acceptance/promotion.ts';
import type { ValidationState } from './validationStatus.ts';

const Row = z.object({
  id: ItemId,
  sequence: z.int(),
  status: ItemStatus,
  goldAnnotationId: AnnotationId.nullable(),
});

/**
 * Updates statuses after the casebook's rule for acceptance changed: accepted items that no longer meet it go back to
 * review, and items that meet it now get the status that follows from their gold. All others stay. Runs inside the
 * caller's transaction, after the setting was saved.
 */
export function changePromotion(
  casebook: RecordedCasebook,
  derived: {
    readonly validation: ValidationState;
    readonly items: ItemWriter;
    readonly goldStatus: GoldStatus;
  },
  from: Promotion,
  to: Promotion,
  by: PersonId | null,
): void {
  const { database, benchmark } = casebook;
  if (from === to || benchmark.validation === undefined) return;
  derived.validation.fill();
  const found = database
    .prepare<[]>(
      `SELECT i.id, i.sequence, i.status, i.gold_annotation_id AS goldAnnotationId
       FROM item i JOIN validation_state v ON v.item_id = i.id
       WHERE (i.status = 'accepted' AND ${isShort(to)})
         OR (i.status = 'in_review' AND i.gold_annotation_id IS NOT NULL AND ${isShort(from)} AND NOT ${isShort(to)})
       ORDER BY i.sequence`,
    )
    .all()
    .map((row) => Row.parse(row));
  const readPayload = database.prepare<[string], string>('SELECT payload FROM item WHERE id = ?').pluck();
  const updated: Record<string, [ItemStatus, ItemStatus]> = {};
  const touched: number[] = [];
  for (const { id, sequence, status, goldAnnotationId } of found) {
    const next =
      status === 'accepted' || goldAnnotationId === null
        ? 'in_review'
        : derived.goldStatus(id, JsonObject.parse(JSON.parse(readPayload.get(id) ?? '{}')), goldAnnotationId);
    if (next === status) continue;
    derived.items.setStatus(id, next);
    updated[id] = [status, next];
    touched.push(sequence);
  }
  if (touched.length === 0) return;
  casebook.records.log({
    kind: 'status',
    personId: by,
    diff: { added: {}, updated, removed: {} },
    items: touched,
  });
}
