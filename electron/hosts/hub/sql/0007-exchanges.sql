-- When each device last exchanged: one row a device, which its own requests bring up to date.
CREATE TABLE casebook.device_exchange (
  device uuid PRIMARY KEY REFERENCES casebook.device,
  exchanged_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE casebook.device_exchange ENABLE ROW LEVEL SECURITY;
ALTER TABLE casebook.device_exchange FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON casebook.device_exchange TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY team ON casebook.device_exchange FOR SELECT TO casebook_hub
USING (EXISTS (SELECT FROM casebook.device d WHERE d.id = device));
GRANT SELECT ON casebook.device_exchange TO casebook_hub;

-- Notes that the device of this transaction exchanges now. The hub's role changes no row by itself; more often than once a
-- minute nothing is written.
CREATE FUNCTION casebook.note_exchange() RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO casebook.device_exchange AS e (device) SELECT d.id FROM casebook.device() d WHERE d.id IS NOT NULL
  ON CONFLICT (device) DO UPDATE SET exchanged_at = now() WHERE e.exchanged_at < now() - interval '1 minute'
$$;
REVOKE ALL ON FUNCTION casebook.note_exchange FROM PUBLIC;
GRANT EXECUTE ON FUNCTION casebook.note_exchange TO casebook_hub;
