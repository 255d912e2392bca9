-- Imports of ratings, answers and verdicts can be undone while nothing is built on them.

-- What imports of answers and verdicts added, by their entry of the log, so that they can be undone.
CREATE TABLE import_row (
  event INTEGER NOT NULL REFERENCES event (sequence),
  tab TEXT NOT NULL CHECK (tab IN ('item', 'annotation', 'response', 'judgment', 'verdict_decision')),
  id TEXT NOT NULL,
  PRIMARY KEY (event, tab, id)
) STRICT, WITHOUT ROWID;
-- What was undone: merging another casebook does not bring it back.
CREATE TABLE undone_row (
  tab TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (tab, id)
) STRICT, WITHOUT ROWID;

-- Answers, verdicts and decisions go with their item, or with the import that they came in by.
DROP TRIGGER annotation_submitted_stays;
CREATE TRIGGER annotation_submitted_stays BEFORE DELETE ON annotation
WHEN OLD.state = 'submitted'
  AND NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
  AND NOT EXISTS (SELECT 1 FROM undone_row WHERE tab = 'annotation' AND id = OLD.id)
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never goes away'); END;
DROP TRIGGER region_submitted_no_delete;
CREATE TRIGGER region_submitted_no_delete BEFORE DELETE ON region
WHEN EXISTS (SELECT 1 FROM annotation a WHERE a.id = OLD.annotation_id AND a.state = 'submitted'
  AND NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = a.item_id AND revision % 2 = 1)
  AND NOT EXISTS (SELECT 1 FROM undone_row WHERE tab = 'annotation' AND id = a.id))
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
DROP TRIGGER response_stays;
CREATE TRIGGER response_stays BEFORE DELETE ON response
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
  AND NOT EXISTS (SELECT 1 FROM undone_row WHERE tab = 'response' AND id = OLD.id)
  AND (OLD.session_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM session WHERE id = OLD.session_id AND (number = 0 OR erased_at IS NOT NULL)))
BEGIN SELECT RAISE (ABORT, 'an answer never goes away'); END;
DROP TRIGGER judgment_stays;
CREATE TRIGGER judgment_stays BEFORE DELETE ON judgment
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
  AND NOT EXISTS (SELECT 1 FROM undone_row WHERE tab = 'judgment' AND id = OLD.id)
  AND (OLD.response_id IS NULL OR NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
    WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL))
BEGIN SELECT RAISE (ABORT, 'a verdict never goes away'); END;
DROP TRIGGER verdict_decision_stays;
CREATE TRIGGER verdict_decision_stays BEFORE DELETE ON verdict_decision
WHEN NOT EXISTS (SELECT 1 FROM response r JOIN deleted_item d ON d.item_id = r.item_id
    WHERE r.id = OLD.response_id AND d.revision % 2 = 1)
  AND NOT EXISTS (SELECT 1 FROM undone_row WHERE tab = 'verdict_decision' AND id = OLD.id)
  AND NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
    WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;
