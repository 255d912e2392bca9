-- Deletions travel to other casebooks, and so does bringing an item back. Each of them adds one to `revision`, and the
-- greater number counts: odd, the item is deleted; even, it was brought back.
ALTER TABLE deleted_item ADD COLUMN revision INTEGER NOT NULL DEFAULT 1 CHECK (revision >= 1);

-- Answers, verdicts and decisions go with their item alone.
DROP TRIGGER annotation_submitted_stays;
CREATE TRIGGER annotation_submitted_stays BEFORE DELETE ON annotation
WHEN OLD.state = 'submitted'
  AND NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never goes away'); END;
DROP TRIGGER region_submitted_no_delete;
CREATE TRIGGER region_submitted_no_delete BEFORE DELETE ON region
WHEN EXISTS (SELECT 1 FROM annotation a WHERE a.id = OLD.annotation_id AND a.state = 'submitted'
  AND NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = a.item_id AND revision % 2 = 1))
BEGIN SELECT RAISE (ABORT, 'the boxes of a submitted annotation never change'); END;
DROP TRIGGER adjudication_stays;
CREATE TRIGGER adjudication_stays BEFORE DELETE ON adjudication
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;
DROP TRIGGER response_stays;
CREATE TRIGGER response_stays BEFORE DELETE ON response
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
  AND (OLD.session_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM session WHERE id = OLD.session_id AND (number = 0 OR erased_at IS NOT NULL)))
BEGIN SELECT RAISE (ABORT, 'an answer never goes away'); END;
DROP TRIGGER judgment_stays;
CREATE TRIGGER judgment_stays BEFORE DELETE ON judgment
WHEN NOT EXISTS (SELECT 1 FROM deleted_item WHERE item_id = OLD.item_id AND revision % 2 = 1)
  AND (OLD.response_id IS NULL OR NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
    WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL))
BEGIN SELECT RAISE (ABORT, 'a verdict never goes away'); END;
DROP TRIGGER verdict_decision_stays;
CREATE TRIGGER verdict_decision_stays BEFORE DELETE ON verdict_decision
WHEN NOT EXISTS (SELECT 1 FROM response r JOIN deleted_item d ON d.item_id = r.item_id
    WHERE r.id = OLD.response_id AND d.revision % 2 = 1)
  AND NOT EXISTS (SELECT 1 FROM response r JOIN session s ON s.id = r.session_id
    WHERE r.id = OLD.response_id AND s.erased_at IS NOT NULL)
BEGIN SELECT RAISE (ABORT, 'a decision never goes away'); END;
