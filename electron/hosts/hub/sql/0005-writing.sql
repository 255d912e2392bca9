-- Who may write what: by the roles that people have in the casebook, table by table, and in whose name.

-- The list as the app has it (shared/hub/mayWrite.ts). `anybodys`: in anybody's name; `own`: in their own alone; `asked`: in
-- their own, and only what a curator asked them for. Without a row, not at all.
CREATE TABLE casebook.may_write (
  tab text NOT NULL,
  role text NOT NULL CHECK (role IN ('curator', 'annotator', 'reviewer', 'participant', 'judge', 'adjudicator')),
  whose text NOT NULL CHECK (whose IN ('anybodys', 'own', 'asked')),
  PRIMARY KEY (tab, role)
);
INSERT INTO casebook.may_write (tab, role, whose) VALUES
  ('meta', 'curator', 'anybodys'),
  ('person', 'curator', 'anybodys'),
  ('image', 'curator', 'anybodys'),
  ('deleted_item', 'curator', 'anybodys'),
  ('item', 'curator', 'anybodys'),
  ('edition', 'curator', 'anybodys'),
  ('edition', 'reviewer', 'own'),
  ('edition', 'adjudicator', 'own'),
  ('guideline', 'curator', 'anybodys'),
  ('assignment', 'curator', 'anybodys'),
  ('assignment', 'reviewer', 'asked'),
  ('assignment', 'adjudicator', 'asked'),
  ('assignment', 'annotator', 'asked'),
  ('annotation', 'curator', 'anybodys'),
  ('annotation', 'reviewer', 'own'),
  ('annotation', 'adjudicator', 'own'),
  ('annotation', 'annotator', 'asked'),
  ('adjudication', 'curator', 'anybodys'),
  ('adjudication', 'adjudicator', 'own'),
  ('comment', 'curator', 'anybodys'),
  ('comment', 'reviewer', 'own'),
  ('comment', 'adjudicator', 'own'),
  ('comment', 'annotator', 'asked'),
  ('study', 'curator', 'anybodys'),
  ('session', 'curator', 'anybodys'),
  ('session', 'participant', 'asked'),
  ('response', 'curator', 'anybodys'),
  ('response', 'participant', 'asked'),
  ('exclusion', 'curator', 'anybodys'),
  ('judging', 'curator', 'anybodys'),
  ('judging_assignment', 'curator', 'anybodys'),
  ('judging_assignment', 'judge', 'asked'),
  ('judge_run', 'curator', 'anybodys'),
  ('judge_call', 'curator', 'anybodys'),
  ('judgment', 'curator', 'anybodys'),
  ('judgment', 'judge', 'asked'),
  ('verdict_decision', 'curator', 'anybodys'),
  ('verdict_decision', 'adjudicator', 'own');

-- The roles of each person who may connect; `role` goes on saying as what they were invited.
ALTER TABLE casebook.account ADD COLUMN roles text[];
-- With which roles a document was sent. NULL: before this was kept.
ALTER TABLE casebook.document ADD COLUMN roles text[];

-- What roles are to a hub, and the roles of somebody of whom nothing is known but how they were invited.
CREATE FUNCTION casebook.hub_role(roles text[]) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN 'curator' = ANY (roles) THEN 'curator' WHEN roles && ARRAY['reviewer', 'adjudicator'] THEN 'overseer'
    ELSE 'annotator' END
$$;
CREATE FUNCTION casebook.invited_roles(role text) RETURNS text[] LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE role WHEN 'curator' THEN ARRAY['curator'] WHEN 'overseer' THEN ARRAY['reviewer', 'adjudicator']
    ELSE ARRAY['annotator', 'participant', 'judge'] END
$$;
-- The roles that the casebook gives somebody: by the latest change of them; NULL where it does not know them.
CREATE FUNCTION casebook.casebook_roles(of_casebook uuid, somebody text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT ARRAY(SELECT json_array_elements_text((d.content::json #>> '{row,roles}')::json))
  FROM casebook.document d
  WHERE d.casebook = of_casebook AND d.tab = 'person' AND d.id = somebody AND d.audience IS NULL AND d.content IS NOT NULL
  ORDER BY coalesce((d.content::json ->> 'changedAt')::numeric, 0) DESC, d.era DESC, d.tx DESC, d.seq DESC LIMIT 1
$$;
-- The roles with which somebody writes who was invited as something: those of the casebook, where they fit that.
CREATE FUNCTION casebook.writing_roles(of_casebook uuid, somebody uuid, invited_as text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN known IS NOT NULL AND casebook.hub_role(known) = invited_as THEN known
    ELSE casebook.invited_roles(invited_as) END
  FROM casebook.casebook_roles(of_casebook, somebody::text) AS known
$$;
REVOKE ALL ON FUNCTION casebook.hub_role, casebook.invited_roles, casebook.casebook_roles, casebook.writing_roles
  FROM PUBLIC;

UPDATE casebook.account SET roles = casebook.writing_roles(casebook, person, role);
ALTER TABLE casebook.account ALTER COLUMN roles SET NOT NULL;

-- As which of the three somebody counts now: who was invited to annotate gets no more by another role, since their
-- casebook holds their own work alone; who lost a role loses what it let them see and do.
CREATE OR REPLACE FUNCTION casebook.role_of(of_casebook uuid, somebody uuid) RETURNS text LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE a.role WHEN 'annotator' THEN 'annotator' ELSE casebook.hub_role(a.roles) END FROM casebook.account a
  WHERE a.casebook = of_casebook AND a.person = somebody ORDER BY a.number DESC LIMIT 1
$$;
-- The roles with which the device's person writes: none but those of people who do not oversee, where they do not.
CREATE FUNCTION casebook.my_roles() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE a.role WHEN 'annotator'
    THEN ARRAY(SELECT r FROM unnest(a.roles) AS r WHERE r = ANY (casebook.invited_roles('annotator'))) ELSE a.roles END
  FROM casebook.device() d JOIN casebook.account a ON a.casebook = d.casebook AND a.person = d.person
  WHERE d.id IS NOT NULL ORDER BY a.number DESC LIMIT 1
$$;
-- The tables of which the device's person may write rows: in anybody's name, in their own, or what they were asked for.
CREATE FUNCTION casebook.my_tables(wanted text) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT ARRAY(SELECT w.tab FROM casebook.may_write w WHERE w.whose = wanted AND w.role = ANY (casebook.my_roles()))
$$;

DROP FUNCTION casebook.enter(text);
-- Lets a device in for the rest of the transaction; no row where the secret is not one. Of a device that was revoked it
-- says nothing else.
CREATE FUNCTION casebook.enter(shown text)
RETURNS TABLE (device uuid, casebook uuid, person uuid, role text, roles text[], handle text, name text, title text,
  revoked boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_device casebook.device;
BEGIN
  SELECT d.* INTO found_device FROM casebook.device d WHERE d.secret = sha256(convert_to(shown, 'UTF8'));
  IF NOT FOUND THEN RETURN; END IF;
  revoked := EXISTS (SELECT FROM casebook.revocation r WHERE r.device = found_device.id);
  IF NOT revoked THEN
    SELECT d.id, d.casebook, d.person, casebook.role_of(d.casebook, d.person), a.handle, a.name, c.title
      INTO device, casebook, person, role, handle, name, title
      FROM casebook.device d
      JOIN casebook.casebook c ON c.id = d.casebook
      CROSS JOIN LATERAL (SELECT * FROM casebook.account a WHERE a.casebook = d.casebook AND a.person = d.person
        ORDER BY a.number DESC LIMIT 1) a
      WHERE d.id = found_device.id;
    PERFORM set_config('casebook.secret', shown, true), set_config('casebook.person', person::text, true),
      set_config('casebook.casebook', casebook::text, true);
    roles := casebook.my_roles();
  END IF;
  RETURN NEXT;
END $$;

-- Uses an invitation up: makes the device, and the account where it is new.
CREATE OR REPLACE FUNCTION casebook.join(wanted uuid, word text, shown text, device_name text, new_person uuid,
  new_handle text, new_name text, new_title text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_invitation record;
  joins uuid;
  with_roles text[];
BEGIN
  SELECT * INTO found_invitation FROM casebook.look(wanted, word, shown);
  IF NOT FOUND THEN RETURN false; END IF;
  IF found_invitation.used_by IS NOT NULL THEN RETURN true; END IF;
  joins := coalesce(found_invitation.person, new_person);
  IF joins IS NULL THEN RETURN false; END IF;
  INSERT INTO casebook.device (casebook, person, name, secret, invitation)
    VALUES (wanted, joins, device_name, sha256(convert_to(shown, 'UTF8')), found_invitation.invitation)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    -- Used at the same moment: by the same device, which asked twice, or by another.
    RETURN EXISTS (SELECT FROM casebook.look(wanted, word, shown) l WHERE l.used_by IS NOT NULL);
  END IF;
  with_roles := casebook.writing_roles(wanted, joins, found_invitation.role);
  INSERT INTO casebook.account (casebook, person, handle, name, role, roles)
    SELECT wanted, joins, coalesce(nullif(found_invitation.handle, ''), new_handle),
      coalesce(nullif(found_invitation.name, ''), new_name), found_invitation.role, with_roles
    WHERE NOT EXISTS (SELECT FROM casebook.account a WHERE a.casebook = wanted AND a.person = joins
      AND a.number = (SELECT max(number) FROM casebook.account b WHERE b.casebook = wanted AND b.person = joins)
      AND a.role = found_invitation.role AND a.roles = with_roles);
  IF found_invitation.empty AND new_title <> '' THEN
    UPDATE casebook.casebook SET title = new_title WHERE id = wanted;
  END IF;
  RETURN true;
END $$;

-- Roles that a curator changed in the casebook are those of the account from then on; the last curator stays one, since
-- nobody else could undo that.
CREATE FUNCTION casebook.note_roles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO casebook.account (casebook, person, handle, name, role, roles)
    SELECT a.casebook, a.person, a.handle, a.name, a.role, n.roles
    FROM (SELECT DISTINCT d.casebook, d.id FROM added d WHERE d.tab = 'person' AND d.audience IS NULL) changed
      CROSS JOIN LATERAL (SELECT casebook.casebook_roles(changed.casebook, changed.id) AS roles) n
      CROSS JOIN LATERAL (SELECT * FROM casebook.account a WHERE a.casebook = changed.casebook
        AND a.person::text = changed.id ORDER BY a.number DESC LIMIT 1) a
    WHERE n.roles IS NOT NULL AND a.roles <> n.roles
      AND ('curator' = ANY (n.roles) OR casebook.role_of(a.casebook, a.person) <> 'curator'
        OR EXISTS (SELECT FROM casebook.account other WHERE other.casebook = a.casebook AND other.person <> a.person
          AND casebook.role_of(other.casebook, other.person) = 'curator'));
  RETURN NULL;
END $$;
CREATE TRIGGER document_roles AFTER INSERT ON casebook.document REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION casebook.note_roles();

-- Who has to answer what follows from what curators asked; everybody else closes what they were asked, and opens nothing.
CREATE OR REPLACE FUNCTION casebook.note_asked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO casebook.asked (casebook, person, item, assignment, open, task, round)
    SELECT a.casebook, a.person, a.item, a.id::uuid, a.open, a.task, a.round
    FROM (SELECT d.*, coalesce(d.content::json #>> '{row,state}' = 'open', false) AS open,
        d.content::json #>> '{row,task}' AS task, (d.content::json #>> '{row,round}')::bigint AS round FROM added d
      WHERE d.tab = 'assignment' AND d.audience IS NULL AND d.person IS NOT NULL AND d.item IS NOT NULL) a
    WHERE NOT (a.open AND coalesce((SELECT casebook.my_role()) <> 'curator', false))
    ORDER BY a.seq;
  RETURN NULL;
END $$;

-- Whether a curator asked the device's person to judge: in this assignment, by its key.
CREATE FUNCTION casebook.is_asked_to_judge(assignment text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM casebook.document d WHERE d.casebook = casebook.here() AND d.tab = 'judging_assignment'
    AND d.id = assignment AND d.person = casebook.me() AND d.audience IS NULL)
$$;
-- The same of a judging task and one of its criteria: keys have the person, the task, the criterion and a number.
CREATE FUNCTION casebook.is_asked_for_verdict(judging text, criterion text) RETURNS boolean LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM casebook.document d WHERE d.casebook = casebook.here() AND d.tab = 'judging_assignment'
    AND d.person = casebook.me() AND d.audience IS NULL AND split_part(d.id, chr(31), 2) = judging
    AND split_part(d.id, chr(31), 3) = criterion)
$$;
-- Of these comments, by key and content, those of which nothing is new but whether their thread is resolved: that those who
-- oversee may say of anybody's.
CREATE FUNCTION casebook.resolving(ids text[], contents text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.id FROM unnest(ids, contents) AS t (id, content)
  WHERE (SELECT casebook.i_oversee()) AND EXISTS (SELECT FROM casebook.document d
    WHERE d.casebook = (SELECT casebook.here()) AND d.tab = 'comment' AND d.id = t.id AND d.audience IS NULL
      AND (d.content::jsonb -> 'row') - ARRAY['resolved', 'changed_at']
        = (t.content::jsonb -> 'row') - ARRAY['resolved', 'changed_at']
      AND coalesce(d.content::jsonb -> 'parts', '{}') = coalesce(t.content::jsonb -> 'parts', '{}'))
$$;

DROP POLICY adding ON casebook.document;
CREATE POLICY adding ON casebook.document FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND device = (SELECT casebook.my_device())
  AND era = (SELECT casebook.known_era()) AND roles = (SELECT casebook.my_roles()) AND (
  -- What is prepared for others is said by curators, too.
  tab = ANY ((SELECT casebook.my_tables('anybodys'))::text[])
  -- Everybody else as themselves: the row says so, too, and names no image, nobody's eyes and no removal.
  OR audience IS NULL AND sha256 IS NULL AND content IS NOT NULL
    AND about IS NULL AND (person = (SELECT casebook.me()) AND content::json #>> '{row,person_id}' = person::text
      AND (tab = ANY ((SELECT casebook.my_tables('own'))::text[])
        OR tab = ANY ((SELECT casebook.my_tables('asked'))::text[]) AND CASE
          WHEN tab IN ('annotation', 'assignment') THEN casebook.was_asked(item, content::json #>> '{row,task}',
            (content::json #>> '{row,round}')::bigint, CASE tab WHEN 'assignment' THEN id END)
          WHEN tab = 'comment' THEN EXISTS (SELECT FROM casebook.asked a
            WHERE a.casebook = document.casebook AND a.person = document.person AND a.item = document.item)
          WHEN tab = 'session' THEN casebook.is_invited(id)
          WHEN tab = 'response' THEN casebook.is_invited(coalesce(content::json #>> '{row,session_id}', ''))
          WHEN tab = 'judging_assignment' THEN casebook.is_asked_to_judge(id)
          WHEN tab = 'judgment' THEN casebook.is_asked_for_verdict(content::json #>> '{row,judging_id}',
            content::json #>> '{row,criterion}')
          ELSE false END)
      OR tab = 'comment' AND EXISTS (SELECT FROM casebook.resolving(ARRAY[id], ARRAY[content])))));

-- Images are the business of curators, their bytes like their rows.
CREATE FUNCTION casebook.i_send_images() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce('image' = ANY (casebook.my_tables('anybodys')), false) $$;
DROP POLICY adding ON casebook.image;
CREATE POLICY adding ON casebook.image FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND (SELECT casebook.i_send_images()));
DROP POLICY adding ON casebook.image_part;
CREATE POLICY adding ON casebook.image_part FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND device = (SELECT casebook.my_device())
  AND (SELECT casebook.i_send_images()));

ALTER TABLE casebook.may_write ENABLE ROW LEVEL SECURITY;
ALTER TABLE casebook.may_write FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON casebook.may_write TO CURRENT_USER USING (true) WITH CHECK (true);

REVOKE ALL ON FUNCTION casebook.my_roles, casebook.my_tables, casebook.enter, casebook.note_roles,
  casebook.is_asked_to_judge, casebook.is_asked_for_verdict, casebook.resolving, casebook.i_send_images FROM PUBLIC;
GRANT EXECUTE ON FUNCTION casebook.my_roles, casebook.my_tables, casebook.enter, casebook.is_asked_to_judge,
  casebook.is_asked_for_verdict, casebook.resolving, casebook.i_send_images TO casebook_hub;
GRANT INSERT (roles) ON casebook.document TO casebook_hub;
