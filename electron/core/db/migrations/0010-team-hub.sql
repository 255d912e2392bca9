-- The team hub: to which hub a casebook is connected, and what it has yet to send there. Every change of a row that travels
-- is noted by a trigger in the transaction that makes it, so that no program can forget to; nothing is noted while the
-- casebook is connected to no hub.

-- The hub, at most one.
CREATE TABLE hub (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Its address, and the casebook's id there.
  address TEXT NOT NULL,
  casebook_id TEXT NOT NULL,
  title TEXT NOT NULL,
  -- On whose behalf this copy sends and receives, as what, and by which device.
  person_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('curator', 'overseer', 'annotator')),
  device_id TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
  -- How far this copy has read, in the hub's own words; NULL: nothing yet.
  cursor TEXT,
  -- The hub's era; another one than this: it was restored, and may lack what it had acknowledged.
  era INTEGER,
  exchanged_at INTEGER
) STRICT;

-- Rows that the hub has yet to acknowledge. A change while a row is on its way counts the mark up: it is sent again.
CREATE TABLE hub_outbox (
  tab TEXT NOT NULL,
  id TEXT NOT NULL,
  mark INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (tab, id)
) STRICT, WITHOUT ROWID;

-- When something of which the later change counts (a person, a setting, an item's wording; of an item's status, its split and
-- each of its tags, 'item.value') was last changed, here or elsewhere.
CREATE TABLE hub_change (
  tab TEXT NOT NULL,
  id TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (tab, id)
) STRICT, WITHOUT ROWID;

-- What was prepared for people who do not oversee, by the hash of what was sent: what is the same is not sent again. For
-- nobody (an empty person): how items read when they were last sent or received.
CREATE TABLE hub_parcel (
  person_id TEXT NOT NULL,
  tab TEXT NOT NULL,
  id TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (person_id, tab, id)
) STRICT, WITHOUT ROWID;

-- What the hub refused, or what could not be merged here; listed until somebody dismisses it.
CREATE TABLE hub_refusal (
  id INTEGER PRIMARY KEY,
  -- 1: it came from the hub; 0: the hub refused it.
  incoming INTEGER NOT NULL CHECK (incoming IN (0, 1)),
  tab TEXT NOT NULL,
  row_id TEXT NOT NULL,
  item_id TEXT,
  reason TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  -- What came in, so that it can be tried again; NULL for what is here anyway.
  document TEXT CHECK (document IS NULL OR json_valid(document)),
  UNIQUE (incoming, tab, row_id)
) STRICT;

-- Whose assignments were withdrawn: the rows are gone, and others have to be told.
CREATE TABLE hub_withdrawal (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  item_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Images that have another id here than in the hub: the same content was taken in in two places.
CREATE TABLE hub_image (
  id TEXT PRIMARY KEY,
  own_id TEXT NOT NULL REFERENCES image (id)
) STRICT, WITHOUT ROWID;

-- Items of which only what a rater is shown is here: the rest comes once they have answered.
CREATE TABLE hub_stimulus (
  item_id TEXT PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What has no row of its own in the hub is sent with what it belongs to.

CREATE TRIGGER hub_meta_added AFTER INSERT ON meta
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.key IN ('title', 'vocabulary', 'settings', 'benchmark', 'casebookId', 'createdAt', 'metricsParameters', 'exportKey')
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('meta', NEW.key) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('meta', NEW.key, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_meta_changed AFTER UPDATE OF value ON meta
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.value IS NOT OLD.value AND NEW.key IN ('title', 'vocabulary', 'settings', 'benchmark', 'casebookId', 'createdAt', 'metricsParameters', 'exportKey')
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('meta', NEW.key) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('meta', NEW.key, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_person_added AFTER INSERT ON person
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('person', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('person', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_person_changed AFTER UPDATE ON person
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('person', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('person', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_image_added AFTER INSERT ON image
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('image', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_image_changed AFTER UPDATE OF url, licence, attribution, redistributable, origin ON image
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('image', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_item_added AFTER INSERT ON item
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_item_changed AFTER UPDATE OF external_id, imported_payload, edition_id ON item
WHEN EXISTS (SELECT 1 FROM hub) AND (NEW.external_id <> OLD.external_id
  OR coalesce(NEW.imported_payload, NEW.payload) <> coalesce(OLD.imported_payload, OLD.payload)
  OR NEW.edition_id IS NOT OLD.edition_id)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_status AFTER UPDATE OF status ON item
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.status <> OLD.status
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item.value', NEW.id || char(31) || 'status', CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_split AFTER UPDATE OF split ON item
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.split IS NOT OLD.split
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item.value', NEW.id || char(31) || 'split', CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_reworded AFTER UPDATE OF payload ON item
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.payload <> OLD.payload AND NEW.imported_payload IS NULL AND NEW.gold_annotation_id IS NULL AND NEW.gold_fields IS NULL
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_image_added AFTER INSERT ON item_image
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.item_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_item_image_changed AFTER UPDATE ON item_image
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.item_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', NEW.item_id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_image_removed AFTER DELETE ON item_image
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', OLD.item_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', OLD.item_id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_tag_added AFTER INSERT ON item_tag
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) SELECT 'item', id FROM item WHERE sequence = NEW.item
    ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at)
    SELECT 'item.value', id || char(31) || 'tag:' || NEW.tag, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM item WHERE sequence = NEW.item
    ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_item_tag_removed AFTER DELETE ON item_tag
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) SELECT 'item', id FROM item WHERE sequence = OLD.item
    ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at)
    SELECT 'item.value', id || char(31) || 'tag:' || OLD.tag, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM item WHERE sequence = OLD.item
    ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_assignment_added AFTER INSERT ON assignment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('assignment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_assignment_changed AFTER UPDATE OF state, reason ON assignment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('assignment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('assignment', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TRIGGER hub_assignment_removed AFTER DELETE ON assignment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT OR REPLACE INTO hub_withdrawal (id, person_id, item_id) VALUES (OLD.id, OLD.person_id, OLD.item_id);
  INSERT INTO hub_outbox (tab, id) VALUES ('assignment', OLD.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_annotation_added AFTER INSERT ON annotation
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.state = 'submitted'
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('annotation', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_annotation_submitted AFTER UPDATE OF state ON annotation
WHEN EXISTS (SELECT 1 FROM hub) AND NEW.state = 'submitted' AND OLD.state <> 'submitted'
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('annotation', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_adjudication_added AFTER INSERT ON adjudication
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('adjudication', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_edition_added AFTER INSERT ON edition
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('edition', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_guideline_added AFTER INSERT ON guideline
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('guideline', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_guideline_changed AFTER UPDATE ON guideline
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('guideline', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_comment_added AFTER INSERT ON comment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('comment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_comment_changed AFTER UPDATE ON comment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('comment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_study_added AFTER INSERT ON study
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('study', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_study_changed AFTER UPDATE ON study
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('study', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_study_item_added AFTER INSERT ON study_item
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('study', NEW.study_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_session_added AFTER INSERT ON session
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('session', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_session_changed AFTER UPDATE ON session
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('session', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_response_added AFTER INSERT ON response
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('response', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_exclusion_added AFTER INSERT ON exclusion
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('exclusion', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judging_added AFTER INSERT ON judging
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judging', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judging_assignment_added AFTER INSERT ON judging_assignment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judging_assignment', NEW.person_id || char(31) || NEW.judging_id || char(31) || NEW.criterion || char(31) || NEW.position) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judging_assignment_changed AFTER UPDATE OF state, reason ON judging_assignment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judging_assignment', NEW.person_id || char(31) || NEW.judging_id || char(31) || NEW.criterion || char(31) || NEW.position) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judge_run_added AFTER INSERT ON judge_run
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judge_run', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judge_run_changed AFTER UPDATE ON judge_run
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judge_run', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judge_call_added AFTER INSERT ON judge_call
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judge_call', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_judgment_added AFTER INSERT ON judgment
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judgment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TRIGGER hub_verdict_decision_added AFTER INSERT ON verdict_decision
WHEN EXISTS (SELECT 1 FROM hub)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('verdict_decision', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;
