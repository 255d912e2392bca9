-- Items can be deleted: what was deleted is kept apart from everything that counts, for the way back, and so that no other
-- casebook brings it in again.
CREATE TABLE deleted_item (
  item_id TEXT PRIMARY KEY,
  benchmark TEXT NOT NULL,
  external_id TEXT NOT NULL,
  -- deleted: on purpose; undone: with the import that it came in by, so that the same file adds it again.
  cause TEXT NOT NULL CHECK (cause IN ('deleted', 'undone')),
  person_id TEXT REFERENCES person (id),
  deleted_at INTEGER NOT NULL,
  -- The rows that went with it, by table; NULL: it was deleted elsewhere.
  document TEXT CHECK (document IS NULL OR json_valid(document))
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_item_by_name ON deleted_item (benchmark, external_id);

-- Answers, verdicts and decisions go with their item alone.
DROP TRIGGER annotation_submitted_stays;
CREATE TRIGGER annotation_submitted_stays BEFORE DELETE ON annotation
WHEN OLD.state = 'submitted' AND NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id)
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never goes away'); END;
DROP TRIGGER region_submitted_no_delete;
CREATE TRIGGER region_submitted_no_delete BEFORE DELETE ON region
WHEN EXISTS (SELECT 1 FROM annotation a WHERE a.id = OLD.annotation_id AND a.state = 'submitted'
  AND NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = a.item_id))
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
DROP TRIGGER adjudication_stays;
CREATE TRIGGER adjudication_stays BEFORE DELETE ON adjudication
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;
DROP TRIGGER response_stays;
CREATE TRIGGER response_stays BEFORE DELETE ON response
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id)
  AND (OLD.session_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM session WHERE id = OLD.session_id AND (number = 0 OR erased_at IS NOT NULL)))
BEGIN SELECT RAISE (ABORT, 'an answer never goes away'); END;
DROP TRIGGER judgment_stays;
CREATE TRIGGER judgment_stays BEFORE DELETE ON judgment
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id)
  AND (OLD.response_id IS NULL OR NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
    WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL))
BEGIN SELECT RAISE (ABORT, 'a verdict never goes away'); END;
DROP TRIGGER verdict_decision_stays;
CREATE TRIGGER verdict_decision_stays BEFORE DELETE ON verdict_decision
WHEN NOT EXISTS (SELECT 1 FROM response r JOIN deleted_item d ON d.item_id = r.item_id WHERE r.id = OLD.response_id)
  AND NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
    WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;

-- The log stays when an item goes, and so do the numbers that exported files carry.
CREATE TABLE new_event (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  person_id TEXT REFERENCES person (id),
  kind TEXT NOT NULL,
  -- An item that may have been deleted since.
  item_id TEXT,
  task TEXT,
  -- The reversible change: {added, updated: [from, to], removed}.
  diff TEXT CHECK (diff IS NULL OR json_valid(diff)),
  -- What else there is to say: counts of an import, the version submitted.
  detail TEXT CHECK (detail IS NULL OR json_valid(detail)),
  -- Edits that are undone together.
  mark TEXT,
  undoes INTEGER REFERENCES new_event (sequence),
  round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1)
) STRICT;
INSERT INTO new_event (sequence, id, at, person_id, kind, item_id, task, diff, detail, mark, undoes, round)
SELECT sequence, id, at, person_id, kind, item_id, task, diff, detail, mark, undoes, round FROM event ORDER BY sequence;
DROP TRIGGER event_stays;
DROP TRIGGER event_is_final;
DROP TABLE event;
ALTER TABLE new_event RENAME TO event;
CREATE INDEX event_by_document ON event (item_id, task, person_id, sequence) WHERE item_id IS NOT NULL;
CREATE INDEX event_by_undone ON event (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX event_by_mark ON event (mark, kind) WHERE task IS NULL AND mark IS NOT NULL;
CREATE TRIGGER event_is_final BEFORE UPDATE ON event
BEGIN SELECT RAISE (ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event
BEGIN SELECT RAISE (ABORT, 'the log is append-only'); END;

CREATE TABLE new_export_number (
  series TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  item_id TEXT NOT NULL,
  PRIMARY KEY (series, number),
  UNIQUE (series, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_export_number (series, number, item_id) SELECT series, number, item_id FROM export_number;
DROP TABLE export_number;
ALTER TABLE new_export_number RENAME TO export_number;
