-- Generated items that are validated: their editions, and how they stand on their way into the benchmark.

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

-- The edition that holds, and the one that was answered; what was said of another than the one that holds is outdated.
ALTER TABLE item ADD COLUMN edition_id TEXT REFERENCES edition (id);
ALTER TABLE annotation ADD COLUMN edition_id TEXT REFERENCES edition (id);
ALTER TABLE response ADD COLUMN edition_id TEXT REFERENCES edition (id);

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
