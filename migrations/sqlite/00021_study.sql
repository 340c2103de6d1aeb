-- +goose Up

-- How learners get on with questions. Rows go by the learner's name and the question's id, which
-- outlive the rows of the questions: a card whose question is not stored waits for it.
CREATE TABLE learners (
    name            TEXT    PRIMARY KEY,
    retention       REAL    NOT NULL,
    new_per_day     INTEGER NOT NULL,
    reviews_per_day INTEGER NOT NULL,
    timezone        TEXT    NOT NULL,
    day_begins      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A card is of the question that leads those that ask the same. Without a row a question is new.
CREATE TABLE cards (
    learner        TEXT    NOT NULL REFERENCES learners (name) ON DELETE CASCADE,
    question       TEXT    NOT NULL,
    slot           INTEGER NOT NULL REFERENCES slots (slot), -- the question's
    state          TEXT    NOT NULL,
    due            INTEGER NOT NULL, -- microseconds since 1970, UTC, like the others
    stability      REAL    NOT NULL,
    difficulty     REAL    NOT NULL,
    reps           INTEGER NOT NULL,
    lapses         INTEGER NOT NULL,
    last_review    INTEGER,
    step           INTEGER NOT NULL,
    scheduled_days INTEGER NOT NULL,
    suspended      INTEGER NOT NULL,
    buried_until   INTEGER,
    quote          TEXT    NOT NULL, -- the hash of what the source said at the last review; '' where that is not known
    changed        INTEGER,          -- since when the source says something else
    PRIMARY KEY (learner, question)
) STRICT, WITHOUT ROWID;

CREATE INDEX cards_in_queue ON cards (learner, state, due, slot, suspended, buried_until);
CREATE INDEX cards_changed ON cards (learner, changed) WHERE changed IS NOT NULL;
CREATE INDEX cards_buried ON cards (learner, buried_until) WHERE buried_until IS NOT NULL;
CREATE INDEX cards_of_question ON cards (question, quote);
CREATE INDEX cards_of_quote ON cards (quote);

-- The history, from which the schedules of the cards come. A review that was undone stays, so
-- that its id is not taken for another one.
CREATE TABLE reviews (
    number   INTEGER PRIMARY KEY,
    learner  TEXT    NOT NULL REFERENCES learners (name) ON DELETE CASCADE,
    id       TEXT    NOT NULL,
    question TEXT    NOT NULL,
    rating   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    took     INTEGER NOT NULL, -- milliseconds
    state    TEXT    NOT NULL, -- of the card before
    undone   INTEGER,
    verdict  TEXT    NOT NULL, -- '' where there is none
    answer   TEXT    NOT NULL, -- likewise
    before   TEXT    NOT NULL, -- the card's schedule and quote, JSON
    after    TEXT    NOT NULL, -- likewise
    UNIQUE (learner, id)
) STRICT;

CREATE INDEX reviews_in_time ON reviews (learner, at, number) WHERE undone IS NULL;
CREATE INDEX reviews_of_card ON reviews (question, learner, at, number);

-- What sources said when they were reviewed, once for all learners.
CREATE TABLE quotes (
    hash TEXT PRIMARY KEY,
    text BLOB NOT NULL
) STRICT, WITHOUT ROWID;
