-- Baselines, answers of people and models, verdicts on them, and what became of disagreements.
-- (The three tables of schema 1 were never written to.)
DROP TABLE judgment;
DROP TABLE response;
DROP TABLE session;

-- What a model was run with beside version, instructions and temperature.
ALTER TABLE person ADD COLUMN settings TEXT CHECK (settings IS NULL OR json_valid(settings));

-- How people are asked: a baseline as an exam.
CREATE TABLE study (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  -- Items and settings stand once it is open.
  state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'closed')),
  created_by TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The items of a study that is open or closed, in the study's own seeded order.
CREATE TABLE study_item (
  study_id TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
  item_id TEXT NOT NULL REFERENCES item (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('practice', 'main')),
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY (study_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX study_item_by_item ON study_item (item_id);

-- One participant's sitting of a study.
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study (id),
  person_id TEXT NOT NULL REFERENCES person (id),
  -- Counts a study's participants; conditions are counterbalanced by it. 0: a curator tries the study out.
  number INTEGER NOT NULL CHECK (number >= 0),
  seed INTEGER NOT NULL,
  -- Everything that will be shown, in its order, with conditions and the order of options and images.
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  -- What was read and passed that is not answered: instructions, breaks, feedback.
  passed TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(passed)),
  created_at INTEGER NOT NULL,
  consented_at INTEGER,
  ended_at INTEGER,
  withdrawn_at INTEGER,
  UNIQUE (study_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX session_number ON session (study_id, number) WHERE number > 0;
CREATE INDEX session_by_person ON session (person_id);

-- What a participant has begun to answer, so that a crash costs at most a second of typing. One of a step that is
-- answered already: they went back to it.
CREATE TABLE session_draft (
  session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  entry INTEGER NOT NULL,
  step TEXT NOT NULL,
  answer TEXT CHECK (answer IS NULL OR json_valid(answer)),
  -- The first paint of the image, before any interruption.
  shown_at INTEGER,
  active_ms INTEGER NOT NULL CHECK (active_ms >= 0),
  away_ms INTEGER NOT NULL CHECK (away_ms >= 0),
  focus_losses INTEGER NOT NULL CHECK (focus_losses >= 0),
  -- How often the page was opened anew at this step.
  resumed INTEGER NOT NULL DEFAULT 0 CHECK (resumed >= 0),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, entry, step)
) STRICT, WITHOUT ROWID;

-- One answer of a person or a model. Rows never change: what holds is what no later row replaces.
CREATE TABLE response (
  id TEXT PRIMARY KEY,
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
  replaces TEXT REFERENCES response (id),
  -- The file it was read from.
  origin TEXT,
  created_at INTEGER NOT NULL,
  CHECK ((purpose = 'attention') = (item_id IS NULL)),
  CHECK ((item_id IS NULL) = (item_revision IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX response_by_item ON response (item_id, step);
CREATE INDEX response_by_person ON response (person_id, item_id, condition, step);
CREATE INDEX response_by_session ON response (session_id, entry) WHERE session_id IS NOT NULL;
CREATE INDEX response_by_replaced ON response (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER response_is_final BEFORE UPDATE ON response
BEGIN SELECT RAISE (ABORT, 'an answer never changes'); END;
CREATE TRIGGER response_stays BEFORE DELETE ON response
WHEN OLD.session_id IS NULL OR (SELECT number FROM session WHERE id = OLD.session_id) <> 0
BEGIN SELECT RAISE (ABORT, 'an answer never goes away'); END;

-- The answers that hold.
CREATE VIEW current_response AS
SELECT r.* FROM response r WHERE NOT EXISTS (SELECT 1 FROM response later WHERE later.replaces = r.id);

-- That a participant (or one answer) does not count, or counts again, and why; the latest holds.
CREATE TABLE exclusion (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES session (id),
  -- NULL: everything the participant answered.
  response_id TEXT REFERENCES response (id),
  kind TEXT NOT NULL CHECK (kind IN ('exclusion', 'inclusion')),
  reason TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exclusion_by_session ON exclusion (session_id);

-- Answers given to people to judge.
CREATE TABLE judging (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_by TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE judging_assignment (
  judging_id TEXT NOT NULL REFERENCES judging (id) ON DELETE CASCADE,
  person_id TEXT NOT NULL REFERENCES person (id),
  response_id TEXT NOT NULL REFERENCES response (id),
  criterion TEXT NOT NULL,
  -- What of the item the verdict is about, where the criterion asks of several things (which clue); else empty.
  subject TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL CHECK (position >= 0),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'submitted', 'skipped')),
  reason TEXT,
  PRIMARY KEY (person_id, judging_id, criterion, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX judging_assignment_unit
ON judging_assignment (response_id, criterion, subject, person_id, judging_id);
CREATE INDEX judging_assignment_open ON judging_assignment (person_id, judging_id, criterion, position) WHERE state = 'open';

-- A judge that runs: what it was asked with, and every request and reply.
CREATE TABLE judge_run (
  id TEXT PRIMARY KEY,
  -- The judge: model, version, instructions and temperature.
  person_id TEXT NOT NULL REFERENCES person (id),
  -- Endpoint, criteria, respondents, concurrency, prices; never a key.
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  state TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  created_by TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE judge_call (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES judge_run (id),
  response_id TEXT NOT NULL REFERENCES response (id),
  criterion TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  request TEXT NOT NULL CHECK (json_valid(request)),
  -- As it came; NULL where none did.
  reply TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('decided', 'unparsed', 'failed')),
  error TEXT,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX judge_call_by_unit ON judge_call (run_id, response_id, criterion, subject);

-- One verdict of one judge. Rows never change: what holds is what no later row replaces.
CREATE TABLE judgment (
  id TEXT PRIMARY KEY,
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
  replaces TEXT REFERENCES judgment (id),
  active_ms INTEGER CHECK (active_ms >= 0),
  created_at INTEGER NOT NULL,
  CHECK ((outcome = 'given') = (value IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX judgment_by_unit ON judgment (response_id, criterion, subject);
CREATE INDEX judgment_by_item ON judgment (item_id, criterion);
CREATE INDEX judgment_by_person ON judgment (person_id, criterion);
CREATE INDEX judgment_by_replaced ON judgment (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER judgment_is_final BEFORE UPDATE ON judgment
BEGIN SELECT RAISE (ABORT, 'a verdict never changes'); END;
CREATE TRIGGER judgment_stays BEFORE DELETE ON judgment
BEGIN SELECT RAISE (ABORT, 'a verdict never goes away'); END;

-- The verdicts that hold.
CREATE VIEW current_judgment AS
SELECT j.* FROM judgment j WHERE NOT EXISTS (SELECT 1 FROM judgment later WHERE later.replaces = j.id);

-- A decision between judges who differ, or that one was taken back; append-only like `adjudication`.
CREATE TABLE verdict_decision (
  id TEXT PRIMARY KEY,
  response_id TEXT NOT NULL REFERENCES response (id),
  criterion TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL CHECK (kind IN ('decision', 'reopening')),
  value TEXT CHECK (value IS NULL OR json_valid(value)),
  -- The verdicts that were decided between.
  judgments TEXT NOT NULL CHECK (json_valid(judgments)),
  replaces TEXT REFERENCES verdict_decision (id),
  cause TEXT CHECK (cause IN
    ('missed_paraphrase', 'too_lenient', 'followed_tone', 'reference_ambiguous', 'human_slip', 'other')),
  note TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL,
  CHECK ((kind = 'decision') = (value IS NOT NULL)),
  CHECK (kind = 'reopening' OR cause IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_decision_by_unit ON verdict_decision (response_id, criterion, subject);
CREATE INDEX verdict_decision_by_replaced ON verdict_decision (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER verdict_decision_is_final BEFORE UPDATE ON verdict_decision
BEGIN SELECT RAISE (ABORT, 'a decision never changes'); END;
CREATE TRIGGER verdict_decision_stays BEFORE DELETE ON verdict_decision
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;

-- What holds of one thing to be judged: derived from verdicts and decisions, brought up to date with each of them.
CREATE TABLE verdict_state (
  response_id TEXT NOT NULL REFERENCES response (id) ON DELETE CASCADE,
  criterion TEXT NOT NULL,
  subject TEXT NOT NULL,
  item_id TEXT NOT NULL REFERENCES item (id),
  -- exact: follows from the answer itself (yes or no against the expected one); conflict: decisions that exclude
  -- each other.
  state TEXT NOT NULL CHECK (state IN ('exact', 'single', 'agreed', 'disputed', 'decided', 'conflict')),
  -- The verdict that holds; NULL where there is none yet.
  value TEXT CHECK (value IS NULL OR json_valid(value)),
  source TEXT CHECK (source IN ('exact', 'adjudicated', 'unanimous', 'single', 'model')),
  judges INTEGER NOT NULL,
  -- Between whom judges differ, before any decision.
  human_human INTEGER NOT NULL CHECK (human_human IN (0, 1)),
  human_model INTEGER NOT NULL CHECK (human_model IN (0, 1)),
  model_model INTEGER NOT NULL CHECK (model_model IN (0, 1)),
  since INTEGER NOT NULL,
  PRIMARY KEY (response_id, criterion, subject),
  CHECK ((value IS NULL) = (source IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_state_queue ON verdict_state (state, criterion, since);
