import { isJsonObject, type JsonObject } from '../../../../shared/base/json.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { blindItems } from '../../access/blindItems.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { UNDECIDED } from '../../access/undecided.ts';

interface Condition {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** What somebody does at their own document. */
const AT_THE_DESK = "'edit', 'undo', 'redo', 'restore', 'submit', 'skip'";
const BLIND = blindItems('?');
const SEQUENCES = 'SELECT sequence FROM item WHERE id IN';

/**
 * Their own work on what they rate: of the latest round, since they began it blank and the item was fixed. One
 * parameter, the person.
 */
const OWN_RATING = `e.person_id = ? AND e.kind IN (${AT_THE_DESK})
  AND e.round = (SELECT max(s.round) FROM assignment s
    WHERE s.person_id = e.person_id AND s.item_id = e.item_id AND s.task = e.task)
  AND (e.kind = 'skip' OR EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = e.item_id AND a.task = e.task
    AND a.round = e.round AND a.person_id = e.person_id AND a.independent = 1))
  AND e.sequence > coalesce((SELECT max(b.sequence) FROM event b WHERE b.item_id = e.item_id AND b.task = e.task
    AND b.round = e.round AND b.person_id = e.person_id AND b.kind = 'begin'), 0)
  AND e.sequence > coalesce((SELECT max(f.sequence) FROM event f WHERE f.item_id = e.item_id AND f.kind = 'fix'), 0)`;

/**
 * SQL: the entries of the log (`event AS e`) that somebody may read; null: all. Annotators read about their own
 * ratings, others nobody else's work on items blind to them, and adjudicators do not learn who raters are before they
 * decide.
 */
export function visibleEvents(viewpoint: Viewpoint): Condition | null {
  const { person, seesEverything } = viewpoint;
  if (person === null) return null;
  if (!seesEverything) return { sql: OWN_RATING, parameters: [person.id] };
  const parts: Condition[] = [];
  if (viewpoint.isBlindAnywhere()) {
    parts.push({
      // An entry on several items is told without those that are blind; on blind ones alone it is not told at all.
      sql: `(${OWN_RATING}) OR (coalesce(e.item_id NOT IN (${BLIND}), 1) AND (
        NOT EXISTS (SELECT 1 FROM event_item WHERE event = e.sequence)
        OR EXISTS (SELECT 1 FROM event_item WHERE event = e.sequence AND item NOT IN (${SEQUENCES} (${BLIND})))))`,
      parameters: [person.id, person.id, person.id],
    });
  }
  if (person.roles.includes('adjudicator')) {
    const undecided = `SELECT item_id FROM rating_state WHERE state IN (${UNDECIDED})`;
    parts.push({
      sql: `e.person_id IS ? OR e.kind NOT IN (${AT_THE_DESK}, 'begin', 'status', 'settle', 'gold', 'fix', 'comment')
        OR NOT (coalesce(e.item_id IN (${undecided}), 0) OR EXISTS (
          SELECT 1 FROM event_item WHERE event = e.sequence AND item IN (${SEQUENCES} (${undecided}))))`,
      parameters: [person.id],
    });
  }
  if (parts.length === 0) return null;
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(' AND '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

/** A change of several items without those that are blind to its reader. */
export function withoutBlind(diff: JsonObject, viewpoint: Viewpoint): JsonObject {
  if (!viewpoint.isBlindAnywhere()) return diff;
  const isShown = (key: string): boolean => {
    const id = ItemId.safeParse(key);
    return !id.success || !viewpoint.isBlind(id.data);
  };
  return Object.fromEntries(
    Object.entries(diff).map(([part, records]) => [
      part,
      isJsonObject(records)
        ? Object.fromEntries(Object.entries(records).filter(([key]) => isShown(key)))
        : records,
    ]),
  );
}
