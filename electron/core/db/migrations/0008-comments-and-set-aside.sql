-- Comments on items; people who left, and judges that count no more; more causes of verdicts, and decisions made blind.

-- What people say to each other about an item. A thread is a comment and its answers.
CREATE TABLE comment (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES item (id),
  -- The comment that it answers; NULL: it begins a thread.
  thread_id TEXT REFERENCES comment (id),
  text TEXT NOT NULL CHECK (text <> ''),
  person_id TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL,
  -- Only of what begins a thread.
  resolved INTEGER NOT NULL DEFAULT 0 CHECK (resolved IN (0, 1)),
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
  -- When it was last resolved, opened again or removed: of two casebooks the later one is right.
  changed_at INTEGER NOT NULL,
  CHECK (resolved = 0 OR thread_id IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_by_item ON comment (item_id, created_at);
CREATE INDEX comment_by_thread ON comment (thread_id) WHERE thread_id IS NOT NULL;

-- When a person left, or a judge was set aside; NULL: they take part.
ALTER TABLE person ADD COLUMN set_aside_at INTEGER;

-- The verdicts that count: those of judges that were set aside are kept and count for nothing.
CREATE VIEW counted_judgment AS
SELECT j.* FROM current_judgment j WHERE NOT EXISTS (
  SELECT 1 FROM person p WHERE p.id = j.person_id AND p.kind <> 'human' AND p.set_aside_at IS NOT NULL);

CREATE TABLE new_verdict_decision (
  id TEXT PRIMARY KEY,
  response_id TEXT NOT NULL REFERENCES response (id),
  criterion TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL CHECK (kind IN ('decision', 'reopening')),
  value TEXT CHECK (value IS NULL OR json_valid(value)),
  -- The verdicts that were decided between.
  judgments TEXT NOT NULL CHECK (json_valid(judgments)),
  replaces TEXT REFERENCES new_verdict_decision (id),
  cause TEXT CHECK (cause IN ('missed_paraphrase', 'too_lenient', 'too_strict', 'followed_tone',
    'reference_ambiguous', 'human_slip', 'misparsed', 'other')),
  note TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL,
  -- Whether it was made without sight of the verdicts.
  unseen INTEGER NOT NULL DEFAULT 0 CHECK (unseen IN (0, 1)),
  CHECK ((kind = 'decision') = (value IS NOT NULL)),
  CHECK (kind = 'reopening' OR cause IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO new_verdict_decision (id, response_id, criterion, subject, kind, value, judgments, replaces, cause, note,
  person_id, created_at)
SELECT id, response_id, criterion, subject, kind, value, judgments, replaces, cause, note, person_id, created_at
FROM verdict_decision;
DROP TABLE verdict_decision;
ALTER TABLE new_verdict_decision RENAME TO verdict_decision;
CREATE INDEX verdict_decision_by_unit ON verdict_decision (response_id, criterion, subject);
CREATE INDEX verdict_decision_by_replaced ON verdict_decision (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER verdict_decision_is_final BEFORE UPDATE ON verdict_decision
BEGIN SELECT RAISE (ABORT, 'a decision never changes'); END;
CREATE TRIGGER verdict_decision_stays BEFORE DELETE ON verdict_decision
WHEN NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
  WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;

-- When a participant's answers were deleted because they asked for it; nothing else deletes an answer that counted.
ALTER TABLE session ADD COLUMN erased_at INTEGER;
DROP TRIGGER response_stays;
CREATE TRIGGER response_stays BEFORE DELETE ON response
WHEN OLD.session_id IS NULL
  OR NOT EXISTS (SELECT 1 FROM session WHERE id = OLD.session_id AND (number = 0 OR erased_at IS NOT NULL))
BEGIN SELECT RAISE (ABORT, 'an answer never goes away'); END;
DROP TRIGGER judgment_stays;
CREATE TRIGGER judgment_stays BEFORE DELETE ON judgment
WHEN OLD.response_id IS NULL OR NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
  WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a verdict never goes away'); END;
