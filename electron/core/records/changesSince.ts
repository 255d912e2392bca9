import type { CasebookDatabase } from '../db/database.ts';

/** What was changed after an entry of the log: for work that keeps what it found out about items, and must notice. */
export interface ChangesSince {
  /** The number of the latest entry, 0 where there is none. */
  latest(): number;
  /** The ids of the items that later entries are about; without those of the change with this mark. */
  items(since: number, mark?: string): string[];
  /** Whether something was changed that rules of any item may look at: the vocabulary, settings, a merge. */
  isAtLarge(since: number): boolean;
}

/** Reads the log of a database, the statements prepared once. */
export function createChangesSince(database: CasebookDatabase): ChangesSince {
  const latest = database.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM event').pluck();
  const items = database
    .prepare<[{ since: number; mark: string | null }], string>(
      `SELECT i.id FROM event e JOIN event_item x ON x.event = e.sequence JOIN item i ON i.sequence = x.item
       WHERE e.sequence > @since AND (@mark IS NULL OR e.mark IS NOT @mark)
       UNION SELECT item_id FROM event WHERE sequence > @since AND item_id IS NOT NULL`,
    )
    .pluck();
  const atLarge = database
    .prepare<[number], number>(
      `SELECT 1 FROM event e WHERE e.sequence > ? AND e.item_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM event_item x WHERE x.event = e.sequence) LIMIT 1`,
    )
    .pluck();
  return {
    latest: () => latest.get() ?? 0,
    items: (since, mark) => items.all({ since, mark: mark ?? null }),
    isAtLarge: (since) => atLarge.get(since) !== undefined,
  };
}
