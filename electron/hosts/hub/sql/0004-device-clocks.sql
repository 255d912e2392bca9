-- How far devices' clocks are from the hub's, as they told it: of the lines about one device the last counts.
CREATE TABLE casebook.device_clock (
  device uuid NOT NULL REFERENCES casebook.device,
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- Milliseconds ahead; below 0: behind; 0: right again.
  ahead bigint NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (device, number)
);
ALTER TABLE casebook.device_clock ENABLE ROW LEVEL SECURITY;
ALTER TABLE casebook.device_clock FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON casebook.device_clock TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY team ON casebook.device_clock FOR SELECT TO casebook_hub
USING (EXISTS (SELECT FROM casebook.device d WHERE d.id = device));
CREATE POLICY own ON casebook.device_clock FOR INSERT TO casebook_hub
WITH CHECK (device = (SELECT casebook.my_device()));
GRANT SELECT ON casebook.device_clock TO casebook_hub;
GRANT INSERT (device, ahead) ON casebook.device_clock TO casebook_hub;
