-- +goose Up

-- How likely it is that the source states the spec so. The column confidence is that of the
-- difficulty, as it is in the tables of the other entries. What was read before is taken as it
-- was until then: as certain.
ALTER TABLE specs ADD COLUMN claim_confidence REAL NOT NULL DEFAULT 1;
