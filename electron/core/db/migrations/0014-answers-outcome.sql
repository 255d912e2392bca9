-- What the answers to a generated item come to in its latest round: the one thing from which its state in the validation
-- queue follows. The rows are derived; those of before are made again when the casebook is opened.
ALTER TABLE validation_state ADD COLUMN outcome TEXT NOT NULL DEFAULT 'none'
  CHECK (outcome IN ('none', 'outstanding', 'disputed', 'outdated', 'undecided', 'fix', 'reject', 'accept'));
DELETE FROM validation_state;
