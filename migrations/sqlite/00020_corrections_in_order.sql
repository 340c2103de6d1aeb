-- +goose Up

-- A page of corrections is read without the rest of them.
CREATE INDEX corrections_in_order ON corrections (path, line, id, action);
