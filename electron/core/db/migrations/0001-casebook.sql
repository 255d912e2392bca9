-- A casebook as it was first published. Frozen: later changes are later files.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

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
) STRICT, WITHOUT ROWID;

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
  updated_at INTEGER NOT NULL,
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
  submitted_at INTEGER,
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

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES person (id),
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  seed INTEGER NOT NULL,
  item_order TEXT NOT NULL CHECK (json_valid(item_order)),
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE response (
  id TEXT PRIMARY KEY,
  session_id TEXT REFERENCES session (id),
  person_id TEXT NOT NULL REFERENCES person (id),
  item_id TEXT NOT NULL REFERENCES item (id),
  step TEXT NOT NULL,
  position INTEGER NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  shown_at INTEGER,
  answered_at INTEGER,
  active_ms INTEGER CHECK (active_ms >= 0),
  focus_losses INTEGER CHECK (focus_losses >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX response_by_item ON response (item_id, step);

CREATE TABLE judgment (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES person (id),
  item_id TEXT NOT NULL REFERENCES item (id),
  response_id TEXT REFERENCES response (id),
  criterion TEXT NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  rationale TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX judgment_by_item ON judgment (item_id, criterion);

CREATE TABLE adjudication (
  id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES item (id),
  task TEXT NOT NULL,
  field TEXT,
  value TEXT NOT NULL CHECK (json_valid(value)),
  person_id TEXT NOT NULL REFERENCES person (id),
  cause TEXT,
  note TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX adjudication_by_item ON adjudication (item_id, task);

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
) STRICT;
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
