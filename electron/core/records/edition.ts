import type { CasebookDatabase } from '../db/database.ts';

/** The number of an item's current edition: 1 as it came. The statement is prepared once. */
export function createEditionNumbers(database: CasebookDatabase): (itemId: string) => number {
  const read = database
    .prepare<[string], number>(
      'SELECT e.number FROM item i JOIN edition e ON e.id = i.edition_id WHERE i.id = ?',
    )
    .pluck();
  return (itemId) => read.get(itemId) ?? 1;
}

/**
 * SQL: whether what a row of `annotation` or `response` says is of the edition of its item that holds. What was said of
 * another is outdated: it stays readable and counts for nothing.
 * @param row the table's alias, or its name
 */
export const isOfCurrentEdition = (row: string): string =>
  // Where nothing was ever fixed, which is asked once, no item has to be looked up.
  `(NOT EXISTS (SELECT 1 FROM edition) OR ${row}.edition_id IS (SELECT edition_id FROM item WHERE id = ${row}.item_id))`;
