/**
 * SQL: whether what a row of `annotation` or `response` says is of the edition of its item that holds. What was said of
 * another is outdated: it stays readable and counts for nothing.
 * @param row the table's alias, or its name
 */
export const isOfCurrentEdition = (row: string): string =>
  // Where nothing was ever fixed, which is asked once, no item has to be looked up.
  `(NOT EXISTS (SELECT 1 FROM edition) OR ${row}.edition_id IS (SELECT edition_id FROM item WHERE id = ${row}.item_id))`;
