-- +goose Up

-- Vectors follow the feed like an index that is kept elsewhere: they could be
-- dropped and made anew. A generation is all of one embedder; one that does not
-- serve is being filled, or is what an interruption left.
CREATE TABLE embeddings (
    number   INTEGER PRIMARY KEY,
    embedder TEXT    NOT NULL, -- '' for one that abstains from everything
    dim      INTEGER NOT NULL,
    model    BLOB    NOT NULL, -- what a trained embedder has learnt
    trained  INTEGER NOT NULL, -- entries that the model was trained on
    changed  INTEGER NOT NULL, -- texts that are others since then
    cursor   INTEGER NOT NULL, -- the last change that was read
    session  TEXT    NOT NULL, -- in which it was read
    serving  INTEGER NOT NULL
) STRICT;

-- A row goes by the entry's id and never keeps it alive: it is deleted when the
-- feed says so.
CREATE TABLE vectors (
    embedding INTEGER NOT NULL REFERENCES embeddings (number),
    kind      TEXT    NOT NULL,
    id        TEXT    NOT NULL,
    vector    BLOB    NOT NULL, -- float32, little endian; empty where the embedder abstained
    about     BLOB    NOT NULL, -- what filters need, in the index's own writing
    PRIMARY KEY (embedding, kind, id)
) STRICT, WITHOUT ROWID;
