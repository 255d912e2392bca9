import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { EventId, ItemId, PersonId } from '../base/ids.ts';
import { procedure, progressOr } from './base.ts';

export const HistoryEvent = z.object({
  id: EventId,
  sequence: z.int(),
  at: z.int(),
  /** When a burst of edits that is shown as one began; else `at`. */
  startedAt: z.int(),
  personId: PersonId.nullable(),
  /** The handle. */
  person: z.string(),
  /** As people call them. */
  name: z.string(),
  kind: z.string(),
  /** One line in words. */
  summary: z.string(),
  itemId: ItemId.nullable(),
  externalId: z.string().nullable(),
  items: z.int(),
  /** Field by field: what it was, what it is. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** Whether taking it back is offered. */
  undoable: z.boolean(),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** Who did what when. */
export const history = {
  list: procedure
    .input(
      z.object({
        itemId: ItemId.optional(),
        personId: PersonId.optional(),
        kinds: z.array(z.string()).optional(),
        before: z.int().optional(),
        limit: z.int().positive().max(500),
      }),
    )
    .output(z.object({ events: z.array(HistoryEvent), more: z.boolean() })),
  /** Takes a bulk change (status, tags, vocabulary, import update) back; refused where later changes build on it. */
  undo: procedure.input(z.object({ id: EventId })).output(z.object({ changed: z.int() })),
  /** The same with progress, for changes of many items. */
  undoOfMany: procedure
    .input(z.object({ id: EventId }))
    .output(eventIterator(progressOr(z.object({ changed: z.int() })))),
};
