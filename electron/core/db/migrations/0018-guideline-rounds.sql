-- A guideline can be for one round alone, such as a second one that is stricter. NULL: for every round.
ALTER TABLE guideline ADD COLUMN round INTEGER CHECK (round IS NULL OR round >= 1);
