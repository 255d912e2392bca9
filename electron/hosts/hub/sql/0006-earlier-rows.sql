-- What devices sent before the hub kept the roles of a sender, and what it would refuse today: listed for curators.

-- A hub that began later has no such rows: the index is empty there, and the list costs nothing.
CREATE INDEX document_earlier ON casebook.document (casebook, device, tab, id) WHERE roles IS NULL;
-- A device that may not read the list of rights gets no rows from the query over it.
CREATE POLICY curate ON casebook.may_write FOR SELECT TO casebook_hub USING ((SELECT casebook.i_curate()));
GRANT SELECT ON casebook.may_write TO casebook_hub;
