-- What was asked of somebody is an item, a task and a round, not only an item: an answer that names another is refused by
-- the database, whatever the program in front of it lets through.

ALTER TABLE casebook.asked ADD COLUMN task text, ADD COLUMN round bigint;
-- Of before: as the assignments say that were sent by those who oversee.
UPDATE casebook.asked a SET task = d.task, round = d.round FROM (
  SELECT DISTINCT ON (casebook, id) casebook, id, content::json #>> '{row,task}' AS task,
    (content::json #>> '{row,round}')::numeric::bigint AS round
  FROM casebook.document WHERE tab = 'assignment' AND audience IS NULL AND content IS NOT NULL
  ORDER BY casebook, id, era, tx, seq) d
WHERE d.casebook = a.casebook AND d.id = a.assignment::text;

-- Who has to answer what follows from the assignments that were added, as one statement added them.
CREATE OR REPLACE FUNCTION casebook.note_asked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO casebook.asked (casebook, person, item, assignment, open, task, round)
    SELECT a.casebook, a.person, a.item, a.id::uuid, a.open, a.task, a.round
    FROM (SELECT d.*, coalesce(d.content::json #>> '{row,state}' = 'open', false) AS open,
        d.content::json #>> '{row,task}' AS task, (d.content::json #>> '{row,round}')::bigint AS round FROM added d
      WHERE d.tab = 'assignment' AND d.audience IS NULL AND d.person IS NOT NULL AND d.item IS NOT NULL) a
    -- Somebody who annotates closes what they were asked, and opens nothing.
    WHERE NOT (a.open AND coalesce((SELECT casebook.my_role()) = 'annotator', false))
    ORDER BY a.seq;
  RETURN NULL;
END $$;

-- Whether the device's person was asked for this task and round of an item, in this assignment or, for NULL, in any.
CREATE FUNCTION casebook.was_asked(of_item uuid, of_task text, of_round bigint, of_assignment text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM casebook.asked a WHERE a.casebook = casebook.here() AND a.person = casebook.me()
    AND a.item = of_item AND a.task = of_task AND a.round = of_round
    AND (of_assignment IS NULL OR a.assignment::text = of_assignment))
$$;
REVOKE ALL ON FUNCTION casebook.was_asked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION casebook.was_asked TO casebook_hub;

-- Beside what a role may add at all: what annotators answer, and how far they are, is of a task and a round that were asked
-- of them. (Others may answer items that are nobody's yet.)
CREATE POLICY asked_for ON casebook.document AS RESTRICTIVE FOR INSERT TO casebook_hub
WITH CHECK (CASE WHEN tab IN ('annotation', 'assignment') AND audience IS NULL AND content IS NOT NULL
    AND (SELECT casebook.my_role()) = 'annotator'
  THEN casebook.was_asked(item, content::json #>> '{row,task}', (content::json #>> '{row,round}')::bigint,
    CASE tab WHEN 'assignment' THEN id END)
  ELSE true END);
