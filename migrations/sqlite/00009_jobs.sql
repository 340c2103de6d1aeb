-- +goose Up

-- Work that was accepted and is done later, in the order of its numbers. What is
-- to be done and what came of it are JSON: nothing is looked for in them.
CREATE TABLE jobs (
    number      INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    kind        TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    attempts    INTEGER NOT NULL,
    created_at  INTEGER NOT NULL, -- microseconds since 1970, UTC
    started_at  INTEGER NOT NULL, -- likewise, 0 for never
    finished_at INTEGER NOT NULL, -- likewise
    task        TEXT    NOT NULL, -- JSON: with the names of the files that wait
    outcome     TEXT    NOT NULL, -- JSON, '' as long as nothing came of it
    error_code  TEXT    NOT NULL, -- '' for none
    error       TEXT    NOT NULL
) STRICT;

CREATE INDEX jobs_open ON jobs (number) WHERE state IN ('queued', 'running');

-- A request that is sent again under the key of an earlier one is that one's job.
CREATE TABLE job_keys (
    key        TEXT PRIMARY KEY,
    request    TEXT    NOT NULL, -- a hash of what was asked
    job        INTEGER NOT NULL REFERENCES jobs (number) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX job_keys_of ON job_keys (job);
CREATE INDEX job_keys_in_time ON job_keys (created_at);
