-- +goose Up

-- What a multiple-choice question offers, in the order of its source. It
-- stands last: no list is filtered by it.
ALTER TABLE questions ADD COLUMN choices TEXT NOT NULL DEFAULT '[]'; -- JSON
