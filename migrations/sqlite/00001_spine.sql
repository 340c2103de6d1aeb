-- +goose Up

-- Documents and entries have an integer number of their own beside the id that
-- the world knows: rows refer to each other by number, which keeps the indexes
-- small. Columns that lists filter by stand before the long texts, so that a
-- scan need not follow a row onto its overflow pages.

-- Every time that a database is opened for writing is a session. Whatever is
-- kept beside it, an index or an answer that a browser remembers, was made in
-- one: a database that another one, or an older copy, has taken the place of
-- does not know the session, or ended it earlier, although the numbers of its
-- feed look alike.
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    token  TEXT    NOT NULL UNIQUE,
    began  INTEGER NOT NULL -- the feed's last sequence at the time
) STRICT;

-- What is done once for a database.
CREATE TABLE done (
    what TEXT PRIMARY KEY
) STRICT;

CREATE TABLE documents (
    number            INTEGER PRIMARY KEY,
    id                TEXT    NOT NULL UNIQUE,
    collection        TEXT    NOT NULL,
    path              TEXT    NOT NULL,
    root              TEXT    NOT NULL,
    put_before        TEXT    NOT NULL, -- what path has and the file's own path has not
    title             TEXT    NOT NULL,
    sha256            TEXT    NOT NULL,
    text_sha256       TEXT    NOT NULL,
    text_of           TEXT    NOT NULL,
    bytes             INTEGER NOT NULL,
    language          TEXT    NOT NULL,
    licence           TEXT    NOT NULL,
    source_url        TEXT    NOT NULL,
    author            TEXT    NOT NULL,
    date              TEXT    NOT NULL,
    fingerprint       TEXT    NOT NULL,
    lines_entry       INTEGER NOT NULL,
    lines_structure   INTEGER NOT NULL,
    lines_furniture   INTEGER NOT NULL,
    lines_prose       INTEGER NOT NULL,
    lines_unaccounted INTEGER NOT NULL,
    ingested_at       INTEGER NOT NULL, -- microseconds since 1970, UTC
    digest            BLOB    NOT NULL, -- of every column but number and ingested_at
    report            TEXT    NOT NULL, -- JSON: what the columns above do not hold of it
    UNIQUE (collection, path)
) STRICT;

CREATE INDEX documents_in_order ON documents (path, id);

CREATE TABLE contents (
    document INTEGER PRIMARY KEY REFERENCES documents (number) ON DELETE CASCADE,
    text     BLOB NOT NULL,
    original BLOB -- NULL where text is the file itself
) STRICT;

-- Every question that ever was has one slot, for good: random draws permute
-- the slots, and a question that comes back takes its old place.
CREATE TABLE slots (
    slot     INTEGER PRIMARY KEY,
    question TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE questions (
    number            INTEGER PRIMARY KEY REFERENCES slots (slot),
    id                TEXT    NOT NULL UNIQUE,
    document          INTEGER NOT NULL REFERENCES documents (number),
    path              TEXT    NOT NULL, -- the document's, so that a list is a walk along an index
    line_start        INTEGER NOT NULL,
    line_end          INTEGER NOT NULL,
    byte_start        INTEGER NOT NULL,
    byte_end          INTEGER NOT NULL,
    difficulty        TEXT,             -- NULL where nobody knows
    difficulty_source TEXT    NOT NULL,
    confidence        REAL    NOT NULL,
    style             TEXT    NOT NULL,
    answered          INTEGER NOT NULL,
    digest            BLOB    NOT NULL, -- of all that is stored of the entry, and the document's title
    topics            TEXT    NOT NULL, -- JSON, in order
    heading           TEXT    NOT NULL, -- JSON
    context           TEXT    NOT NULL, -- JSON
    text              TEXT    NOT NULL,
    answer            TEXT    NOT NULL
) STRICT;

CREATE INDEX questions_in_order ON questions (path, line_start, id);
CREATE INDEX questions_of_document ON questions (document);

CREATE TABLE facts (
    number            INTEGER PRIMARY KEY,
    id                TEXT    NOT NULL UNIQUE,
    document          INTEGER NOT NULL REFERENCES documents (number),
    path              TEXT    NOT NULL,
    line_start        INTEGER NOT NULL,
    line_end          INTEGER NOT NULL,
    byte_start        INTEGER NOT NULL,
    byte_end          INTEGER NOT NULL,
    difficulty        TEXT,
    difficulty_source TEXT    NOT NULL,
    confidence        REAL    NOT NULL,
    subject_folded    TEXT    NOT NULL, -- lower case, for filters
    digest            BLOB    NOT NULL,
    topics            TEXT    NOT NULL,
    heading           TEXT    NOT NULL,
    context           TEXT    NOT NULL,
    subject           TEXT    NOT NULL,
    statement         TEXT    NOT NULL,
    citations         TEXT    NOT NULL  -- JSON
) STRICT;

CREATE INDEX facts_in_order ON facts (path, line_start, id);
CREATE INDEX facts_of_document ON facts (document);

-- A spec carries its device and attribute as its own document's extraction saw
-- them, so that no document's specs depend on the order of ingestion.
CREATE TABLE specs (
    number               INTEGER PRIMARY KEY,
    id                   TEXT    NOT NULL UNIQUE,
    document             INTEGER NOT NULL REFERENCES documents (number),
    path                 TEXT    NOT NULL,
    line_start           INTEGER NOT NULL,
    line_end             INTEGER NOT NULL,
    byte_start           INTEGER NOT NULL,
    byte_end             INTEGER NOT NULL,
    difficulty           TEXT,
    difficulty_source    TEXT    NOT NULL,
    confidence           REAL    NOT NULL,
    device_id            TEXT    NOT NULL,
    device_name          TEXT    NOT NULL,
    device_written       TEXT    NOT NULL,
    vendor               TEXT    NOT NULL,
    class                TEXT    NOT NULL,
    family               TEXT    NOT NULL,
    device_discovered    INTEGER NOT NULL,
    attribute_id         TEXT    NOT NULL,
    attribute_name       TEXT    NOT NULL,
    attribute_written    TEXT    NOT NULL,
    attribute_kind       TEXT    NOT NULL,
    attribute_unit       TEXT    NOT NULL,
    attribute_discovered INTEGER NOT NULL,
    conditions           TEXT    NOT NULL, -- JSON object, keys sorted
    value_text           TEXT    NOT NULL,
    value_min            REAL,             -- NULL where the bound is open
    value_max            REAL,
    value_unit           TEXT    NOT NULL,
    qualifier            TEXT    NOT NULL,
    normalized_min       REAL,             -- in normalized_unit, a base unit
    normalized_max       REAL,
    normalized_unit      TEXT    NOT NULL, -- '' where the unit is unknown
    digest               BLOB    NOT NULL,
    topics               TEXT    NOT NULL,
    heading              TEXT    NOT NULL,
    context              TEXT    NOT NULL
) STRICT;

CREATE INDEX specs_in_order ON specs (path, line_start, id);
CREATE INDEX specs_of_document ON specs (document);
CREATE INDEX specs_of_device ON specs (device_id, attribute_id);

CREATE TABLE passages (
    number            INTEGER PRIMARY KEY,
    id                TEXT    NOT NULL UNIQUE,
    document          INTEGER NOT NULL REFERENCES documents (number),
    path              TEXT    NOT NULL,
    line_start        INTEGER NOT NULL,
    line_end          INTEGER NOT NULL,
    byte_start        INTEGER NOT NULL,
    byte_end          INTEGER NOT NULL,
    difficulty        TEXT,
    difficulty_source TEXT    NOT NULL,
    confidence        REAL    NOT NULL,
    digest            BLOB    NOT NULL,
    topics            TEXT    NOT NULL,
    heading           TEXT    NOT NULL,
    context           TEXT    NOT NULL,
    text              TEXT    NOT NULL
) STRICT;

CREATE INDEX passages_in_order ON passages (path, line_start, id);
CREATE INDEX passages_of_document ON passages (document);

-- The topics once more, one row each, for filters and counts. Triggers write
-- them, so that they cannot say anything else than the entry's own column.
-- Entries are inserted and deleted, never updated.

CREATE TABLE question_topics (
    number INTEGER NOT NULL REFERENCES questions (number) ON DELETE CASCADE,
    topic  TEXT    NOT NULL,
    PRIMARY KEY (number, topic)
) STRICT, WITHOUT ROWID;

CREATE INDEX question_topics_by_topic ON question_topics (topic, number);

CREATE TABLE fact_topics (
    number INTEGER NOT NULL REFERENCES facts (number) ON DELETE CASCADE,
    topic  TEXT    NOT NULL,
    PRIMARY KEY (number, topic)
) STRICT, WITHOUT ROWID;

CREATE INDEX fact_topics_by_topic ON fact_topics (topic, number);

CREATE TABLE spec_topics (
    number INTEGER NOT NULL REFERENCES specs (number) ON DELETE CASCADE,
    topic  TEXT    NOT NULL,
    PRIMARY KEY (number, topic)
) STRICT, WITHOUT ROWID;

CREATE INDEX spec_topics_by_topic ON spec_topics (topic, number);

CREATE TABLE passage_topics (
    number INTEGER NOT NULL REFERENCES passages (number) ON DELETE CASCADE,
    topic  TEXT    NOT NULL,
    PRIMARY KEY (number, topic)
) STRICT, WITHOUT ROWID;

CREATE INDEX passage_topics_by_topic ON passage_topics (topic, number);

-- +goose StatementBegin
CREATE TRIGGER question_topics_follow AFTER INSERT ON questions BEGIN
    INSERT OR IGNORE INTO question_topics (number, topic) SELECT new.number, value FROM json_each(new.topics);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER fact_topics_follow AFTER INSERT ON facts BEGIN
    INSERT OR IGNORE INTO fact_topics (number, topic) SELECT new.number, value FROM json_each(new.topics);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER spec_topics_follow AFTER INSERT ON specs BEGIN
    INSERT OR IGNORE INTO spec_topics (number, topic) SELECT new.number, value FROM json_each(new.topics);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER passage_topics_follow AFTER INSERT ON passages BEGIN
    INSERT OR IGNORE INTO passage_topics (number, topic) SELECT new.number, value FROM json_each(new.topics);
END;
-- +goose StatementEnd

-- The feed: one row per entry or document, replaced on change, so that it grows
-- with what exists and existed, not with how often it changed. A new row always
-- has the highest sequence.
CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY,
    kind     TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    op       TEXT    NOT NULL CHECK (op IN ('put', 'delete')),
    at       INTEGER NOT NULL, -- microseconds since 1970, UTC
    UNIQUE (kind, id)
) STRICT;
