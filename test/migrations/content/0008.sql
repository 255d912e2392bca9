-- What a casebook of schema 8 fills beside.
INSERT INTO comment (id, item_id, text, person_id, created_at, changed_at)
SELECT '018bcfe5-6800-7000-8000-0000000000c1', i.id, 'Is the mirror a clue?', p.id, 1700000000000, 1700000000000
FROM item i, person p ORDER BY i.sequence, p.id LIMIT 1;
UPDATE person SET set_aside_at = 1700000000000 WHERE kind = 'model';
