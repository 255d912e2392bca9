-- What a casebook of schema 6 fills beside.
UPDATE session_draft SET used_ms = 10, running = 1;
