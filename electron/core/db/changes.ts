import type { CasebookDatabase } from './database.ts';

/**
 * From now on this connection notes every change of a row that travels, in the transaction that makes it (`hub_outbox`,
 * `hub_change`), where the casebook is connected to a hub. Every connection that writes asks for it when it is opened.
 *
 * The triggers are the connection's own: with any trigger on a table, SQLite plans its inserts as if they could break
 * references, and a casebook that is connected to no hub need not pay for that.
 */
export function noteChanges(database: CasebookDatabase): void {
  const isConnected =
    database.prepare<[], number>('SELECT 1 FROM hub WHERE id = 1').pluck().get() !== undefined;
  if (isConnected) database.exec(TRIGGERS);
}

/** What has no row of its own in the hub is noted with what it belongs to. */
const TRIGGERS = `
CREATE TEMP TRIGGER IF NOT EXISTS hub_meta_added AFTER INSERT ON meta
WHEN NEW.key IN ('title', 'vocabulary', 'settings', 'benchmark', 'casebookId', 'createdAt', 'metricsParameters', 'exportKey')
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('meta', NEW.key) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('meta', NEW.key, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_meta_changed AFTER UPDATE OF value ON meta
WHEN NEW.value IS NOT OLD.value AND NEW.key IN ('title', 'vocabulary', 'settings', 'benchmark', 'casebookId', 'createdAt', 'metricsParameters', 'exportKey')
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('meta', NEW.key) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('meta', NEW.key, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_person_added AFTER INSERT ON person
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('person', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('person', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_person_changed AFTER UPDATE ON person
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('person', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('person', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_image_added AFTER INSERT ON image
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('image', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_image_changed AFTER UPDATE OF url, licence, attribution, redistributable, origin ON image
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('image', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_added AFTER INSERT ON item
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_changed AFTER UPDATE OF external_id, imported_payload, edition_id ON item
WHEN (NEW.external_id <> OLD.external_id
  OR coalesce(NEW.imported_payload, NEW.payload) <> coalesce(OLD.imported_payload, OLD.payload)
  OR NEW.edition_id IS NOT OLD.edition_id)
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_status AFTER UPDATE OF status ON item
WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item.value', NEW.id || char(31) || 'status', CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_split AFTER UPDATE OF split ON item
WHEN NEW.split IS NOT OLD.split
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item.value', NEW.id || char(31) || 'split', CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_reworded AFTER UPDATE OF payload ON item
WHEN NEW.payload <> OLD.payload AND NEW.imported_payload IS NULL AND NEW.gold_annotation_id IS NULL AND NEW.gold_fields IS NULL
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_image_added AFTER INSERT ON item_image
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.item_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_image_changed AFTER UPDATE ON item_image
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', NEW.item_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', NEW.item_id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_image_removed AFTER DELETE ON item_image
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('item', OLD.item_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('item', OLD.item_id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_tag_added AFTER INSERT ON item_tag
BEGIN
  INSERT INTO hub_outbox (tab, id) SELECT 'item', id FROM item WHERE sequence = NEW.item
    ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at)
    SELECT 'item.value', id || char(31) || 'tag:' || NEW.tag, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM item WHERE sequence = NEW.item
    ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_item_tag_removed AFTER DELETE ON item_tag
BEGIN
  INSERT INTO hub_outbox (tab, id) SELECT 'item', id FROM item WHERE sequence = OLD.item
    ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at)
    SELECT 'item.value', id || char(31) || 'tag:' || OLD.tag, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM item WHERE sequence = OLD.item
    ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_assignment_added AFTER INSERT ON assignment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('assignment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_assignment_changed AFTER UPDATE OF state, reason ON assignment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('assignment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
  INSERT INTO hub_change (tab, id, changed_at) VALUES ('assignment', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER))
  ON CONFLICT (tab, id) DO UPDATE SET changed_at = max(changed_at + 1, excluded.changed_at);
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_assignment_removed AFTER DELETE ON assignment
BEGIN
  INSERT OR REPLACE INTO hub_withdrawal (id, person_id, item_id) VALUES (OLD.id, OLD.person_id, OLD.item_id);
  INSERT INTO hub_outbox (tab, id) VALUES ('assignment', OLD.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_annotation_added AFTER INSERT ON annotation
WHEN NEW.state = 'submitted'
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('annotation', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_annotation_submitted AFTER UPDATE OF state ON annotation
WHEN NEW.state = 'submitted' AND OLD.state <> 'submitted'
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('annotation', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_adjudication_added AFTER INSERT ON adjudication
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('adjudication', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_edition_added AFTER INSERT ON edition
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('edition', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_guideline_added AFTER INSERT ON guideline
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('guideline', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_guideline_changed AFTER UPDATE ON guideline
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('guideline', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_comment_added AFTER INSERT ON comment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('comment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_comment_changed AFTER UPDATE ON comment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('comment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_study_added AFTER INSERT ON study
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('study', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_study_changed AFTER UPDATE ON study
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('study', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_study_item_added AFTER INSERT ON study_item
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('study', NEW.study_id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_session_added AFTER INSERT ON session
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('session', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_session_changed AFTER UPDATE ON session
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('session', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_response_added AFTER INSERT ON response
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('response', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_exclusion_added AFTER INSERT ON exclusion
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('exclusion', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judging_added AFTER INSERT ON judging
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judging', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judging_assignment_added AFTER INSERT ON judging_assignment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judging_assignment', NEW.person_id || char(31) || NEW.judging_id || char(31) || NEW.criterion || char(31) || NEW.position) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judging_assignment_changed AFTER UPDATE OF state, reason ON judging_assignment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judging_assignment', NEW.person_id || char(31) || NEW.judging_id || char(31) || NEW.criterion || char(31) || NEW.position) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judge_run_added AFTER INSERT ON judge_run
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judge_run', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judge_run_changed AFTER UPDATE ON judge_run
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judge_run', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judge_call_added AFTER INSERT ON judge_call
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judge_call', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_judgment_added AFTER INSERT ON judgment
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('judgment', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;

CREATE TEMP TRIGGER IF NOT EXISTS hub_verdict_decision_added AFTER INSERT ON verdict_decision
BEGIN
  INSERT INTO hub_outbox (tab, id) VALUES ('verdict_decision', NEW.id) ON CONFLICT (tab, id) DO UPDATE SET mark = mark + 1;
END;
`;
