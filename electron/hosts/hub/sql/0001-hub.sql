-- A hub: what the casebooks of a team have submitted, and who may see it.
--
-- Rows are only ever added. The role casebook_hub, as which the hub answers requests, may read and add, never change or
-- delete, and sees nothing until a device has shown its secret (casebook.enter). Functions that run as the owner name
-- pg_temp last: else somebody's temporary table or type could take the place of the real one.

CREATE TABLE casebook.casebook (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- People of a casebook who may connect. Of several lines about one person the last counts.
CREATE TABLE casebook.account (
  casebook uuid NOT NULL REFERENCES casebook.casebook,
  person uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  handle text NOT NULL,
  name text NOT NULL,
  -- Curators invite and revoke; they and other overseers (reviewers, adjudicators) see the work of others.
  role text NOT NULL CHECK (role IN ('curator', 'overseer', 'annotator')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (casebook, person, number)
);

CREATE TABLE casebook.invitation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  casebook uuid NOT NULL REFERENCES casebook.casebook,
  -- NULL: the first person of a casebook, who says who they are.
  person uuid,
  handle text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('curator', 'overseer', 'annotator')),
  -- SHA-256 of the word in the invitation.
  token bytea NOT NULL UNIQUE,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE TABLE casebook.device (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  casebook uuid NOT NULL REFERENCES casebook.casebook,
  person uuid NOT NULL,
  name text NOT NULL,
  -- SHA-256 of the device's secret.
  secret bytea NOT NULL UNIQUE,
  -- Each invitation makes one device.
  invitation uuid NOT NULL UNIQUE REFERENCES casebook.invitation,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE casebook.revocation (
  device uuid PRIMARY KEY REFERENCES casebook.device,
  revoked_at timestamptz NOT NULL DEFAULT now()
);

-- Times between restores. Transaction numbers can only be compared within one cluster, so a restored hub begins a new
-- era, in which everybody offers again what the backup may lack.
CREATE TABLE casebook.era (
  number integer PRIMARY KEY,
  mark text NOT NULL UNIQUE,
  since timestamptz NOT NULL DEFAULT now()
);

-- Everything that was submitted, in the order in which people read it: (era, tx, seq).
CREATE TABLE casebook.document (
  casebook uuid NOT NULL,
  era integer NOT NULL,
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  device uuid NOT NULL,
  -- The table of the casebook and the row's key in it.
  tab text NOT NULL,
  id text NOT NULL,
  -- Whose work it is.
  person uuid,
  -- NULL: for those who oversee; else the one person it was prepared for.
  audience uuid,
  item uuid,
  -- Of an item and its images: the item that it is a question about.
  about uuid,
  -- Of an image: its content.
  sha256 bytea,
  -- Empty for rows that never change; else the hash, as each state of a row is a document, and so is each of what was
  -- prepared for a person.
  version bytea NOT NULL,
  hash bytea NOT NULL,
  -- NULL: the row was removed.
  content text,
  PRIMARY KEY (casebook, era, tx, seq)
);
-- The person and the audience are part of it, so that nobody learns from a refusal what others have.
CREATE UNIQUE INDEX document_once ON casebook.document (casebook, tab, id, person, audience, version) NULLS NOT DISTINCT;
CREATE INDEX document_for ON casebook.document (casebook, audience, era, tx, seq) WHERE audience IS NOT NULL;
CREATE INDEX document_of ON casebook.document (casebook, person, era, tx, seq)
  WHERE audience IS NULL AND tab IN ('annotation', 'assignment', 'response', 'session');
CREATE INDEX document_about ON casebook.document (casebook, item) WHERE audience IS NULL AND item IS NOT NULL;
CREATE INDEX document_question ON casebook.document (casebook, about) WHERE audience IS NULL AND about IS NOT NULL;
CREATE INDEX document_image ON casebook.document (casebook, sha256) WHERE sha256 IS NOT NULL;

-- Who has to answer what: of the lines about one assignment the last counts.
CREATE TABLE casebook.asked (
  casebook uuid NOT NULL,
  person uuid NOT NULL,
  item uuid NOT NULL,
  assignment uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  open boolean NOT NULL,
  PRIMARY KEY (casebook, person, item, assignment, number)
);

-- What became visible to somebody who oversees after they had read beyond it: all documents about an item.
CREATE TABLE casebook.delivery (
  casebook uuid NOT NULL,
  person uuid NOT NULL,
  era integer NOT NULL,
  tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  item uuid NOT NULL,
  PRIMARY KEY (casebook, person, era, tx, seq)
);

-- Images by content, in parts of 1 MiB. An upload whose hash is wrong is left behind and never shown.
CREATE TABLE casebook.image_part (
  casebook uuid NOT NULL,
  sha256 bytea NOT NULL,
  upload uuid NOT NULL,
  number integer NOT NULL,
  device uuid NOT NULL,
  content bytea NOT NULL CHECK (length(content) BETWEEN 1 AND 1048576),
  PRIMARY KEY (casebook, sha256, upload, number)
);
ALTER TABLE casebook.image_part ALTER COLUMN content SET STORAGE EXTERNAL;
-- The upload of each image that is whole and has the right hash.
CREATE TABLE casebook.image (
  casebook uuid NOT NULL,
  sha256 bytea NOT NULL,
  upload uuid NOT NULL,
  bytes bigint NOT NULL,
  -- How many parts were hashed: what is added to the upload later is not of the image.
  parts integer NOT NULL CHECK (parts > 0),
  PRIMARY KEY (casebook, sha256)
);

-- The device of this transaction: NULL unless its secret was shown and it was not revoked. What a statement writes into
-- the settings by itself counts for nothing without the secret.
CREATE FUNCTION casebook.device() RETURNS casebook.device LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT d FROM casebook.device d
  WHERE d.secret = sha256(convert_to(current_setting('casebook.secret', true), 'UTF8'))
    AND d.person::text = current_setting('casebook.person', true)
    AND d.casebook::text = current_setting('casebook.casebook', true)
    AND NOT EXISTS (SELECT FROM casebook.revocation r WHERE r.device = d.id)
$$;
CREATE FUNCTION casebook.here() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT (casebook.device()).casebook';
CREATE FUNCTION casebook.me() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT (casebook.device()).person';
CREATE FUNCTION casebook.my_device() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT (casebook.device()).id';
CREATE FUNCTION casebook.role_of(of_casebook uuid, somebody uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.role FROM casebook.account a
  WHERE a.casebook = of_casebook AND a.person = somebody ORDER BY a.number DESC LIMIT 1
$$;
CREATE FUNCTION casebook.my_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT casebook.role_of(d.casebook, d.person) FROM casebook.device() d WHERE d.id IS NOT NULL
$$;
CREATE FUNCTION casebook.i_oversee() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(casebook.my_role() <> 'annotator', false) $$;
CREATE FUNCTION casebook.i_curate() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$ SELECT coalesce(casebook.my_role() = 'curator', false) $$;

-- Lets a device in for the rest of the transaction; no row where the secret is not one. Of a device that was revoked it
-- says nothing else.
CREATE FUNCTION casebook.enter(shown text)
RETURNS TABLE (device uuid, casebook uuid, person uuid, role text, handle text, name text, title text, revoked boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_device casebook.device;
BEGIN
  SELECT d.* INTO found_device FROM casebook.device d WHERE d.secret = sha256(convert_to(shown, 'UTF8'));
  IF NOT FOUND THEN RETURN; END IF;
  revoked := EXISTS (SELECT FROM casebook.revocation r WHERE r.device = found_device.id);
  IF NOT revoked THEN
    SELECT d.id, d.casebook, d.person, a.role, a.handle, a.name, c.title
      INTO device, casebook, person, role, handle, name, title
      FROM casebook.device d
      JOIN casebook.casebook c ON c.id = d.casebook
      CROSS JOIN LATERAL (SELECT * FROM casebook.account a WHERE a.casebook = d.casebook AND a.person = d.person
        ORDER BY a.number DESC LIMIT 1) a
      WHERE d.id = found_device.id;
    PERFORM set_config('casebook.secret', shown, true), set_config('casebook.person', person::text, true),
      set_config('casebook.casebook', casebook::text, true);
  END IF;
  RETURN NEXT;
END $$;

-- What an invitation is for; no row where there is none, or it was used up or ran out. `used_by` is the device that it
-- made, where the secret shown is that device's: a join whose answer was lost can be asked again.
CREATE FUNCTION casebook.look(wanted uuid, word text, shown text)
RETURNS TABLE (invitation uuid, person uuid, handle text, name text, role text, title text, empty boolean, used_by uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT i.id, i.person, i.handle, i.name, i.role, c.title,
    NOT EXISTS (SELECT FROM casebook.document d WHERE d.casebook = c.id), v.id
  FROM casebook.invitation i JOIN casebook.casebook c ON c.id = i.casebook
  LEFT JOIN casebook.device v ON v.invitation = i.id
  WHERE i.casebook = wanted AND i.token = sha256(convert_to(word, 'UTF8')) AND i.expires_at > now()
    AND (v.id IS NULL OR v.secret = sha256(convert_to(shown, 'UTF8'))
      AND NOT EXISTS (SELECT FROM casebook.revocation r WHERE r.device = v.id))
$$;

-- The settings of a casebook that an invitation leads to: what is needed to begin an empty one.
CREATE FUNCTION casebook.settings_for(wanted uuid, word text) RETURNS TABLE (id text, content text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT ON (d.id) d.id, d.content FROM casebook.document d
  WHERE d.casebook = wanted AND d.tab = 'meta' AND d.audience IS NULL
    AND EXISTS (SELECT FROM casebook.look(wanted, word, '') l
      -- Some settings are secrets of those who oversee.
      WHERE l.role <> 'annotator' OR d.id IN ('benchmark', 'title', 'vocabulary', 'createdAt', 'casebookId'))
  ORDER BY d.id, d.era DESC, d.tx DESC, d.seq DESC
$$;

-- Uses an invitation up: makes the device, and the account where it is new.
CREATE FUNCTION casebook.join(wanted uuid, word text, shown text, device_name text, new_person uuid, new_handle text,
  new_name text, new_title text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_invitation record;
  joins uuid;
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
  INSERT INTO casebook.account (casebook, person, handle, name, role)
    SELECT wanted, joins, coalesce(nullif(found_invitation.handle, ''), new_handle),
      coalesce(nullif(found_invitation.name, ''), new_name), found_invitation.role
    WHERE NOT EXISTS (SELECT FROM casebook.account a WHERE a.casebook = wanted AND a.person = joins
      AND a.number = (SELECT max(number) FROM casebook.account b WHERE b.casebook = wanted AND b.person = joins)
      AND a.role = found_invitation.role);
  IF found_invitation.empty AND new_title <> '' THEN
    UPDATE casebook.casebook SET title = new_title WHERE id = wanted;
  END IF;
  RETURN true;
END $$;

-- The mark of this cluster and of these tables in it: another one after a restore, and after a standby took over.
CREATE FUNCTION casebook.present_mark() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
    (SELECT timeline_id FROM pg_control_checkpoint()),
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    'casebook.document'::regclass::oid::bigint)
$$;
-- The number of the present era; NULL where it has to begin first.
CREATE FUNCTION casebook.known_era() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS 'SELECT number FROM casebook.era WHERE mark = casebook.present_mark()';
-- The same for who adds rows, begun where it has to be. Until their transaction ends no other era begins: their rows
-- would come before what others have read by then.
CREATE FUNCTION casebook.present_era() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF casebook.known_era() IS NULL THEN
    LOCK TABLE casebook.era IN EXCLUSIVE MODE;
    -- By the clock: what a backup lacks may have had eras of its own, which casebooks remember.
    INSERT INTO casebook.era (number, mark)
      SELECT greatest(max(number) + 1, extract(epoch FROM now() - '2025-01-01Z'::timestamptz)::integer),
        casebook.present_mark() FROM casebook.era ON CONFLICT DO NOTHING;
  ELSE
    LOCK TABLE casebook.era IN ROW SHARE MODE;
  END IF;
  IF casebook.known_era() IS NULL THEN
    RAISE serialization_failure USING MESSAGE = 'Another era has to begin.';
  END IF;
  RETURN casebook.known_era();
END $$;

-- Who has to answer what follows from the assignments that were added, as one statement added them.
CREATE FUNCTION casebook.note_asked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO casebook.asked (casebook, person, item, assignment, open)
    SELECT a.casebook, a.person, a.item, a.id::uuid, a.open
    FROM (SELECT d.*, coalesce(d.content::json #>> '{row,state}' = 'open', false) AS open FROM added d
      WHERE d.tab = 'assignment' AND d.audience IS NULL AND d.person IS NOT NULL AND d.item IS NOT NULL) a
    -- Somebody who annotates closes what they were asked, and opens nothing.
    WHERE NOT (a.open AND coalesce((SELECT casebook.my_role()) = 'annotator', false))
    ORDER BY a.seq;
  RETURN NULL;
END $$;
CREATE TRIGGER document_asks AFTER INSERT ON casebook.document REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION casebook.note_asked();

-- What a closed assignment lifts is delivered to whom it was hidden from.
CREATE FUNCTION casebook.lift() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- The role of each person is looked up once.
  WITH people AS MATERIALIZED (SELECT DISTINCT casebook, person FROM added WHERE NOT open)
  INSERT INTO casebook.delivery (casebook, person, era, item)
    SELECT a.casebook, a.person, (SELECT casebook.present_era()), a.item
    FROM (SELECT * FROM people p WHERE casebook.role_of(p.casebook, p.person) <> 'annotator') p
      JOIN added a USING (casebook, person)
    WHERE NOT a.open;
  RETURN NULL;
END $$;
CREATE TRIGGER asked_lifts AFTER INSERT ON casebook.asked REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION casebook.lift();

-- The items that are kept from the device's person, who oversees: those that they have yet to answer, and questions
-- about them.
CREATE FUNCTION casebook.hidden() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER ROWS 100
-- Who reads pages along an index has turned sorting off.
SET enable_sort = on SET search_path = pg_catalog, pg_temp AS $$
  WITH outstanding AS MATERIALIZED (
    SELECT item FROM (SELECT DISTINCT ON (a.item, a.assignment) a.item, a.open FROM casebook.asked a
      WHERE a.casebook = (SELECT casebook.here()) AND a.person = (SELECT casebook.me())
        AND (SELECT casebook.i_oversee())
      ORDER BY a.item, a.assignment, a.number DESC) latest
    WHERE open)
  SELECT item FROM outstanding
  UNION
  SELECT q.item FROM outstanding o JOIN casebook.document q ON q.about = o.item
  WHERE q.casebook = (SELECT casebook.here()) AND q.audience IS NULL AND q.item IS NOT NULL
$$;

-- What became of documents that this transaction has just tried to add: accepted, known, or another of the same key is
-- there (refused). Told of one's own documents, and to those who oversee.
CREATE FUNCTION casebook.outcomes(tabs text[], ids text[], people uuid[], audiences uuid[], versions text[],
  hashes text[]) RETURNS TABLE (place bigint, answer text) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.place, CASE WHEN d.tx = pg_current_xact_id_if_assigned() AND d.hash = decode(t.hash, 'hex') THEN 'accepted'
    WHEN d.hash = decode(t.hash, 'hex') THEN 'known' ELSE 'refused' END
  FROM unnest(tabs, ids, people, audiences, versions, hashes)
    WITH ORDINALITY AS t (tab, id, person, audience, version, hash, place)
  JOIN casebook.document d ON d.casebook = (SELECT casebook.here()) AND d.tab = t.tab AND d.id = t.id
    AND d.version = decode(t.version, 'hex') AND d.person IS NOT DISTINCT FROM t.person
    AND d.audience IS NOT DISTINCT FROM t.audience
  WHERE (SELECT casebook.i_oversee()) OR d.person = (SELECT casebook.me())
$$;
-- Those of these items that the casebook has: to those who oversee, and of the items that were prepared for the asking
-- person.
CREATE FUNCTION casebook.items(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.id FROM unnest(ids) AS t (id) WHERE EXISTS (SELECT FROM casebook.document d
    WHERE d.casebook = (SELECT casebook.here()) AND d.tab = 'item' AND d.id = t.id
      AND (d.audience = (SELECT casebook.me()) OR d.audience IS NULL AND (SELECT casebook.i_oversee())))
$$;
-- Those of these images' keys that the casebook has no document of; for those who oversee.
CREATE FUNCTION casebook.unknown_images(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.id FROM unnest(ids) AS t (id)
  WHERE (SELECT casebook.i_oversee()) AND NOT EXISTS (SELECT FROM casebook.document d
    WHERE d.casebook = (SELECT casebook.here()) AND d.tab = 'image' AND d.id = t.id AND d.audience IS NULL)
$$;
-- Those of these images, by content, that the casebook has whole; for those who oversee, who may send them.
CREATE FUNCTION casebook.stored_images(contents text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.sha256 FROM unnest(contents) AS t (sha256)
  WHERE (SELECT casebook.i_oversee()) AND EXISTS (SELECT FROM casebook.image i
    WHERE i.casebook = (SELECT casebook.here()) AND i.sha256 = decode(t.sha256, 'hex'))
$$;

-- Whether the device's person was asked to take part in a study: in this session, or, for NULL, in any.
CREATE FUNCTION casebook.is_invited(session text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM casebook.document d WHERE d.casebook = casebook.here() AND d.audience = casebook.me()
    AND d.tab = 'session' AND (session IS NULL OR d.id = session))
$$;

-- Row level security: the hub's role sees and adds what the device's person may, the owner of the tables everything.
DO $$
DECLARE
  each text;
BEGIN
  FOREACH each IN ARRAY ARRAY['casebook', 'account', 'invitation', 'device', 'revocation', 'era', 'document', 'asked',
    'delivery', 'image_part', 'image'] LOOP
    EXECUTE format('ALTER TABLE casebook.%I ENABLE ROW LEVEL SECURITY', each);
    EXECUTE format('ALTER TABLE casebook.%I FORCE ROW LEVEL SECURITY', each);
    EXECUTE format('CREATE POLICY owner ON casebook.%I TO CURRENT_USER USING (true) WITH CHECK (true)', each);
  END LOOP;
END $$;

CREATE POLICY own ON casebook.casebook FOR SELECT TO casebook_hub USING (id = (SELECT casebook.here()));

CREATE POLICY team ON casebook.account FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here())
  AND (person = (SELECT casebook.me()) OR (SELECT casebook.i_oversee())));
CREATE POLICY curate ON casebook.invitation FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND created_by = (SELECT casebook.me()) AND person IS NOT NULL
  AND (SELECT casebook.i_curate()));
CREATE POLICY team ON casebook.device FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here())
  AND (person = (SELECT casebook.me()) OR (SELECT casebook.i_oversee())));
CREATE POLICY team ON casebook.revocation FOR SELECT TO casebook_hub
USING (EXISTS (SELECT FROM casebook.device d WHERE d.id = device));
CREATE POLICY revoke ON casebook.revocation FOR INSERT TO casebook_hub
WITH CHECK (EXISTS (SELECT FROM casebook.device d WHERE d.id = device
  AND (d.person = (SELECT casebook.me()) OR (SELECT casebook.i_curate()))));

-- What is asked follows from documents: nobody adds to it by themselves.
CREATE POLICY asked_of ON casebook.asked FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here())
  AND (person = (SELECT casebook.me()) OR (SELECT casebook.i_oversee())));

-- Those who oversee see everything but what is about an item that they have yet to answer; everybody what was prepared
-- for them, and their own work.
CREATE POLICY reading ON casebook.document FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here()) AND (
  audience = (SELECT casebook.me())
  OR audience IS NULL AND person = (SELECT casebook.me())
    AND tab IN ('annotation', 'assignment', 'response', 'session')
  -- One list for all rows of a query, made when the first row needs it.
  OR audience IS NULL AND (SELECT casebook.i_oversee())
    AND (item IS NULL OR item NOT IN (SELECT casebook.hidden()))));
CREATE POLICY adding ON casebook.document FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND device = (SELECT casebook.my_device())
  AND era = (SELECT casebook.known_era()) AND (
  (SELECT casebook.i_oversee())
  -- Somebody who annotates adds answers to what they were asked, and how far they are.
  OR audience IS NULL AND person = (SELECT casebook.me()) AND sha256 IS NULL AND about IS NULL
    AND content IS NOT NULL AND (tab IN ('annotation', 'assignment') AND EXISTS (SELECT FROM casebook.asked a
      WHERE a.casebook = document.casebook AND a.person = document.person AND a.item = document.item
        AND (document.tab = 'annotation' OR a.assignment::text = document.id))
    OR tab = 'session' AND casebook.is_invited(id)
    OR tab = 'response' AND (SELECT casebook.is_invited(NULL)))));

CREATE POLICY own ON casebook.delivery FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here()) AND person = (SELECT casebook.me()));

-- The bytes of an image are for those who see a row of it; those who oversee may add images.
CREATE POLICY shown ON casebook.image FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here())
  AND EXISTS (SELECT FROM casebook.document d WHERE d.casebook = image.casebook AND d.sha256 = image.sha256));
CREATE POLICY adding ON casebook.image FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND (SELECT casebook.i_oversee()));
CREATE POLICY shown ON casebook.image_part FOR SELECT TO casebook_hub
USING (casebook = (SELECT casebook.here()) AND ((device = (SELECT casebook.my_device()))
  OR EXISTS (SELECT FROM casebook.document d WHERE d.casebook = image_part.casebook AND d.sha256 = image_part.sha256)));
CREATE POLICY adding ON casebook.image_part FOR INSERT TO casebook_hub
WITH CHECK (casebook = (SELECT casebook.here()) AND device = (SELECT casebook.my_device())
  AND (SELECT casebook.i_oversee()));

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA casebook FROM PUBLIC;
-- What only other functions need stays with the owner.
GRANT EXECUTE ON FUNCTION casebook.here, casebook.me, casebook.my_device, casebook.my_role, casebook.i_oversee,
  casebook.i_curate, casebook.hidden, casebook.is_invited, casebook.known_era, casebook.present_era, casebook.enter,
  casebook.look, casebook.settings_for, casebook.join, casebook.outcomes, casebook.items, casebook.unknown_images,
  casebook.stored_images TO casebook_hub;
GRANT USAGE ON SCHEMA casebook TO casebook_hub;
GRANT SELECT ON casebook.casebook, casebook.account, casebook.revocation, casebook.document, casebook.asked,
  casebook.delivery, casebook.image, casebook.image_part TO casebook_hub;
GRANT SELECT (id, casebook, person, name, created_at) ON casebook.device TO casebook_hub;
GRANT INSERT ON casebook.image, casebook.image_part TO casebook_hub;
GRANT INSERT (casebook, person, handle, name, role, token, created_by, expires_at) ON casebook.invitation
  TO casebook_hub;
GRANT INSERT (device) ON casebook.revocation TO casebook_hub;
-- Not the transaction and the number: they say when a row was added, and a taken place would tell of another's row.
GRANT INSERT (casebook, era, device, tab, id, person, audience, item, about, sha256, version, hash, content)
  ON casebook.document TO casebook_hub;
