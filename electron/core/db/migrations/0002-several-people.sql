-- Work of several people: rounds, independent ratings, packages, merging, adjudication, guidelines.

ALTER TABLE event ADD COLUMN round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1);

-- 1: begun without sight of gold or of others' answers, so that it counts as a rating of its own.
-- What came before this schema was begun from what counted already.
ALTER TABLE annotation ADD COLUMN independent INTEGER NOT NULL DEFAULT 0 CHECK (independent IN (0, 1));
CREATE INDEX annotation_ratings ON annotation (task, round, item_id) WHERE independent = 1 AND state = 'submitted';

CREATE INDEX assignment_by_person ON assignment (person_id, task, round, position);
CREATE INDEX assignment_by_item ON assignment (item_id, task, round);

-- A decision, or that one was taken back. Rows never change: what holds is what no later row replaces.
-- (The table of schema 1 was never written to.)
DROP TABLE adjudication;
CREATE TABLE adjudication (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES item (id),
  task TEXT NOT NULL,
  round INTEGER NOT NULL CHECK (round >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('decision', 'reopening')),
  -- The answer decided on.
  annotation_id TEXT REFERENCES annotation (id),
  -- The row this one replaces. Two rows that replace the same one were made in two casebooks: a conflict.
  replaces TEXT REFERENCES adjudication (id),
  -- Per field: how it was decided (accepted, mean, written, unanimous) and from which annotations.
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  cause TEXT CHECK (cause IN ('guideline_gap', 'slip', 'image_ambiguous', 'item_wrong', 'rater_misread', 'other')),
  note TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL,
  CHECK ((kind = 'decision') = (annotation_id IS NOT NULL)),
  CHECK (kind = 'reopening' OR cause IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX adjudication_by_item ON adjudication (item_id, task, round);
CREATE INDEX adjudication_by_replaced ON adjudication (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER adjudication_is_final BEFORE UPDATE ON adjudication
BEGIN SELECT RAISE (ABORT, 'a decision never changes'); END;
CREATE TRIGGER adjudication_stays BEFORE DELETE ON adjudication
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;

-- Who is deciding on an item, so that nobody else takes it meanwhile.
CREATE TABLE adjudication_claim (
  item_id TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  task TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES person (id),
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (item_id, task)
) STRICT, WITHOUT ROWID;

-- How the raters of an item stand to each other: derived from their answers, brought up to date with each of them.
CREATE TABLE rating_state (
  item_id TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  task TEXT NOT NULL,
  round INTEGER NOT NULL,
  -- waiting: not everybody assigned has answered; single: one rating; conflict: decisions that exclude each other.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'single', 'unanimous', 'disputed', 'decided', 'conflict')),
  ratings INTEGER NOT NULL,
  -- 0 to 1: the mean of the fields' disagreements that are not 0.
  disagreement REAL NOT NULL CHECK (disagreement >= 0 AND disagreement <= 1),
  -- Per disputed field its disagreement, 0 to 1.
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  -- When the last of these ratings was submitted.
  since INTEGER NOT NULL,
  PRIMARY KEY (item_id, task)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_state_queue ON rating_state (state, disagreement DESC, since);

-- What raters are told about a field or one of its categories; shown where they answer.
CREATE TABLE guideline (
  id TEXT PRIMARY KEY,
  task TEXT NOT NULL,
  field TEXT NOT NULL,
  -- NULL: the field as a whole.
  category TEXT,
  note TEXT NOT NULL CHECK (note <> ''),
  person_id TEXT REFERENCES person (id),
  created_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX guideline_by_task ON guideline (task, field);

-- Packages that were made of this casebook: what one comes back with is measured by what it went out with.
CREATE TABLE package (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES person (id),
  -- The items that went out, with the tasks and rounds asked for and the hashes of their images.
  content TEXT NOT NULL CHECK (json_valid(content)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What merging could not unite; a person settles it.
CREATE TABLE merge_conflict (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('answer', 'item', 'decision', 'person')),
  item_id TEXT REFERENCES item (id),
  -- One line for the person who settles it.
  summary TEXT NOT NULL,
  -- Both sides, as rows.
  ours TEXT NOT NULL CHECK (json_valid(ours)),
  theirs TEXT NOT NULL CHECK (json_valid(theirs)),
  source TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  settled_at INTEGER,
  settled_by TEXT REFERENCES person (id),
  choice TEXT CHECK (choice IN ('ours', 'theirs')),
  CHECK ((settled_at IS NULL) = (choice IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX merge_conflict_open ON merge_conflict (found_at) WHERE settled_at IS NULL;
