-- +goose Up

-- What people say of entries beside their sources. Questions, facts, specs and passages stand
-- in their tables as these corrections have them; what is hidden stands in none. A row goes by
-- the entry's id and its document's, which outlive the rows of both.
CREATE TABLE corrections (
    id         TEXT    NOT NULL, -- of the entry
    action     TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- of the entry
    document   TEXT    NOT NULL,
    path       TEXT    NOT NULL,
    line       INTEGER NOT NULL,
    lapsed     INTEGER NOT NULL, -- nothing comes of it: the entry is gone, or its bytes are others
    correction TEXT    NOT NULL, -- JSON
    original   TEXT    NOT NULL, -- the entry as its document has it, JSON; '' where that is not known
    PRIMARY KEY (document, id, action)
) STRICT, WITHOUT ROWID;

CREATE INDEX corrections_of_entry ON corrections (id);
