-- +goose Up

-- Attempts that ended the program, or ended for a reason that is not known.
ALTER TABLE jobs ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;

-- Jobs whose files are kept: those that have not ended, and those that were given up.
DROP INDEX jobs_open;
CREATE INDEX jobs_kept ON jobs (number) WHERE state IN ('queued', 'running', 'waiting', 'given_up');
