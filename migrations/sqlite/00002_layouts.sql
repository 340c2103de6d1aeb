-- +goose Up

-- What a multiple-choice question offers, in the order of its source. It
-- stands last: no list is filtered by it.
ALTER TABLE questions ADD COLUMN choices TEXT NOT NULL DEFAULT '[]'; -- JSON

-- Ingest asks for every new document whether the same bytes are stored under
-- another path, for every file which documents it carried, and at its start
-- which pipelines read what is stored.
CREATE INDEX documents_of_bytes ON documents (sha256, collection, path);
CREATE INDEX documents_of_root ON documents (root, path);
CREATE INDEX documents_of_fingerprint ON documents (fingerprint);
