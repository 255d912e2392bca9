import type { CasebookDatabase } from '../../db/database.ts';

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
 * SQL: whether a row of `annotation` or `response` is about the current edition of its item. Rows about another stay
 * readable and count for nothing.
 * @param row the table's alias, or its name
 */
export const isOfCurrentEdition = (row: string): string =>
  // Where nothing was ever fixed, which is asked once, no item has to be looked up.
  `(NOT EXISTS (SELECT 1 FROM edition) OR ${row}.edition_id IS (SELECT edition_id FROM item WHERE id = ${row}.item_id))`;

/**
 * SQL: whether a person fixed a text of an edition themself, in that edition or one that it goes back to.
 * @param edition the edition's id
 * @param person the person's id
 */
export const isFixer = (edition: string, person: string): string =>
  // A package says of an edition only that it is another one, under the rater's own name: without a reason.
  `EXISTS (WITH RECURSIVE line (id, replaces, person_id, reason) AS (
      SELECT id, replaces, person_id, reason FROM edition WHERE id = ${edition}
      UNION SELECT e.id, e.replaces, e.person_id, e.reason FROM edition e JOIN line ON e.id = line.replaces)
    SELECT 1 FROM line WHERE person_id = ${person} AND reason <> '')`;
