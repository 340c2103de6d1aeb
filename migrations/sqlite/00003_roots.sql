-- +goose Up

-- Whose documents a file carried is asked for every file that is read.
CREATE INDEX documents_of_root ON documents (root, path);
