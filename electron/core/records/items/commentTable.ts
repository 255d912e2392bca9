import type { CommentId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { Statements } from '../../db/statements.ts';

/** The rows of comments on items. Every write expects the caller's transaction. */
export class CommentTable {
  readonly #statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  insert(
    {
      id,
      itemId,
      threadId,
      text,
      personId,
    }: {
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
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
      id,
      itemId,
      threadId,
      text,
      personId,
      at,
      at,
    );
  }

  setResolved(id: string, resolved: boolean, at: number): void {
    this.#statements.run(
      'UPDATE comment SET resolved = ?, changed_at = max(?, changed_at + 1) WHERE id = ?',
      resolved ? 1 : 0,
      at,
      id,
    );
  }

  /** Removes it with the answers to it. */
  remove(id: string, at: number): void {
    this.#statements.run(
      'UPDATE comment SET removed = 1, changed_at = max(?, changed_at + 1) WHERE id = ? OR thread_id = ?',
      at,
      id,
      id,
    );
  }

  /** Takes over what another casebook changed later. */
  change(
    id: string,
    row: { readonly resolved: number; readonly removed: number; readonly changed_at: number },
  ): void {
    this.#statements.run(
      'UPDATE comment SET resolved = ?, removed = ?, changed_at = ? WHERE id = ?',
      row.resolved,
      row.removed,
      row.changed_at,
      id,
    );
  }
}
