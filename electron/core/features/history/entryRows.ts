import { z } from 'zod';
import { EventId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import { isFixer } from '../../records/answers/edition.ts';
import { undoWay } from './undoWay.ts';

/** A logged event as the database holds it. */
export const EventRow = z.object({
  sequence: z.int(),
  id: EventId,
  at: z.int(),
  personId: PersonId.nullable(),
  person: z.string().nullable(),
  name: z.string().nullable(),
  kind: z.string(),
  itemId: ItemId.nullable(),
  externalId: z.string().nullable(),
  diff: z.string().nullable(),
  detail: z.string().nullable(),
  /** How many items the change is about, and whether all of it is undone. */
  items: z.int(),
  undone: z.int(),
  /** Whether it is an import whose added answers or verdicts are known. */
  answers: z.int().transform(Boolean),
  /** What entries of one change have in common. */
  mark: z.string().nullable(),
  /** Whether it submits an answer about a text that the same person fixed. */
  byFixer: z.int().transform(Boolean),
});
export type EventRow = z.infer<typeof EventRow>;

/** SQL: the entries of one change of many items, which have a mark in common, or `e` alone. */
export const PARTS = `SELECT e.sequence UNION
  SELECT sequence FROM event WHERE task IS NULL AND mark = e.mark AND kind = e.kind AND kind IN ('status', 'revert')`;

export const SELECT = `
  SELECT e.sequence, e.id, e.kind = 'submit' AND EXISTS (SELECT 1 FROM annotation a
      WHERE a.id = json_extract(e.detail, '$.annotation') AND ${isFixer('a.edition_id', 'a.person_id')}) AS byFixer,
    e.at, e.person_id AS personId, p.handle AS person, p.name, e.kind, e.item_id AS itemId,
    i.external_id AS externalId, e.diff, e.detail, e.mark,
    (SELECT count(*) FROM event_item WHERE event IN (${PARTS})) AS items,
    NOT EXISTS (SELECT 1 FROM event part WHERE part.sequence IN (${PARTS})
      AND NOT EXISTS (SELECT 1 FROM event r WHERE r.kind = 'revert' AND r.undoes = part.sequence)) AS undone,
    e.kind = 'import' AND EXISTS (SELECT 1 FROM import_row WHERE event = e.sequence) AS answers
  FROM event e LEFT JOIN person p ON p.id = e.person_id LEFT JOIN item i ON i.id = e.item_id`;

/** What an entry holds, and how it can be taken back. */
export function readEntry({ kind, diff: change, detail: about, answers, undone }: EventRow) {
  const detail = about === null ? null : Json.parse(JSON.parse(about));
  const diff = change === null ? null : JsonObject.parse(JSON.parse(change));
  return { detail, diff, way: undoWay({ kind, detail, diff, answers, isUndone: undone === 1 }) };
}
