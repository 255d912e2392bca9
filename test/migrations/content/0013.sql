-- An item that was deleted, with nothing left to bring back.
INSERT INTO deleted_item (item_id, benchmark, external_id, cause, person_id, deleted_at, document)
VALUES ('0190a000-0000-7000-8000-000000000021', 'caughtcheating', 'gone', 'deleted', NULL, 1700000000000, NULL);
