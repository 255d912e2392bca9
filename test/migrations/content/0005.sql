-- What a casebook of schema 5 fills beside.
UPDATE item SET gold_source = 'adjudicated', gold_fields = '{"label":{"source":"adjudicated","annotationId":"018bcfe5-6800-7000-8000-000000000004"},"scene":{"source":"imported","annotationId":null}}';
UPDATE annotation SET asked = '["label","clues"]';
UPDATE assignment SET asked = '["label","clues"]';
