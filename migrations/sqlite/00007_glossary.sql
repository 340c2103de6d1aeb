-- +goose Up

-- What entries say that short forms stand for, each as its own entry has it:
-- derived, like conflicts, and made anew from the entries where it is lost. A row
-- goes by the entry's id and never keeps it alive: reads join.
CREATE TABLE abbreviations (
    kind       TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    short      TEXT    NOT NULL,
    long       TEXT    NOT NULL,
    spelled    INTEGER NOT NULL, -- the letters of the one begin the words of the other
    line_start INTEGER NOT NULL, -- where it stands: above the entry, where only a title has it
    line_end   INTEGER NOT NULL,
    PRIMARY KEY (kind, id, short, long)
) STRICT, WITHOUT ROWID;
