-- The team hub: to which hub a casebook is connected, and what it has yet to send there.

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
