-- +goose Up

-- Who may call. A key is found by its id and known by the hash of its secret,
-- which is kept nowhere. A revoked key stays, so that its owner is told.
CREATE TABLE keys (
    id        TEXT    PRIMARY KEY,
    name      TEXT    NOT NULL,
    scope     TEXT    NOT NULL,
    hash      BLOB    NOT NULL, -- SHA-256
    created   INTEGER NOT NULL, -- microseconds since 1970, UTC, like the others
    expires   INTEGER,
    last_used INTEGER,
    revoked   INTEGER
) STRICT, WITHOUT ROWID;
