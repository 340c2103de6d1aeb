-- +goose Up

-- What a question asks, in a form that is equal for questions which ask the same;
-- '' for one that is like no other, and for those that were stored before and not
-- read again since. Of the questions that ask the same one leads: it is listed,
-- drawn and in the feed, and stands for all of them.
ALTER TABLE questions ADD COLUMN asks  TEXT    NOT NULL DEFAULT '';
ALTER TABLE questions ADD COLUMN leads INTEGER NOT NULL DEFAULT 1;

-- Where it comes in random draws: a slot of all that ask the same, which stays
-- when another one leads, or the question's own.
ALTER TABLE questions ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE questions SET place = number;

-- The first of those that ask the same is the one that leads.
CREATE INDEX questions_asking ON questions
    (asks, answered DESC, (difficulty_source = 'stated') DESC, path, line_start, id) WHERE asks <> '';
CREATE UNIQUE INDEX questions_leading ON questions (asks) WHERE leads = 1 AND asks <> '';
CREATE INDEX questions_at_place ON questions (place) WHERE leads = 1;

DROP INDEX questions_in_order;
CREATE INDEX questions_in_order ON questions (path, line_start, id) WHERE leads = 1;
