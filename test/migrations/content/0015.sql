-- An item that was deleted and brought back.
INSERT INTO deleted_item (item_id, benchmark, external_id, cause, person_id, deleted_at, document, revision)
SELECT id, benchmark, external_id, 'deleted', NULL, 1700000000000, NULL, 2 FROM item LIMIT 1;
