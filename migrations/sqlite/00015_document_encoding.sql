-- +goose Up

-- The encoding that a document's file is in, as the WHATWG names it.
ALTER TABLE documents ADD COLUMN encoding TEXT NOT NULL DEFAULT 'utf-8';
