-- Gold of boxes is a consensus of raters and no longer the first rater's boxes.

-- A check of a column changes only with the column.
ALTER TABLE item RENAME COLUMN gold_source TO former_gold_source;
ALTER TABLE item ADD COLUMN gold_source TEXT
  CHECK (gold_source IN ('unanimous', 'consensus', 'adjudicated', 'single', 'imported'));
UPDATE item SET gold_source = former_gold_source WHERE former_gold_source IS NOT NULL;
ALTER TABLE item DROP COLUMN former_gold_source;

-- The boxes in force where they are no rater's own; NULL: those of the answer that gives the boxes.
ALTER TABLE item ADD COLUMN gold_boxes TEXT CHECK (gold_boxes IS NULL OR json_type(gold_boxes) = 'array');

-- Gold that was made before there was a consensus stays as it is for as long as nobody answers the item again: with how many
-- submitted answers it was made. NULL: it follows today's rules.
ALTER TABLE item ADD COLUMN gold_kept INTEGER CHECK (gold_kept IS NULL OR gold_kept >= 0);
UPDATE item SET gold_kept = (SELECT count(*) FROM annotation WHERE item_id = item.id AND state = 'submitted')
WHERE (SELECT count(*) FROM annotation WHERE item_id = item.id AND state = 'submitted' AND independent = 1) > 1;
