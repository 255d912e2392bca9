import type { CasebookDatabase } from '../../db/database.ts';

/** What was changed after an entry of the log: for work that keeps what it found out about items, and must notice. */
export class ChangesSince {
  readonly #latest;
  readonly #items;
  readonly #atLarge;

  constructor(database: CasebookDatabase) {
    this.#latest = database.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM event').pluck();
    this.#items = database
      .prepare<[{ since: number; mark: string | null }], string>(
        `SELECT i.id FROM event e JOIN event_item x ON x.event = e.sequence JOIN item i ON i.sequence = x.item
       WHERE e.sequence > @since AND (@mark IS NULL OR e.mark IS NOT @mark)
       UNION SELECT item_id FROM event WHERE sequence > @since AND item_id IS NOT NULL`,
      )
      .pluck();
    this.#atLarge = database
      .prepare<[number], number>(
        `SELECT 1 FROM event e WHERE e.sequence > ? AND e.item_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM event_item x WHERE x.event = e.sequence) LIMIT 1`,
      )
      .pluck();
  }

  /** The number of the latest entry, 0 where there is none. */
  latest(): number {
    return this.#latest.get() ?? 0;
  }

  /** The ids of the items that later entries are about; without those of the change with this mark. */
  items(since: number, mark?: string): string[] {
    return this.#items.all({ since, mark: mark ?? null });
  }

  /** Whether something was changed that rules of any item may look at: the vocabulary, settings, a merge. */
  isAtLarge(since: number): boolean {
    return this.#atLarge.get(since) !== undefined;
  }
}
