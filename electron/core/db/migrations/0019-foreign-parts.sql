-- What a box or an image came with that Casebook carries without editing it. NULL: nothing.
ALTER TABLE region ADD COLUMN foreign_part TEXT CHECK (json_valid(foreign_part));
ALTER TABLE item_image ADD COLUMN foreign_part TEXT CHECK (json_valid(foreign_part));
