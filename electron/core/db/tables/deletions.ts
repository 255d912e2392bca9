import { z } from 'zod';
import { ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import { Json } from '../../../../shared/domain/json.ts';
import { integer, jsonOrNull, table, text, time } from '../describe.ts';

/**
 * Items that were deleted, each with the rows that went with it, for the way back. They go into no package and no hub;
 * merging two casebooks heeds what either has deleted (`merge/mergeDeletions.ts`).
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
  },
  key: ['item_id'],
  rows: 'editable',
  eyes: 'overseers',
  travels: 'never',
});
