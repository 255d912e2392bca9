-- Answers that say something of a part of the item only, and gold that is put together from several of them. The parts of
-- an answer are its top-level keys and the name of its field of boxes.

-- The parts that the rater was asked for and answered, as a JSON list; NULL: everything. What an answer holds beside them
-- is where the rater started from, and no rating.
ALTER TABLE annotation ADD COLUMN asked TEXT CHECK (asked IS NULL OR json_type(asked) = 'array');

-- The parts that the assignment asks for, as a JSON list; NULL: everything.
ALTER TABLE assignment ADD COLUMN asked TEXT CHECK (asked IS NULL OR json_type(asked) = 'array');

-- Per part, where its value comes from: {"label": {"source": "unanimous", "annotationId": "..."}}. Derived from answers
-- and decisions like the item's gold. NULL: every part comes from the gold annotation or, without one, from the item itself.
ALTER TABLE item ADD COLUMN gold_fields TEXT CHECK (gold_fields IS NULL OR json_type(gold_fields) = 'object');
