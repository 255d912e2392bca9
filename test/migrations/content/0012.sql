-- Gold that is a consensus of two raters' boxes, and gold from before there was one.
UPDATE item SET gold_kept = 2, gold_boxes = '[]';
