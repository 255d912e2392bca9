import { adjudicatesBlind, UNDECIDED } from './undecided.ts';

/**
 * The row of `item_facet` that says which item an item is about, by its external id: itself, or the one that a question
 * was built from. Written where questions are built at all; no facet that people filter by has a name with a colon.
 */
export const ABOUT = 'casebook:about';

/** The name for a question that does not say what it is about: no item is called that. */
export const NOT_SAID = '';

/** SQL: whether `item AS i` is a question about another, with nothing of its own to annotate. */
export const IS_QUESTION = `EXISTS (SELECT 1 FROM item_facet v INDEXED BY item_facet_by_item
  WHERE v.item = i.sequence AND v.name = '${ABOUT}' AND v.value <> i.external_id)`;

/** SQL: these items and the questions about them; `ids` selects them from `me (id)`, the person. */
const withQuestions = (person: string, ids: string): string => `
  WITH me (id) AS (SELECT ${person}), hidden (id) AS MATERIALIZED (${ids})
  SELECT id FROM hidden
  UNION ALL SELECT q.id FROM hidden o CROSS JOIN item e ON e.id = o.id
    CROSS JOIN item_facet v ON v.name = '${ABOUT}' AND v.value = e.external_id
    CROSS JOIN item q ON q.sequence = v.item`;

const AWAITED = "SELECT item_id FROM assignment WHERE person_id = (SELECT id FROM me) AND state = 'open'";

/**
 * SQL: the ids of the items that a person who oversees has yet to answer, and of the questions that contain their
 * answers.
 * @param person the person's id as SQL: a parameter, used once
 */
export const awaitedItems = (person: '?'): string => withQuestions(person, AWAITED);

/**
 * SQL: the ids of the items that are blind to a person who oversees: those they have yet to answer, for adjudicators
 * who are no curators also undecided ones, and questions about them.
 * @param person the person's id as SQL: a parameter, used once
 */
export const blindItems = (person: '?' | '@person' | '@viewer'): string =>
  withQuestions(
    person,
    `${AWAITED} UNION SELECT s.item_id FROM me CROSS JOIN rating_state s
      WHERE s.state IN (${UNDECIDED}) AND ${adjudicatesBlind('me.id')}`,
  );

/** SQL: one row where the item (@item), or the one that it is a question about, has a row in `table` that `holds`. */
const concerns = (table: string, holds: string): string => `
  SELECT 1 FROM ${table} s WHERE s.item_id = @item AND ${holds}
  UNION ALL SELECT 1 FROM item q
    CROSS JOIN item_facet v INDEXED BY item_facet_by_item ON v.item = q.sequence AND v.name = '${ABOUT}'
    CROSS JOIN item e ON e.benchmark = q.benchmark AND e.external_id = v.value
    CROSS JOIN ${table} s ON s.item_id = e.id AND ${holds}
    WHERE q.id = @item
  LIMIT 1`;

/** SQL: whether a person (@person) has yet to answer one item (@item), or the one that it is a question about. */
export const IS_AWAITED_ITEM = concerns('assignment', "s.person_id = @person AND s.state = 'open'");

/** SQL: whether one item (@item), or the one that it is a question about, is undecided. */
export const IS_UNDECIDED_ITEM = concerns('rating_state', `s.state IN (${UNDECIDED})`);
