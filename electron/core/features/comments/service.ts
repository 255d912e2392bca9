import { z } from 'zod';
import type { Person } from '../../../../shared/contract/application.ts';
import { Comment } from '../../../../shared/contract/comments.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { CommentId, ItemId } from '../../../../shared/base/ids.ts';
import { requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

const Row = Comment.omit({ resolved: true }).extend({
  itemId: z.string(),
  resolved: z.int().transform((flag) => flag === 1),
});

/** What people say to each other about items. */
export class CommentsService {
  readonly #casebook: Casebook;
  readonly #ofItem;
  readonly #byId;
  readonly #table;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    const columns = `SELECT c.id, c.item_id AS itemId, c.thread_id AS threadId, c.text, c.person_id AS personId,
      p.name AS person, c.created_at AS createdAt, c.resolved
    FROM comment c JOIN person p ON p.id = c.person_id WHERE c.removed = 0`;
    this.#table = casebook.records.commentTable;
    this.#ofItem = database.prepare<[string]>(`${columns} AND c.item_id = ? ORDER BY c.created_at, c.id`);
    this.#byId = database.prepare<[string]>(`${columns} AND c.id = ?`);
  }

  /** The comments on an item, the oldest first; only the caller's own where others' work has to stay hidden. */
  list(itemId: ItemId, viewpoint: Viewpoint): { readonly hidden: boolean; readonly comments: Comment[] } {
    return {
      hidden: isHidden(itemId, viewpoint),
      comments: this.#visible(itemId, viewpoint),
    };
  }

  /** Throws `not_found` where the thread is not there, or not for the caller to see. */
  add(
    {
      itemId,
      threadId,
      text,
    }: { readonly itemId: ItemId; readonly threadId: CommentId | null; readonly text: string },
    by: Person,
    viewpoint: Viewpoint,
  ): Comment {
    return this.#casebook.database.transaction(() => {
      const there = this.#visible(itemId, viewpoint);
      const thread = there.find(({ id }) => id === threadId);
      if (threadId !== null && thread?.threadId !== null)
        throw new CasebookError('not_found', 'The comment that you answer is gone.', 'Nothing was saved.');
      const id = CommentId.parse(this.#casebook.ports.newId());
      const now = timeOfWriting(this.#casebook);
      this.#table.insert({ id, itemId, threadId, text, personId: by.id }, now);
      // An answer opens a resolved thread again.
      if (threadId !== null && thread?.resolved === true) this.#table.setResolved(threadId, false, now);
      this.#casebook.records.log({ kind: 'comment', personId: by.id, itemId, detail: { did: 'add', text } });
      return Comment.parse(Row.parse(this.#byId.get(id)));
    })();
  }

  /** Throws `not_found` as `add` does. */
  resolve(id: CommentId, resolved: boolean, by: Person, viewpoint: Viewpoint): void {
    this.#casebook.database.transaction(() => {
      const { comment, itemId } = this.#readable(id, viewpoint);
      if (comment.threadId !== null)
        throw new CasebookError(
          'invalid_input',
          'Only a whole thread can be resolved.',
          'Nothing was changed.',
        );
      if (comment.resolved === resolved) return;
      this.#table.setResolved(id, resolved, timeOfWriting(this.#casebook));
      const did = resolved ? 'resolve' : 'reopen';
      this.#casebook.records.log({
        kind: 'comment',
        personId: by.id,
        itemId,
        detail: { did, text: comment.text },
      });
    })();
  }

  /** Throws `forbidden` for somebody else's comment, unless the caller curates. */
  remove(id: CommentId, by: Person, viewpoint: Viewpoint): void {
    this.#casebook.database.transaction(() => {
      const { comment, itemId } = this.#readable(id, viewpoint);
      if (comment.personId !== by.id && !by.roles.includes('curator'))
        throw new CasebookError(
          'forbidden',
          `This comment is by ${comment.person}: only they or a curator can remove it.`,
          'Nothing was changed.',
        );
      this.#table.remove(id, timeOfWriting(this.#casebook));
      this.#casebook.records.log({
        kind: 'comment',
        personId: by.id,
        itemId,
        detail: { did: 'remove', text: comment.text },
      });
    })();
  }

  #visible(itemId: ItemId, viewpoint: Viewpoint): Comment[] {
    requireItem(viewpoint, itemId);
    const hidden = isHidden(itemId, viewpoint);
    return this.#ofItem
      .all(itemId)
      .map((row) => Comment.parse(Row.parse(row)))
      .filter(({ personId }) => !hidden || personId === viewpoint.person?.id);
  }

  #readable(id: CommentId, viewpoint: Viewpoint): { comment: Comment; itemId: ItemId } {
    const raw = this.#byId.get(id);
    if (raw !== undefined) {
      const { itemId } = z.object({ itemId: ItemId }).parse(raw);
      const comment = this.#visible(itemId, viewpoint).find((each) => each.id === id);
      if (comment !== undefined) return { comment, itemId };
    }
    throw new CasebookError('not_found', 'This comment is gone.', 'Nothing was changed.');
  }
}

function isHidden(itemId: ItemId, viewpoint: Viewpoint): boolean {
  return viewpoint.isBlind(itemId) || viewpoint.hidesRaters(itemId);
}
