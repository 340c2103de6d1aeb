-- +goose Up

-- Which questions an entry is an answer to, for when it changes or goes.
CREATE INDEX best_answers_of ON best_answers (id);

-- Behind which question others are asked again next, of a derivation that goes round.
ALTER TABLE derivations ADD COLUMN last TEXT NOT NULL DEFAULT '';
