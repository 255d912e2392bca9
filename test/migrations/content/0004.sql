-- Something in every table that a casebook of schema 4 fills: what later schemas must bring along. The files of later schemas
-- fill what came with them, and the answer is submitted at the end.
INSERT INTO meta (key, value) VALUES
  ('benchmark', '"caughtcheating"'), ('title', '"An old casebook"'), ('createdAt', '1700000000000'),
  ('vocabulary', '{"scenes":["hotel","dining","karaoke bar"],"discardReasons":["blurred"],"minimumSide":256}');
INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000001', 'ana', 'Ana María', 'human', '["curator","annotator"]', 1700000000000);
INSERT INTO image (id, sha256, format, extension, bytes, width, height, origin, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000002', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'png', 'png', 10, 640, 480, 'true_images/true_1.png', 1700000000000);
INSERT INTO item (sequence, id, benchmark, external_id, payload, title, label, created_at, updated_at) VALUES
  (1, '018bcfe5-6800-7000-8000-000000000003', 'caughtcheating', 'true_images/true_1.png', '{"data_path":"true_images/true_1.png","label":true,"scene":"hotel","target_partner":"boyfriend","main_ins":"Do you notice anything?","detm_cue":"A second pair of slippers, indicating company.","non_detm_cue":[],"p_sub_ins":["Are there slippers?"],"p_sub_ans":["Yes"],"r_sub_ins":["Does it mean company?"],"r_sub_ans":["Yes"],"url":"https://example.org/1","_unknown":{"kept":[1]}}', 'Do you notice anything?', 'clued', 1700000000000, 1700000000000);
INSERT INTO item_facet (name, value, item) VALUES ('scene', 'hotel', 1);
INSERT INTO item_tag (tag, item) VALUES ('look again', 1);
INSERT INTO item_text (rowid, text) VALUES (1, 'A second pair of slippers, indicating company.');
INSERT INTO item_image (item_id, position, role, name, image_id) VALUES
  ('018bcfe5-6800-7000-8000-000000000003', 0, 'photo', 'true_images/true_1.png', '018bcfe5-6800-7000-8000-000000000002');
INSERT INTO edition (id, item_id, number, before, payload, reason, person_id, created_at) VALUES
  ('018bcfe5-6800-7000-8000-00000000001c', '018bcfe5-6800-7000-8000-000000000003', 2, '{"data_path":"true_images/true_1.png","label":true,"scene":"hotel","target_partner":"boyfriend","main_ins":"Do you see anything?","detm_cue":"A second pair of slippers, indicating company.","non_detm_cue":[],"p_sub_ins":["Are there slippers?"],"p_sub_ans":["Yes"],"r_sub_ins":["Does it mean company?"],"r_sub_ans":["Yes"],"url":"https://example.org/1","_unknown":{"kept":[1]}}', '{"data_path":"true_images/true_1.png","label":true,"scene":"hotel","target_partner":"boyfriend","main_ins":"Do you notice anything?","detm_cue":"A second pair of slippers, indicating company.","non_detm_cue":[],"p_sub_ins":["Are there slippers?"],"p_sub_ans":["Yes"],"r_sub_ins":["Does it mean company?"],"r_sub_ans":["Yes"],"url":"https://example.org/1","_unknown":{"kept":[1]}}', 'The question was unclear.', '018bcfe5-6800-7000-8000-000000000001', 1700000000000);
UPDATE item SET edition_id = '018bcfe5-6800-7000-8000-00000000001c', imported_payload = '{"data_path":"true_images/true_1.png","label":true,"scene":"hotel","target_partner":"boyfriend","main_ins":"Do you see anything?","detm_cue":"A second pair of slippers, indicating company.","non_detm_cue":[],"p_sub_ins":["Are there slippers?"],"p_sub_ans":["Yes"],"r_sub_ins":["Does it mean company?"],"r_sub_ans":["Yes"],"url":"https://example.org/1","_unknown":{"kept":[1]}}', revision = 2;
INSERT INTO validation_state (item_id, shortcut, audit, first_round, decision, reason) VALUES
  ('018bcfe5-6800-7000-8000-000000000003', NULL, 'passed', 'fix', 'accept', '');
INSERT INTO annotation (id, item_id, item_revision, task, person_id, version, state, payload, revision, created_at, updated_at, submitted_at, edition_id) VALUES
  ('018bcfe5-6800-7000-8000-000000000004', '018bcfe5-6800-7000-8000-000000000003', 1, 'curate', '018bcfe5-6800-7000-8000-000000000001', 1, 'draft', '{}', 1, 1700000000000, 1700000000000, NULL, '018bcfe5-6800-7000-8000-00000000001c');
INSERT INTO region (annotation_id, id, image_id, label, x, y, width, height, note, attributes, position) VALUES
  ('018bcfe5-6800-7000-8000-000000000004', '018bcfe5-6800-7000-8000-000000000005', '018bcfe5-6800-7000-8000-000000000002', 'clue-1', 10, 20, 30, 40, '', '{}', 0);
INSERT INTO event (sequence, id, at, person_id, kind, item_id, task, diff) VALUES
  (1, '018bcfe5-6800-7000-8000-000000000006', 1700000000001, '018bcfe5-6800-7000-8000-000000000001', 'submit', '018bcfe5-6800-7000-8000-000000000003', 'curate', NULL);
INSERT INTO event_item (event, item) VALUES (1, 1);
INSERT INTO export_number (series, number, item_id) VALUES ('true', 1, '018bcfe5-6800-7000-8000-000000000003');
INSERT INTO assignment (id, person_id, item_id, task, round, position, state, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000007', '018bcfe5-6800-7000-8000-000000000001', '018bcfe5-6800-7000-8000-000000000003', 'curate', 1, 0, 'submitted', 1700000000000);
INSERT INTO adjudication (id, item_id, task, round, kind, annotation_id, fields, cause, note, person_id, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000008', '018bcfe5-6800-7000-8000-000000000003', 'curate', 1, 'decision', '018bcfe5-6800-7000-8000-000000000004', '{}', 'slip', '', '018bcfe5-6800-7000-8000-000000000001', 1700000000002);
INSERT INTO rating_state (item_id, task, round, state, ratings, disagreement, fields, since) VALUES
  ('018bcfe5-6800-7000-8000-000000000003', 'curate', 1, 'decided', 2, 0.5, '{"label":1}', 1700000000001);
INSERT INTO guideline (id, task, field, category, note, person_id, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000009', 'curate', 'scene', 'hotel', 'A lobby counts.', '018bcfe5-6800-7000-8000-000000000001', 1700000000002);
INSERT INTO package (id, person_id, content, created_at) VALUES
  ('018bcfe5-6800-7000-8000-00000000000a', '018bcfe5-6800-7000-8000-000000000001', '{}', 1700000000002);
INSERT INTO merge_conflict (id, kind, item_id, summary, ours, theirs, source, found_at) VALUES
  ('018bcfe5-6800-7000-8000-00000000000b', 'decision', '018bcfe5-6800-7000-8000-000000000003', 'Two decisions.', '{"decisions":["018bcfe5-6800-7000-8000-000000000008"]}', '{"decisions":["018bcfe5-6800-7000-8000-000000000009"]}', 'other.casebook', 1700000000002);
INSERT INTO person (id, handle, name, kind, roles, version, instruction_hash, temperature, settings, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000010', 'a-model', 'a-model', 'model', '[]', '2025-04-14', 'abc', 0, '{"top_p":1}', 1700000000000),
  ('018bcfe5-6800-7000-8000-000000000011', 'P01', 'P01', 'human', '["participant"]', NULL, NULL, NULL, NULL, 1700000000000);
INSERT INTO study (id, title, settings, state, created_by, created_at, updated_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000012', 'Baseline', '{"items":{"filter":{},"sample":null},"seed":1,"order":"random","conditions":[""],"itemsEach":null,"practice":[],"attention":{"checks":[],"every":10},"breakEvery":null,"timeLimitSeconds":null,"allowBack":false,"imageSide":null,"texts":{"consent":"I agree.","instructions":"","breaks":"","thanks":""}}', 'open', '018bcfe5-6800-7000-8000-000000000001', 1700000000000, 1700000000000);
INSERT INTO study_item (study_id, item_id, purpose, position) VALUES
  ('018bcfe5-6800-7000-8000-000000000012', '018bcfe5-6800-7000-8000-000000000003', 'main', 0);
INSERT INTO session (id, study_id, person_id, number, seed, plan, created_at, consented_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000013', '018bcfe5-6800-7000-8000-000000000012', '018bcfe5-6800-7000-8000-000000000011', 1, 7, '[{"kind":"item","purpose":"main","itemId":"018bcfe5-6800-7000-8000-000000000003","condition":"","images":[0],"options":{}}]', 1700000000000, 1700000000001);
INSERT INTO session_draft (session_id, entry, step, answer, active_ms, away_ms, focus_losses, updated_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000013', 0, 'p_sub_ins/0', NULL, 10, 0, 0, 1700000000002);
INSERT INTO response (id, session_id, person_id, item_id, item_revision, step, entry, position, question, answer, shown_at, answered_at, active_ms, away_ms, focus_losses, created_at, edition_id) VALUES
  ('018bcfe5-6800-7000-8000-000000000014', '018bcfe5-6800-7000-8000-000000000013', '018bcfe5-6800-7000-8000-000000000011', '018bcfe5-6800-7000-8000-000000000003', 1, 'main_ins', 0, 0, 'Do you notice anything?', '{"kind":"text","text":"Slippers."}', 1700000000001, 1700000000002, 900, 100, 1, 1700000000002, '018bcfe5-6800-7000-8000-00000000001c');
INSERT INTO exclusion (id, session_id, kind, reason, person_id, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000015', '018bcfe5-6800-7000-8000-000000000013', 'exclusion', 'left early', '018bcfe5-6800-7000-8000-000000000001', 1700000000003);
INSERT INTO judging (id, title, settings, created_by, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000016', 'First judging', '{"criteria":["cue_match"],"judges":["018bcfe5-6800-7000-8000-000000000001"],"overlap":1,"seed":1,"unjudgedOnly":false}', '018bcfe5-6800-7000-8000-000000000001', 1700000000003);
INSERT INTO judging_assignment (judging_id, person_id, response_id, criterion, position, state) VALUES
  ('018bcfe5-6800-7000-8000-000000000016', '018bcfe5-6800-7000-8000-000000000001', '018bcfe5-6800-7000-8000-000000000014', 'cue_match', 0, 'submitted');
INSERT INTO judge_run (id, person_id, settings, state, created_by, created_at, updated_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000017', '018bcfe5-6800-7000-8000-000000000010', '{"endpoint":"http://127.0.0.1:1/v1","model":"a-model","version":"2025-04-14","temperature":0,"maxTokens":10,"concurrency":1,"retries":0,"timeoutSeconds":10,"criteria":["cue_match"],"price":null}', 'done', '018bcfe5-6800-7000-8000-000000000001', 1700000000003, 1700000000004);
INSERT INTO judge_call (id, run_id, response_id, criterion, attempt, request, reply, outcome, prompt_tokens, completion_tokens, started_at, ended_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000018', '018bcfe5-6800-7000-8000-000000000017', '018bcfe5-6800-7000-8000-000000000014', 'cue_match', 1, '{}', 'NO', 'decided', 100, 1, 1700000000003, 1700000000004);
INSERT INTO judgment (id, person_id, item_id, item_revision, response_id, criterion, value, source, judging_id, call_id, created_at) VALUES
  ('018bcfe5-6800-7000-8000-000000000019', '018bcfe5-6800-7000-8000-000000000001', '018bcfe5-6800-7000-8000-000000000003', 1, '018bcfe5-6800-7000-8000-000000000014', 'cue_match', '"YES"', 'judged', '018bcfe5-6800-7000-8000-000000000016', NULL, 1700000000004),
  ('018bcfe5-6800-7000-8000-00000000001a', '018bcfe5-6800-7000-8000-000000000010', '018bcfe5-6800-7000-8000-000000000003', 1, '018bcfe5-6800-7000-8000-000000000014', 'cue_match', '"NO"', 'asked', NULL, '018bcfe5-6800-7000-8000-000000000018', 1700000000004);
INSERT INTO verdict_decision (id, response_id, criterion, kind, value, judgments, cause, note, person_id, created_at) VALUES
  ('018bcfe5-6800-7000-8000-00000000001b', '018bcfe5-6800-7000-8000-000000000014', 'cue_match', 'decision', '"YES"', '[]', 'missed_paraphrase', '', '018bcfe5-6800-7000-8000-000000000001', 1700000000005);
INSERT INTO verdict_state (response_id, criterion, subject, item_id, state, value, source, judges, human_human, human_model, model_model, since) VALUES
  ('018bcfe5-6800-7000-8000-000000000014', 'cue_match', '', '018bcfe5-6800-7000-8000-000000000003', 'decided', '"YES"', 'adjudicated', 2, 0, 1, 0, 1700000000005);
