-- +goose Up

-- The first claims of a group are read without the rest of them, and what else is
-- claimed of a device is found by one step for each claim, however many make it.
DROP INDEX specs_of_claim;
CREATE INDEX specs_of_claim ON specs (claim, path, line_start);
DROP INDEX specs_of_device;
CREATE INDEX specs_of_device ON specs (device_id, attribute_id, claim);
