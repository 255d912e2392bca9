-- People who are elsewhere: how they come to a study over the network, and which browsers are signed in.

-- SHA-256 of the consent text that a participant agreed to; NULL: from before there was this.
ALTER TABLE session ADD COLUMN consent_version TEXT;

-- How people come to a study by its link.
CREATE TABLE recruitment (
  study_id TEXT PRIMARY KEY REFERENCES study (id) ON DELETE CASCADE,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  -- Names the study in its link.
  token TEXT NOT NULL UNIQUE,
  -- With which links and ids are checked; never leaves the casebook.
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Everybody who came by a study link, also those who never took a place.
CREATE TABLE arrival (
  id TEXT PRIMARY KEY,
  study_id TEXT NOT NULL REFERENCES study (id),
  -- NULL until they have a place.
  session_id TEXT UNIQUE REFERENCES session (id) ON DELETE SET NULL,
  -- Which place of the study's plan is theirs, from 1; it says what they are asked in which version.
  place INTEGER CHECK (place > 0),
  -- A keyed hash of the parameters of their link; NULL: they came without, or the panel's ids were deleted.
  link_hash TEXT,
  -- deciding: neither declined nor screened out, and not in a place yet. over: their place was given up for good.
  state TEXT NOT NULL CHECK (state IN ('deciding', 'declined', 'screened_out', 'admitted', 'over')),
  consent_version TEXT,
  -- The options chosen at screening, by their place from 0; NULL: not answered.
  screening TEXT CHECK (screening IS NULL OR json_valid(screening)),
  arrived_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  -- When and why somebody else may have their place; NULL: it is theirs.
  released_at INTEGER,
  released_for TEXT CHECK (released_for IN ('silence', 'withdrawal', 'attention', 'returned', 'timed_out', 'rejected'))
) STRICT;
CREATE INDEX arrival_by_study ON arrival (study_id);
CREATE UNIQUE INDEX arrival_by_link ON arrival (study_id, link_hash) WHERE link_hash IS NOT NULL;

-- Who somebody is for the panel that sent them: kept apart from everything else, and deleted after payment.
CREATE TABLE panel_identity (
  arrival_id TEXT PRIMARY KEY REFERENCES arrival (id) ON DELETE CASCADE,
  study_id TEXT NOT NULL REFERENCES study (id) ON DELETE CASCADE,
  panel_id TEXT NOT NULL,
  -- All parameters of the link, as they came.
  parameters TEXT NOT NULL CHECK (json_valid(parameters))
) STRICT;
CREATE UNIQUE INDEX panel_identity_by_id ON panel_identity (study_id, panel_id);

-- Links that sign a browser in over the network, by the digest of their secret.
CREATE TABLE web_link (
  id TEXT PRIMARY KEY,
  -- invitation: once. personal: to a study session, as often as its participant likes.
  kind TEXT NOT NULL CHECK (kind IN ('invitation', 'personal')),
  digest TEXT NOT NULL UNIQUE,
  person_id TEXT NOT NULL REFERENCES person (id),
  session_id TEXT REFERENCES session (id) ON DELETE CASCADE,
  created_by TEXT REFERENCES person (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When it was used up, or taken back.
  ended_at INTEGER
) STRICT;
CREATE INDEX web_link_by_session ON web_link (session_id) WHERE session_id IS NOT NULL;

-- Browsers that are signed in over the network, by the digest of their cookie.
CREATE TABLE web_session (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'invited', 'participant')),
  digest TEXT NOT NULL UNIQUE,
  person_id TEXT REFERENCES person (id),
  -- The link that it came by; ending it ends the session.
  link_id TEXT REFERENCES web_link (id) ON DELETE CASCADE,
  arrival_id TEXT REFERENCES arrival (id) ON DELETE CASCADE,
  device TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX web_session_by_arrival ON web_session (arrival_id) WHERE arrival_id IS NOT NULL;
CREATE INDEX web_session_by_link ON web_session (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX web_session_by_person ON web_session (person_id) WHERE person_id IS NOT NULL;
