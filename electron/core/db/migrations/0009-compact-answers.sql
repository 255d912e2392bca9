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

-- The same for the answers of respondents, and for verdicts.
DROP VIEW counted_judgment;
DROP VIEW current_judgment;
DROP VIEW current_response;
DROP TRIGGER verdict_decision_stays;
DROP TRIGGER judgment_stays;

CREATE TABLE new_response (
  id TEXT NOT NULL UNIQUE,
  -- NULL: a model's, or imported.
  session_id TEXT REFERENCES session (id),
  person_id TEXT NOT NULL REFERENCES person (id),
  purpose TEXT NOT NULL DEFAULT 'main' CHECK (purpose IN ('practice', 'main', 'attention')),
  -- NULL: an attention check.
  item_id TEXT REFERENCES item (id),
  item_revision INTEGER CHECK (item_revision >= 1),
  condition TEXT NOT NULL DEFAULT '',
  step TEXT NOT NULL,
  -- The entry of the session's plan.
  entry INTEGER CHECK (entry >= 0),
  -- How many steps the participant had answered before.
  position INTEGER CHECK (position >= 0),
  -- The question as it was put.
  question TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  -- Set for attention checks and practice: whether it was as expected.
  correct INTEGER CHECK (correct IN (0, 1)),
  shown_at INTEGER,
  answered_at INTEGER,
  -- From the image's first paint, the time away from the window left out.
  active_ms INTEGER CHECK (active_ms >= 0),
  away_ms INTEGER CHECK (away_ms >= 0),
  focus_losses INTEGER CHECK (focus_losses >= 0),
  timed_out INTEGER NOT NULL DEFAULT 0 CHECK (timed_out IN (0, 1)),
  -- How often the step was interrupted by a crash or a reload before it was answered.
  resumed INTEGER NOT NULL DEFAULT 0 CHECK (resumed >= 0),
  replaces TEXT REFERENCES new_response (id),
  -- The file it was read from.
  origin TEXT,
  created_at INTEGER NOT NULL,
  edition_id TEXT REFERENCES edition (id),
  CHECK ((purpose = 'attention') = (item_id IS NULL)),
  CHECK ((item_id IS NULL) = (item_revision IS NULL))
) STRICT;
INSERT INTO new_response (id, session_id, person_id, purpose, item_id, item_revision, condition, step, entry, position, question, answer,
  correct, shown_at, answered_at, active_ms, away_ms, focus_losses, timed_out, resumed, replaces, origin, created_at, edition_id)
SELECT id, session_id, person_id, purpose, item_id, item_revision, condition, step, entry, position, question, answer,
  correct, shown_at, answered_at, active_ms, away_ms, focus_losses, timed_out, resumed, replaces, origin, created_at, edition_id
FROM response ORDER BY item_id, id;
DROP TABLE response;
ALTER TABLE new_response RENAME TO response;
CREATE INDEX response_by_item ON response (item_id, step);
CREATE INDEX response_by_person ON response (person_id, item_id, condition, step);
CREATE INDEX response_by_session ON response (session_id, entry) WHERE session_id IS NOT NULL;
CREATE INDEX response_by_replaced ON response (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER response_is_final BEFORE UPDATE ON response
BEGIN SELECT RAISE (ABORT, 'an answer never changes'); END;
CREATE TRIGGER response_stays BEFORE DELETE ON response
WHEN OLD.session_id IS NULL
  OR NOT EXISTS (SELECT 1 FROM session WHERE id = OLD.session_id AND (number = 0 OR erased_at IS NOT NULL))
BEGIN SELECT RAISE (ABORT, 'an answer never goes away'); END;

CREATE TABLE new_judgment (
  id TEXT NOT NULL UNIQUE,
  -- The judge: a person, or a model with its version, instructions and temperature.
  person_id TEXT NOT NULL REFERENCES person (id),
  item_id TEXT NOT NULL REFERENCES item (id),
  item_revision INTEGER NOT NULL CHECK (item_revision >= 1),
  -- NULL: about the item itself.
  response_id TEXT REFERENCES response (id),
  criterion TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  -- given: `value` is the verdict; unknown: the source does not tell; unparsed: the reply was none.
  outcome TEXT NOT NULL DEFAULT 'given' CHECK (outcome IN ('given', 'unknown', 'unparsed')),
  value TEXT CHECK (value IS NULL OR json_valid(value)),
  -- Where in the answer the key points stand.
  detail TEXT CHECK (detail IS NULL OR json_valid(detail)),
  rationale TEXT,
  source TEXT NOT NULL CHECK (source IN ('judged', 'imported', 'asked')),
  judging_id TEXT REFERENCES judging (id),
  call_id TEXT REFERENCES judge_call (id),
  replaces TEXT REFERENCES new_judgment (id),
  active_ms INTEGER CHECK (active_ms >= 0),
  created_at INTEGER NOT NULL,
  CHECK ((outcome = 'given') = (value IS NOT NULL))
) STRICT;
INSERT INTO new_judgment (id, person_id, item_id, item_revision, response_id, criterion, subject, outcome, value, detail, rationale,
  source, judging_id, call_id, replaces, active_ms, created_at)
SELECT id, person_id, item_id, item_revision, response_id, criterion, subject, outcome, value, detail, rationale,
  source, judging_id, call_id, replaces, active_ms, created_at
FROM judgment ORDER BY item_id, response_id, id;
DROP TABLE judgment;
ALTER TABLE new_judgment RENAME TO judgment;
-- An answer has few verdicts, and an item few that are about no answer.
CREATE INDEX judgment_by_response ON judgment (response_id);
CREATE INDEX judgment_by_item ON judgment (item_id) WHERE response_id IS NULL;
CREATE INDEX judgment_by_person ON judgment (person_id);
CREATE INDEX judgment_by_replaced ON judgment (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER judgment_is_final BEFORE UPDATE ON judgment
BEGIN SELECT RAISE (ABORT, 'a verdict never changes'); END;
CREATE TRIGGER judgment_stays BEFORE DELETE ON judgment
WHEN OLD.response_id IS NULL OR NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
  WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a verdict never goes away'); END;

-- The answers and the verdicts that no later row replaces; the verdicts that count: those of judges that were set aside are
-- kept and count for nothing.
CREATE VIEW current_response AS
SELECT r.* FROM response r WHERE NOT EXISTS (SELECT 1 FROM response later WHERE later.replaces = r.id);
CREATE VIEW current_judgment AS
SELECT j.* FROM judgment j WHERE NOT EXISTS (SELECT 1 FROM judgment later WHERE later.replaces = j.id);
CREATE VIEW counted_judgment AS
SELECT j.* FROM current_judgment j WHERE NOT EXISTS (
  SELECT 1 FROM person p WHERE p.id = j.person_id AND p.kind <> 'human' AND p.set_aside_at IS NOT NULL);
CREATE TRIGGER verdict_decision_stays BEFORE DELETE ON verdict_decision
WHEN NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
  WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;

-- What undoes an entry of the log, and the entries of one change of many items.
CREATE INDEX event_by_undone ON event (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX event_by_mark ON event (mark, kind) WHERE task IS NULL AND mark IS NOT NULL;
CREATE INDEX event_item_by_event ON event_item (event);

-- Ids are in no order: a change of status rewrote a page of this index for nearly every item.
DROP INDEX item_standing_by_id;
