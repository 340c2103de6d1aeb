-- +goose Up

-- Of questions that ask the same those that do not lead, and whose source says how hard they are:
-- one that leads and whose source does not say so is as hard as they are.
CREATE INDEX questions_lending ON questions (asks, path, line_start, id)
    WHERE asks <> '' AND leads = 0 AND difficulty_source = 'stated';
