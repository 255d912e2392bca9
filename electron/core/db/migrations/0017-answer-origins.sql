-- Where answers come from that were read from files: what the person who imported them said of it.

-- NULL: Casebook recorded the answer itself. Else JSON with what is known: madeIn, blind, madeWhen; timed: the time of the
-- answer is the source's, not that of the import.
ALTER TABLE annotation ADD COLUMN origin TEXT CHECK (origin IS NULL OR json_type(origin) = 'object');

-- Answers that were read from files before this: nobody edited, submitted or decided them here, and they took no time; ratings
-- of theirs began when they ended. Ids tell when a row was made (UUID version 7): where that is when a rating is from, its source
-- gave no time.
DROP TRIGGER annotation_submitted_is_final;
UPDATE annotation SET origin = CASE WHEN independent = 1 AND abs(submitted_at - (
    SELECT sum((instr('0123456789abcdef', substr(replace(annotation.id, '-', ''), value, 1)) - 1) << (4 * (12 - value)))
    FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]'))) > 60000
  THEN '{"timed":true}' ELSE '{}' END
WHERE state = 'submitted' AND active_ms = 0 AND (independent = 0 OR created_at = submitted_at)
  AND revision = coalesce((SELECT revision FROM annotation before WHERE before.id = annotation.previous_id), 0)
  AND id NOT IN (SELECT detail ->> '$.annotation' FROM event WHERE kind = 'submit' AND detail ->> '$.annotation' IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM adjudication WHERE annotation_id = annotation.id);
CREATE TRIGGER annotation_submitted_is_final BEFORE UPDATE ON annotation WHEN OLD.state = 'submitted'
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never changes'); END;
