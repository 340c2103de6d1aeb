-- +goose Up

-- Rates of bits are held against those of bytes, and claims of an engine against those that
-- state none: what those that were stored before claim is another thing now, and is written
-- when they are read again.
UPDATE specs SET claim = '' WHERE normalized_unit = 'bit/s' OR json_extract(conditions, '$.engine') IS NOT NULL;
