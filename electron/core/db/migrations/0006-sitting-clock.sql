-- How much of a step's time limit is used, as the core counts it. What a page says of its own time is not trusted, and
-- loading the page again gives no time back.
ALTER TABLE session_draft ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0 CHECK (used_ms >= 0);
-- Whether the time has been running since updated_at.
ALTER TABLE session_draft ADD COLUMN running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1));
UPDATE session_draft SET used_ms = active_ms;
