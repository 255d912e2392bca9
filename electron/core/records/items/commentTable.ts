import type { CommentId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';
import { Statements } from '../../db/statements.ts';

/** The rows of comments on items. Every write expects the caller's transaction. */
export class CommentTable {
  readonly #statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  insert(
    comment: {
      readonly id: CommentId;
      readonly itemId: ItemId;
      readonly threadId: CommentId | null;
      readonly text: string;
      readonly personId: PersonId;
    },
    at: number,
  ): void {
    this.#statements.run(
      `INSERT INTO comment (id, item_id, thread_id, text, person_id, created_at, changed_at)
     VALUES (@id, @itemId, @threadId, @text, @personId, @at, @at)`,
      { ...comment, at },
    );
  }

  setResolved(id: string, resolved: boolean, at: number): void {
    this.#statements.run(
      'UPDATE comment SET resolved = @resolved, changed_at = max(@at, changed_at + 1) WHERE id = @id',
      { id, resolved: resolved ? 1 : 0, at },
    );
  }

  /** Removes it with the answers to it. */
  remove(id: string, at: number): void {
    this.#statements.run(
      'UPDATE comment SET removed = 1, changed_at = max(@at, changed_at + 1) WHERE id = @id OR thread_id = @id',
      { id, at },
    );
  }

  /** Takes over what another casebook changed later. */
  change(row: Pick<RowOf<'comment'>, 'id' | 'resolved' | 'removed' | 'changed_at'>): void {
    this.#statements.run(
      'UPDATE comment SET resolved = @resolved, removed = @removed, changed_at = @changed_at WHERE id = @id',
      row,
    );
  }
}
