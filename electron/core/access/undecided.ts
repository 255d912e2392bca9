/** SQL: the states in which an item may yet have to be decided. */
export const UNDECIDED = "'waiting', 'disputed', 'conflict'";

/**
 * SQL: whether undecided items are hidden from a person: they are from adjudicators who are no curators, unless the
 * casebook shows adjudicators the earlier gold.
 * @param person the person's id as SQL
 */
export const adjudicatesBlind = (
  person: string,
): string => `EXISTS (SELECT 1 FROM person d WHERE d.id = ${person}
  AND EXISTS (SELECT 1 FROM json_each(d.roles) WHERE value = 'adjudicator')
  AND NOT EXISTS (SELECT 1 FROM json_each(d.roles) WHERE value = 'curator')
  AND NOT coalesce((SELECT value ->> '$.showEarlierGold' FROM meta WHERE key = 'settings'), 0))`;
