import type { CasebookDatabase } from '../../db/database.ts';
import { Statements } from '../../db/statements.ts';

/** The tags of items, by the items' numbers. Every write expects the caller's transaction. */
export class ItemTags {
  readonly #statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  add(tag: string, item: number): void {
    this.#statements.run('INSERT OR IGNORE INTO item_tag (tag, item) VALUES (?, ?)', tag, item);
  }

  remove(tag: string, item: number): void {
    this.#statements.run('DELETE FROM item_tag WHERE tag = ? AND item = ?', tag, item);
  }

  /** The same by the item's id; true where it did not have the tag. */
  addTo(itemId: string, tag: string): boolean {
    const { changes } = this.#statements.run(
      'INSERT OR IGNORE INTO item_tag (tag, item) SELECT ?, sequence FROM item WHERE id = ?',
      tag,
      itemId,
    );
    return changes > 0;
  }

  /** True where the item had it. */
  removeFrom(itemId: string, tag: string): boolean {
    const { changes } = this.#statements.run(
      'DELETE FROM item_tag WHERE tag = ? AND item = (SELECT sequence FROM item WHERE id = ?)',
      tag,
      itemId,
    );
    return changes > 0;
  }

  /** Leaves an item with these tags alone. */
  replace(item: number, tags: readonly string[]): void {
    this.#statements.run('DELETE FROM item_tag WHERE item = ?', item);
    for (const tag of tags) this.add(tag, item);
  }
}
