-- +goose Up

-- The topics that a document brought, which no lexicon has: a list of ids and names.
ALTER TABLE documents ADD COLUMN topics TEXT NOT NULL DEFAULT '[]';
