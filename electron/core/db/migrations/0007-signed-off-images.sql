-- A sign-off is about the images that somebody looked at, and about no others.

-- Where an answer signs the images of its item off: their SHA-256, in their order, with spaces between; '-' for a missing one.
-- NULL: it signs nothing off.
ALTER TABLE annotation ADD COLUMN signed_off_images TEXT;

-- Sign-offs from before this are about the images that the item has now, unless the log knows of a later change of them, or
-- the item came with other images from another casebook. Drafts are signed off anew.
DROP TRIGGER annotation_submitted_is_final;
UPDATE annotation SET signed_off_images = (
  SELECT group_concat(coalesce(m.sha256, '-'), ' ' ORDER BY p.position)
  FROM item_image p LEFT JOIN image m ON m.id = p.image_id WHERE p.item_id = annotation.item_id)
WHERE state = 'submitted' AND payload ->> '$.noPersonalInformation' = 1
  AND NOT EXISTS (SELECT 1 FROM event e
    WHERE e.item_id = annotation.item_id AND e.at > annotation.submitted_at AND e.diff LIKE '%"image:%')
  AND NOT EXISTS (SELECT 1 FROM merge_conflict c
    WHERE c.item_id = annotation.item_id AND c.kind = 'item' AND c.ours -> '$.images' IS NOT c.theirs -> '$.images');
CREATE TRIGGER annotation_submitted_is_final BEFORE UPDATE ON annotation WHEN OLD.state = 'submitted'
BEGIN SELECT RAISE (ABORT, 'a submitted annotation never changes'); END;
