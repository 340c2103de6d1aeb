-- +goose Up

-- One unit of a number's last written digit, and what a reader should know of
-- the number. Entries that were stored before say neither.
ALTER TABLE specs ADD COLUMN value_step REAL NOT NULL DEFAULT 0;
ALTER TABLE specs ADD COLUMN notes      TEXT NOT NULL DEFAULT '[]'; -- JSON

-- The id that a conflict over this claim has: specs that have it in common speak
-- of the same thing, and may disagree. '' for a claim without a number, and for
-- those that were stored before and not read again since.
ALTER TABLE specs ADD COLUMN claim TEXT NOT NULL DEFAULT '';

CREATE INDEX specs_of_claim ON specs (claim);

-- Who reads a device's claims also wants those of its SKUs.
CREATE INDEX specs_of_family ON specs (family, device_id) WHERE family <> '';

-- What follows the feed inside of this database, and how far it has come. A row
-- changes together with what it is the cursor of.
CREATE TABLE derivations (
    name    TEXT    PRIMARY KEY,
    version TEXT    NOT NULL, -- of all that decides the outcome besides the entries
    cursor  INTEGER NOT NULL  -- the last change that was read
) STRICT;

-- Conflicts are derived from the specs: they could be dropped and made anew.
CREATE TABLE conflicts (
    id           TEXT    PRIMARY KEY,
    device_id    TEXT    NOT NULL,
    attribute_id TEXT    NOT NULL,
    conditions   TEXT    NOT NULL, -- JSON object, keys sorted
    unit         TEXT    NOT NULL,
    ratio        REAL    NOT NULL,
    hint         TEXT    NOT NULL,
    claims       INTEGER NOT NULL  -- rows below
) STRICT;

CREATE INDEX conflicts_in_order ON conflicts (device_id, id);

-- A claim goes by the spec's id, which outlives its row: until a deletion is
-- derived, whoever reads joins the specs and sees those that are there.
CREATE TABLE conflict_claims (
    spec     TEXT PRIMARY KEY,
    conflict TEXT NOT NULL REFERENCES conflicts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX conflict_claims_of ON conflict_claims (conflict, spec);
