-- +goose Up

-- What answers the questions that have no answer of their own: derived, like
-- conflicts, and found anew where it is lost. Both ends go by their ids, which
-- outlive their rows: whoever reads joins the entries and sees those that are
-- there. A question without a row is a gap.
CREATE TABLE best_answers (
    question TEXT    NOT NULL,
    rank     INTEGER NOT NULL, -- from 1
    kind     TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    score    REAL    NOT NULL, -- 0 to 1
    title    TEXT    NOT NULL,
    snippet  TEXT    NOT NULL, -- HTML, escaped
    PRIMARY KEY (question, rank)
) STRICT, WITHOUT ROWID;

-- The questions for which an answer is looked for are few among many.
CREATE INDEX questions_open ON questions (id) WHERE leads = 1 AND answered = 0;
