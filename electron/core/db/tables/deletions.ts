import { z } from 'zod';
import { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import { count, integer, jsonOrNull, table, text, time, version } from '../describe.ts';

/**
 * Items that were deleted, each with the rows that went with it, for the way back; and those that were brought back since.
 * Merging and the team hub tell other casebooks (`merge/mergeDeletions.ts`); the rows that went stay here.
 */
export const deleted_item = table({
  columns: {
    item_id: text(ItemId),
    benchmark: text(z.string()),
    external_id: text(z.string().min(1)),
    cause: text(z.enum(['deleted', 'undone'])),
    person_id: text(PersonId.nullable(), 'person'),
    deleted_at: integer(time),
    document: jsonOrNull(Json),
    /** Odd: it is deleted; even: it was brought back. The greater number counts. */
    revision: integer(version),
  },
  key: ['item_id'],
  rows: 'editable',
  eyes: 'overseers',
  travels: 'merged',
  local: ['person_id', 'document'],
});

const Imported = z.enum(['item', 'annotation', 'response', 'judgment', 'verdict_decision']);

/** Which rows imports of answers and verdicts added, by their entry of the log. */
export const import_row = table({
  columns: { event: integer(count, 'event'), tab: text(Imported), id: text(z.string()) },
  key: ['event', 'tab', 'id'],
  rows: 'editable',
  eyes: 'overseers',
  travels: 'never',
});

/** Rows that were undone with the import that they came in by: merging does not bring them back. */
export const undone_row = table({
  columns: { tab: text(z.string()), id: text(z.string()) },
  key: ['tab', 'id'],
  rows: 'editable',
  eyes: 'overseers',
  travels: 'never',
});
