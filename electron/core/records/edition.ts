/**
 * SQL: whether what a row of `annotation` or `response` says is of the edition of its item that holds. What was said of
 * another is outdated: it stays readable and counts for nothing.
 * @param row the table's alias, or its name
 */
export const isOfCurrentEdition = (row: string): string =>
  `${row}.edition_id IS (SELECT edition_id FROM item WHERE id = ${row}.item_id)`;
