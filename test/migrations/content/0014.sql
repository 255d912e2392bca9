-- A generated item between whose raters somebody has to decide.
UPDATE validation_state SET outcome = 'disputed';
