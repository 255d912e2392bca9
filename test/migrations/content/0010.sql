-- A casebook that is connected to a hub, with something in every table of that.
INSERT INTO hub_outbox (tab, id) VALUES ('person', '0190a000-0000-7000-8000-000000000001');
INSERT INTO hub_change (tab, id, changed_at) VALUES ('person', '0190a000-0000-7000-8000-000000000001', 1700000000000);
INSERT INTO hub_parcel (person_id, tab, id, hash) VALUES ('0190a000-0000-7000-8000-000000000001', 'meta', 'title', 'abc');
INSERT INTO hub_refusal (incoming, tab, row_id, item_id, reason, found_at, document)
VALUES (1, 'annotation', '0190a000-0000-7000-8000-000000000002', NULL, 'It cannot be read.', 1700000000000, '{}');
INSERT INTO hub_withdrawal (id, person_id, item_id)
VALUES ('0190a000-0000-7000-8000-000000000003', '0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000004');
INSERT INTO hub_stimulus (item_id) SELECT id FROM item LIMIT 1;
INSERT INTO hub_image (id, own_id) SELECT '0190a000-0000-7000-8000-000000000005', id FROM image LIMIT 1;
INSERT INTO hub (id, address, casebook_id, title, person_id, role, device_id, connected_at)
VALUES (1, 'https://hub.example.org', '0190a000-0000-7000-8000-000000000006', 'Team', '0190a000-0000-7000-8000-000000000001',
  'curator', '0190a000-0000-7000-8000-000000000007', 1700000000000);
