import { z } from 'zod';
import { ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import { Json } from '../../../../shared/domain/json.ts';
import { integer, jsonOrNull, table, text, time, version } from '../describe.ts';

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
