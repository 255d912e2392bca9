import { z } from 'zod';
import { CommentId, ItemId, PersonId } from '../base/ids.ts';
import { procedure } from './base.ts';

/** What somebody said of an item, or answered to what somebody said. */
export const Comment = z.object({
  id: CommentId,
  /** The comment that it answers; null: it begins a thread. */
  threadId: CommentId.nullable(),
  text: z.string(),
  personId: PersonId,
  person: z.string(),
  createdAt: z.int(),
  /** Only of what begins a thread. */
  resolved: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

/** What people say to each other about items. */
export const comments = {
  /**
   * The comments on an item, the oldest first. While others' work on it has to stay hidden from the caller, these are the
   * caller's own, and `hidden` is set.
   */
  list: procedure
    .input(z.object({ itemId: ItemId }))
    .output(z.object({ hidden: z.boolean(), comments: z.array(Comment) })),
  add: procedure
    .input(
      z.object({
        itemId: ItemId,
        threadId: CommentId.nullable(),
        text: z.string().trim().min(1).max(10_000),
      }),
    )
    .output(Comment),
  /** Resolves a thread, or opens it again. */
  resolve: procedure.input(z.object({ id: CommentId, resolved: z.boolean() })).output(z.void()),
  /** Removes a comment of one's own, or anybody's for a curator; with what begins a thread the whole thread goes. */
  remove: procedure.input(z.object({ id: CommentId })).output(z.void()),
};
