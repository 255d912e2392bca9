-- A study on a network, with something in every table of that.
INSERT INTO recruitment (study_id, settings, token, secret, created_at, updated_at)
SELECT id, '{"open":true,"places":2,"panel":"none","idParameter":"participant","check":"same","silenceMinutes":10,"screening":[],"device":{"width":0,"height":0,"touch":true},"failedChecks":null,"outcomes":{"complete":null,"screenedOut":null,"attention":null}}',
  'token', 'secret', 1700000000000, 1700000000000 FROM study LIMIT 1;
INSERT INTO arrival (id, study_id, session_id, place, link_hash, state, consent_version, screening, arrived_at, last_seen_at)
SELECT '0190a000-0000-7000-8000-000000000011', study_id, id, 1, 'hash', 'admitted', 'version', '[0]', 1700000000000, 1700000000000
FROM session LIMIT 1;
INSERT INTO panel_identity (arrival_id, study_id, panel_id, parameters)
SELECT id, study_id, 'panel', '{"PROLIFIC_PID":"panel"}' FROM arrival;
INSERT INTO web_link (id, kind, digest, person_id, created_at, expires_at)
SELECT '0190a000-0000-7000-8000-000000000012', 'invitation', 'digest', id, 1700000000000, 1700000000001 FROM person LIMIT 1;
INSERT INTO web_session (id, kind, digest, person_id, link_id, arrival_id, device, created_at, last_seen_at, expires_at)
SELECT '0190a000-0000-7000-8000-000000000013', 'participant', 'digest', NULL, '0190a000-0000-7000-8000-000000000012',
  '0190a000-0000-7000-8000-000000000011', 'Firefox on Linux', 1700000000000, 1700000000000, 1700000000001;
