-- Answers take less room: a table with row numbers, so that no index repeats the id of the answer, and only the indexes that
-- questions are asked by. A million ratings of one field were 600 MB, and are 360.

DROP TRIGGER region_submitted_no_insert;
DROP TRIGGER region_submitted_no_update;
DROP TRIGGER region_submitted_no_delete;

CREATE TABLE new_annotation (
  id TEXT NOT NULL UNIQUE,
  item_id TEXT NOT NULL REFERENCES item (id),
  item_revision INTEGER NOT NULL CHECK (item_revision >= 1),
  task TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1),
  person_id TEXT NOT NULL REFERENCES person (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  previous_id TEXT REFERENCES new_annotation (id),
  state TEXT NOT NULL CHECK (state IN ('draft', 'submitted')),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  -- How many edits the document has seen; an edit names the one it builds on.
  revision INTEGER NOT NULL CHECK (revision >= 0),
  active_ms INTEGER NOT NULL DEFAULT 0 CHECK (active_ms >= 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  submitted_at INTEGER,
  -- 1 where it was begun without sight of gold or of others' answers, so that it is a rating.
  independent INTEGER NOT NULL DEFAULT 0 CHECK (independent IN (0, 1)),
  -- The edition that was answered; what is said of another than the one in force is outdated.
  edition_id TEXT REFERENCES edition (id),
  -- The parts that the rater was asked for and answered, as a JSON list; NULL: everything.
  asked TEXT CHECK (asked IS NULL OR json_type(asked) = 'array'),
  -- Where it signs the images of its item off: their SHA-256, in their order, with spaces between; '-' for a missing one.
  signed_off_images TEXT,
  CHECK ((state = 'submitted') = (submitted_at IS NOT NULL)),
  UNIQUE (item_id, task, round, person_id, version)
) STRICT;
INSERT INTO new_annotation (id, item_id, item_revision, task, round, person_id, version, previous_id, state, payload, revision,
  active_ms, created_at, updated_at, submitted_at, independent, edition_id, asked, signed_off_images)
SELECT id, item_id, item_revision, task, round, person_id, version, previous_id, state, payload, revision, active_ms,
  created_at, updated_at, submitted_at, independent, edition_id, asked, signed_off_images
FROM annotation ORDER BY item_id, task, round, person_id, version;
DROP TABLE annotation;
ALTER TABLE new_annotation RENAME TO annotation;
CREATE UNIQUE INDEX annotation_one_draft ON annotation (item_id, task, round, person_id) WHERE state = 'draft';
-- Which rounds of a task hold ratings, and which rows they are.
CREATE INDEX annotation_ratings ON annotation (task, round) WHERE independent = 1 AND state = 'submitted';
CREATE TRIGGER annotation_submitted_is_final BEFORE UPDATE ON annotation WHEN OLD.state = 'submitted'
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never changes'); END;
CREATE TRIGGER annotation_submitted_stays BEFORE DELETE ON annotation WHEN OLD.state = 'submitted'
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never goes away'); END;

CREATE TRIGGER region_submitted_no_insert BEFORE INSERT ON region
WHEN (SELECT state FROM annotation WHERE id = NEW.annotation_id) = 'submitted'
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
CREATE TRIGGER region_submitted_no_update BEFORE UPDATE ON region
WHEN (SELECT state FROM annotation WHERE id = OLD.annotation_id) = 'submitted'
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
CREATE TRIGGER region_submitted_no_delete BEFORE DELETE ON region
WHEN (SELECT state FROM annotation WHERE id = OLD.annotation_id) = 'submitted'
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
