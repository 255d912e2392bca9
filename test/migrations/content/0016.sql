-- An import that was undone.
INSERT INTO import_row (event, tab, id) SELECT sequence, 'annotation', '0190a000-0000-7000-8000-000000000022' FROM event LIMIT 1;
INSERT INTO undone_row (tab, id) VALUES ('annotation', '0190a000-0000-7000-8000-000000000022');
