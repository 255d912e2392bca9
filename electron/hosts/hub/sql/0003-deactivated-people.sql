-- Deactivating a person revokes their devices and voids their invitations, in the transaction that brings it. What such a
-- device sends from then on is kept apart: a curator may include it.

CREATE TABLE casebook.deactivation (
  casebook uuid NOT NULL,
  person uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  deactivated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (casebook, person, number)
);

-- What devices of deactivated people sent afterwards, each row once.
CREATE TABLE casebook.late (
  casebook uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  device uuid NOT NULL REFERENCES casebook.device,
  person uuid NOT NULL,
  tab text NOT NULL,
  id text NOT NULL,
  item uuid,
  content text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (casebook, number)
);
CREATE UNIQUE INDEX late_once ON casebook.late (device, tab, id);

DO $$
DECLARE
  each text;
BEGIN
  FOREACH each IN ARRAY ARRAY['deactivation', 'late'] LOOP
    EXECUTE format('ALTER TABLE casebook.%I ENABLE ROW LEVEL SECURITY', each);
    EXECUTE format('ALTER TABLE casebook.%I FORCE ROW LEVEL SECURITY', each);
    EXECUTE format('CREATE POLICY owner ON casebook.%I TO CURRENT_USER USING (true) WITH CHECK (true)', each);
  END LOOP;
END $$;
CREATE POLICY curate ON casebook.late FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here()) AND (SELECT casebook.i_curate()));
GRANT SELECT ON casebook.late TO casebook_hub;

-- A curator's row of a person who is deactivated, unless a later change of that person is known.
CREATE FUNCTION casebook.note_deactivated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  away record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE tab = 'person') OR NOT casebook.i_curate() THEN RETURN NULL; END IF;
  FOR away IN
    SELECT DISTINCT d.casebook, d.id::uuid AS person FROM added d
    WHERE d.tab = 'person' AND d.audience IS NULL AND d.content::json #>> '{row,set_aside_at}' IS NOT NULL
      AND NOT EXISTS (SELECT FROM casebook.document o WHERE o.casebook = d.casebook AND o.tab = 'person' AND o.id = d.id
        AND o.audience IS NULL
        AND (o.content::json ->> 'changedAt')::numeric > (d.content::json ->> 'changedAt')::numeric)
  LOOP
    INSERT INTO casebook.deactivation (casebook, person) VALUES (away.casebook, away.person);
    INSERT INTO casebook.revocation (device)
      SELECT v.id FROM casebook.device v WHERE v.casebook = away.casebook AND v.person = away.person
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER document_deactivates AFTER INSERT ON casebook.document REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION casebook.note_deactivated();

-- An invitation from before its person was deactivated no longer works.
CREATE OR REPLACE FUNCTION casebook.look(wanted uuid, word text, shown text)
RETURNS TABLE (invitation uuid, person uuid, handle text, name text, role text, title text, empty boolean, used_by uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT i.id, i.person, i.handle, i.name, i.role, c.title,
    NOT EXISTS (SELECT FROM casebook.document d WHERE d.casebook = c.id), v.id
  FROM casebook.invitation i JOIN casebook.casebook c ON c.id = i.casebook
  LEFT JOIN casebook.device v ON v.invitation = i.id
  WHERE i.casebook = wanted AND i.token = sha256(convert_to(word, 'UTF8')) AND i.expires_at > now()
    AND NOT EXISTS (SELECT FROM casebook.deactivation a WHERE a.casebook = i.casebook AND a.person = i.person
      AND a.deactivated_at >= i.created_at)
    AND (v.id IS NULL OR v.secret = sha256(convert_to(shown, 'UTF8'))
      AND NOT EXISTS (SELECT FROM casebook.revocation r WHERE r.device = v.id))
$$;

-- The device of this secret where it was revoked because its person was deactivated.
CREATE FUNCTION casebook.deactivated_device(shown text) RETURNS casebook.device LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT d FROM casebook.device d JOIN casebook.revocation r ON r.device = d.id
  WHERE d.secret = sha256(convert_to(shown, 'UTF8')) AND EXISTS (SELECT FROM casebook.deactivation a
    WHERE a.casebook = d.casebook AND a.person = d.person AND a.deactivated_at = r.revoked_at)
$$;
-- Whether a device was revoked because its person was deactivated.
CREATE FUNCTION casebook.is_deactivated(shown text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT (casebook.deactivated_device(shown)).id IS NOT NULL';

-- Keeps what a device of a deactivated person sends apart: 5,000 rows at most. Gives how many are kept of it now.
CREATE FUNCTION casebook.keep_late(shown text, tabs text[], ids text[], items uuid[], contents text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sender casebook.device := casebook.deactivated_device(shown);
BEGIN
  IF sender.id IS NULL THEN RETURN 0; END IF;
  -- One after the other, so that curators who read on by number miss none.
  LOCK TABLE casebook.late IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO casebook.late (casebook, device, person, tab, id, item, content)
    SELECT sender.casebook, sender.id, sender.person, tab, id, item, content
    FROM unnest(tabs, ids, items, contents) AS t (tab, id, item, content)
    -- What is known was sent before.
    WHERE NOT EXISTS (SELECT FROM casebook.document d WHERE d.casebook = sender.casebook AND d.tab = t.tab
      AND d.id = t.id AND d.audience IS NULL)
    LIMIT greatest(0, 5000 - (SELECT count(*) FROM casebook.late l WHERE l.device = sender.id))
    ON CONFLICT DO NOTHING;
  RETURN (SELECT count(*) FROM casebook.late l WHERE l.device = sender.id);
END $$;

REVOKE ALL ON FUNCTION casebook.note_deactivated, casebook.deactivated_device, casebook.is_deactivated, casebook.keep_late
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION casebook.is_deactivated, casebook.keep_late TO casebook_hub;
