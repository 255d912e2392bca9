-- The tables of a casebook. Frozen: later changes are later files.
--
-- Casebooks of schema 4 hold these statements to the letter, columns that were added on the way at their ends included:
-- another casebook or a package is refused where its statements differ. Remarks stand outside the statements for that reason.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- `settings`: what a model was run with beside version, instructions and temperature.
CREATE TABLE person (
  id TEXT PRIMARY KEY,
  handle TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('human', 'model', 'source')),
  roles TEXT NOT NULL CHECK (json_valid(roles)),
  version TEXT,
  instruction_hash TEXT,
  temperature REAL,
  created_at INTEGER NOT NULL
, settings TEXT CHECK (settings IS NULL OR json_valid(settings))) STRICT, WITHOUT ROWID;

CREATE TABLE image (
  id TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  format TEXT NOT NULL,
  extension TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  -- Upright: the EXIF orientation is applied.
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  perceptual_hash TEXT,
  -- Set where the casebook only refers to a file elsewhere.
  link TEXT,
  origin TEXT,
  url TEXT,
  licence TEXT,
  attribution TEXT,
  redistributable INTEGER CHECK (redistributable IN (0, 1)),
  derived_from TEXT REFERENCES image (id),
  derivation TEXT CHECK (derivation IS NULL OR json_valid(derivation)),
  created_by TEXT REFERENCES person (id),
  created_at INTEGER NOT NULL,
  CHECK ((derived_from IS NULL) = (derivation IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX image_by_content ON image (sha256);

-- `edition_id`: the edition in force.
CREATE TABLE item (
  -- Local, for the full-text index and the order of import; the id is what travels.
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  benchmark TEXT NOT NULL,
  external_id TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  -- The record as it was last imported, where the payload has been edited since.
  imported_payload TEXT CHECK (imported_payload IS NULL OR json_valid(imported_payload)),
  revision INTEGER NOT NULL DEFAULT 1 CHECK (revision >= 1),
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_review', 'accepted', 'rejected')),
  gold_source TEXT CHECK (gold_source IN ('unanimous', 'adjudicated', 'single', 'imported')),
  gold_annotation_id TEXT REFERENCES annotation (id),
  split TEXT,
  -- Derived from the payload, for lists and sorting.
  title TEXT NOT NULL,
  label TEXT,
  missing_images INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, edition_id TEXT REFERENCES edition (id),
  UNIQUE (benchmark, external_id)
) STRICT;
CREATE INDEX item_by_status ON item (status, sequence);
CREATE INDEX item_by_status_and_label ON item (status, label);
CREATE INDEX item_by_label ON item (label, sequence);
CREATE INDEX item_by_updated ON item (updated_at, sequence);
CREATE INDEX item_by_external_id ON item (external_id, sequence);
CREATE INDEX item_by_title ON item (title, sequence);
CREATE INDEX item_missing_images ON item (sequence) WHERE missing_images > 0;

CREATE TABLE item_facet (
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES item (sequence) ON DELETE CASCADE,
  PRIMARY KEY (name, value, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_facet_by_item ON item_facet (item);

CREATE TABLE item_tag (
  tag TEXT NOT NULL,
  item INTEGER NOT NULL REFERENCES item (sequence) ON DELETE CASCADE,
  PRIMARY KEY (tag, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_tag_by_item ON item_tag (item);

-- Words of every text of an item and of its latest answers; rowid is item.sequence.
CREATE VIRTUAL TABLE item_text USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TABLE item_image (
  item_id TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  role TEXT NOT NULL,
  -- The name under which the source refers to the file; also how a missing one is found later.
  name TEXT NOT NULL,
  image_id TEXT REFERENCES image (id),
  PRIMARY KEY (item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_image_by_image ON item_image (image_id);
CREATE INDEX item_image_missing ON item_image (name) WHERE image_id IS NULL;

CREATE TABLE assignment (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES person (id),
  item_id TEXT NOT NULL REFERENCES item (id),
  task TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1),
  position INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'submitted', 'skipped')),
  reason TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (person_id, item_id, task, round)
) STRICT, WITHOUT ROWID;

-- `independent`: 1 where it was begun without sight of gold or of others' answers, so that it is a rating. `edition_id`: the
-- edition that was answered; what is said of another than the one in force is outdated.
CREATE TABLE annotation (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES item (id),
  item_revision INTEGER NOT NULL CHECK (item_revision >= 1),
  task TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1),
  person_id TEXT NOT NULL REFERENCES person (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  previous_id TEXT REFERENCES annotation (id),
  state TEXT NOT NULL CHECK (state IN ('draft', 'submitted')),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  -- How many edits the document has seen; an edit names the one it builds on.
  revision INTEGER NOT NULL CHECK (revision >= 0),
  active_ms INTEGER NOT NULL DEFAULT 0 CHECK (active_ms >= 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  submitted_at INTEGER, independent INTEGER NOT NULL DEFAULT 0 CHECK (independent IN (0, 1)), edition_id TEXT REFERENCES edition (id),
  CHECK ((state = 'submitted') = (submitted_at IS NOT NULL)),
  UNIQUE (item_id, task, round, person_id, version)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX annotation_one_draft ON annotation (item_id, task, round, person_id) WHERE state = 'draft';
CREATE INDEX annotation_by_person ON annotation (person_id, item_id);
CREATE TRIGGER annotation_submitted_is_final BEFORE UPDATE ON annotation WHEN OLD.state = 'submitted'
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never changes'); END;
CREATE TRIGGER annotation_submitted_stays BEFORE DELETE ON annotation WHEN OLD.state = 'submitted'
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never goes away'); END;

CREATE TABLE region (
  annotation_id TEXT NOT NULL REFERENCES annotation (id) ON DELETE CASCADE,
  -- Stable over the versions of one annotation.
  id TEXT NOT NULL,
  image_id TEXT NOT NULL REFERENCES image (id),
  label TEXT NOT NULL,
  x REAL NOT NULL CHECK (x >= 0),
  y REAL NOT NULL CHECK (y >= 0),
  width REAL NOT NULL CHECK (width >= 1),
  height REAL NOT NULL CHECK (height >= 1),
  note TEXT NOT NULL,
  attributes TEXT NOT NULL CHECK (json_valid(attributes)),
  position REAL NOT NULL,
  PRIMARY KEY (annotation_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX region_by_image ON region (image_id);
CREATE TRIGGER region_submitted_no_insert BEFORE INSERT ON region
WHEN (SELECT state FROM annotation WHERE id = NEW.annotation_id) = 'submitted'
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
CREATE TRIGGER region_submitted_no_update BEFORE UPDATE ON region
WHEN (SELECT state FROM annotation WHERE id = OLD.annotation_id) = 'submitted'
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
CREATE TRIGGER region_submitted_no_delete BEFORE DELETE ON region
WHEN (SELECT state FROM annotation WHERE id = OLD.annotation_id) = 'submitted'
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;

CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  person_id TEXT REFERENCES person (id),
  kind TEXT NOT NULL,
  item_id TEXT REFERENCES item (id),
  task TEXT,
  -- The reversible change: {added, updated: [from, to], removed}.
  diff TEXT CHECK (diff IS NULL OR json_valid(diff)),
  -- What else there is to say: counts of an import, the version submitted.
  detail TEXT CHECK (detail IS NULL OR json_valid(detail)),
  -- Edits that are undone together.
  mark TEXT,
  undoes INTEGER REFERENCES event (sequence)
, round INTEGER NOT NULL DEFAULT 1 CHECK (round >= 1)) STRICT;
CREATE INDEX event_by_document ON event (item_id, task, person_id, sequence) WHERE item_id IS NOT NULL;
CREATE TRIGGER event_is_final BEFORE UPDATE ON event
BEGIN SELECT RAISE (ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event
BEGIN SELECT RAISE (ABORT, 'the log is append-only'); END;

-- Which items a change of several was about.
CREATE TABLE event_item (
  event INTEGER NOT NULL REFERENCES event (sequence),
  item INTEGER NOT NULL REFERENCES item (sequence),
  PRIMARY KEY (item, event)
) STRICT, WITHOUT ROWID;

-- The numbers that exported files carry: given once, never given again.
CREATE TABLE export_number (
  series TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  item_id TEXT NOT NULL REFERENCES item (id),
  PRIMARY KEY (series, number),
  UNIQUE (series, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX annotation_ratings ON annotation (task, round, item_id) WHERE independent = 1 AND state = 'submitted';

CREATE INDEX assignment_by_person ON assignment (person_id, task, round, position);
CREATE INDEX assignment_by_item ON assignment (item_id, task, round);

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
  created_at INTEGER NOT NULL, edition_id TEXT REFERENCES edition (id),
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

-- A fix: the item as it is from then on, beside what it was. Rows never change. The item as it came has no row; it is the
-- first edition, and NULL wherever an edition is named.
CREATE TABLE edition (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  -- The edition that was fixed. Two rows that replace the same one were made in two casebooks: a conflict.
  replaces TEXT REFERENCES edition (id),
  number INTEGER NOT NULL CHECK (number >= 2),
  -- Without anybody's answer written into it.
  before TEXT NOT NULL CHECK (json_valid(before)),
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  reason TEXT NOT NULL,
  -- The answer that proposed it, where one did.
  annotation_id TEXT REFERENCES annotation (id),
  person_id TEXT NOT NULL REFERENCES person (id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX edition_by_item ON edition (item_id, number);
CREATE TRIGGER edition_is_final BEFORE UPDATE ON edition
BEGIN SELECT RAISE (ABORT, 'an edition never changes'); END;

-- How a generated item stands on its way: derived from its payload, its ratings and decisions, brought up to date with each
-- of them. Only casebooks whose benchmark has validation have rows.
CREATE TABLE validation_state (
  item_id TEXT PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
  -- What came with the item: whether it cannot be answered without its image, and what its auditors found. NULL: not known.
  shortcut TEXT CHECK (shortcut IN ('passed', 'failed')),
  audit TEXT CHECK (audit IN ('passed', 'failed')),
  -- What all who answered the first round, and the latest one after it, decided; mixed: they differ and nobody has decided.
  first_round TEXT CHECK (first_round IN ('accept', 'fix', 'reject', 'mixed')),
  second_round TEXT CHECK (second_round IN ('accept', 'fix', 'reject', 'mixed')),
  -- What holds of the edition that holds: by its gold annotation.
  decision TEXT CHECK (decision IN ('accept', 'fix', 'reject')),
  -- Why, where that is not accept.
  reason TEXT NOT NULL DEFAULT '',
  -- How many of its latest rounds, one after the other, accepted the edition that holds, and whether an adjudicator
  -- decided one of them: whether that is enough says the project.
  accepted_rounds INTEGER NOT NULL DEFAULT 0 CHECK (accepted_rounds >= 0),
  adjudicated INTEGER NOT NULL DEFAULT 0 CHECK (adjudicated IN (0, 1)),
  -- Since when what is said of the edition that holds asks for a fix: what counts or, where nothing does, everybody who
  -- says what is to become of it. UTC milliseconds.
  fix_since INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX validation_state_by_decision ON validation_state (decision, reason);
CREATE INDEX validation_state_to_fix ON validation_state (fix_since) WHERE fix_since IS NOT NULL;

-- What everybody's overview asks of all items, without reading their texts (once in the order of import, once in that of
-- validation_state), and of all assignments.
CREATE INDEX item_standing ON item (sequence, id, status);
CREATE INDEX item_standing_by_id ON item (id, status, sequence);

CREATE INDEX assignment_open ON assignment (task, item_id) WHERE state = 'open';
CREATE INDEX assignment_rounds ON assignment (task, round);

-- A person's latest assignment of an item, item by item.
CREATE INDEX assignment_own ON assignment (person_id, item_id, round DESC, task, position, state);

-- A person's assignments in the order in which they are walked along.
CREATE INDEX assignment_order ON assignment (person_id, round, position, item_id, task, state);
