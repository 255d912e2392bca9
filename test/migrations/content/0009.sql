-- Schema 9 keeps what there was in other tables, and brings nothing that could be filled.
SELECT 1 WHERE 0;
