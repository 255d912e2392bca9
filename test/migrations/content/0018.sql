-- A guideline for the second round alone.
UPDATE guideline SET round = 2;
