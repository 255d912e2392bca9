/**
 * The row of `item_facet` that says which item an item is about, by its external id: itself, or the one that a question
 * was built from. Written where questions are built at all; no facet that people filter by has a name with a colon.
 */
export const ABOUT = 'casebook:about';

/** What stands there of a question that does not say what it is about: no item is called that. */
export const NOT_SAID = '';

/** SQL: whether `item AS i` is a question about another, with nothing of its own to annotate. */
export const IS_QUESTION = `EXISTS (SELECT 1 FROM item_facet v INDEXED BY item_facet_by_item
  WHERE v.item = i.sequence AND v.name = '${ABOUT}' AND v.value <> i.external_id)`;

/**
 * SQL: the ids of the items that are blind to a person who oversees: they have yet to answer them, or the item that they
 * are a question about, whose answer a question holds.
 * @param person the person's id as SQL: a parameter, which stands in it once
 */
export const blindItems = (person: '?' | '@person' | '@viewer'): string => `
  WITH outstanding (id) AS MATERIALIZED (SELECT item_id FROM assignment WHERE person_id = ${person} AND state = 'open')
  SELECT id FROM outstanding
  UNION ALL SELECT q.id FROM outstanding o CROSS JOIN item e ON e.id = o.id
    CROSS JOIN item_facet v ON v.name = '${ABOUT}' AND v.value = e.external_id
    CROSS JOIN item q ON q.sequence = v.item`;

/** SQL: whether one item (@item) is among them. Two parameters, the item and the person (@person). */
export const IS_BLIND_ITEM = `
  SELECT 1 FROM assignment WHERE item_id = @item AND person_id = @person AND state = 'open'
  UNION ALL SELECT 1 FROM item q
    CROSS JOIN item_facet v INDEXED BY item_facet_by_item ON v.item = q.sequence AND v.name = '${ABOUT}'
    CROSS JOIN item e ON e.benchmark = q.benchmark AND e.external_id = v.value
    CROSS JOIN assignment s ON s.item_id = e.id AND s.person_id = @person AND s.state = 'open'
    WHERE q.id = @item
  LIMIT 1`;
