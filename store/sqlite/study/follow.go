package study

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Studied returns those of some questions that somebody has a card of, each with its answer. It
// is a single look where nobody has a card.
func Studied(ctx context.Context, tx *sql.Tx, ids []quarry.QuestionID) (map[quarry.QuestionID]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	const query = `SELECT e.id, e.answer FROM questions e WHERE e.id IN (SELECT value FROM json_each(?))
		AND EXISTS (SELECT 1 FROM cards) AND EXISTS (SELECT 1 FROM cards c WHERE c.question = e.id)`
	studied, err := db.Pairs[quarry.QuestionID, string](ctx, tx, query, db.JSONList(ids))
	return studied, db.Wrap(err, "look for cards")
}

const selectWaiting = `SELECT DISTINCT c.quote, c.question FROM json_each(?) wanted CROSS JOIN cards c ON c.quote = wanted.value
	WHERE NOT EXISTS (SELECT 1 FROM questions e WHERE e.id = c.question) ORDER BY 1, 2`

// Waiting returns, of some quotes by their hashes, the questions that cards were made of whose
// sources said so, and that are stored no more.
func Waiting(ctx context.Context, tx *sql.Tx, hashes []string) (map[string][]quarry.QuestionID, error) {
	if len(hashes) == 0 {
		return nil, nil
	}
	waiting := map[string][]quarry.QuestionID{}
	err := db.Each(ctx, tx, func(scan db.ScanFunc) error {
		var hash string
		var id quarry.QuestionID
		err := scan(&hash, &id)
		waiting[hash] = append(waiting[hash], id)
		return err
	}, selectWaiting, db.JSONList(hashes))
	return waiting, db.Wrap(err, "look for cards that wait")
}

// Any reports whether anybody has a card.
func Any(ctx context.Context, tx *sql.Tx) (bool, error) {
	var is bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM cards)`).Scan(&is)
	return is, db.Wrap(err, "look for cards")
}

// Move makes the cards and reviews of a question those of another one. Of two cards of a
// learner the one that was reviewed last stays.
func Move(ctx context.Context, tx *sql.Tx, from, to quarry.QuestionID) error {
	slot, err := slotOf(ctx, tx, to)
	if err != nil {
		return err
	}
	const isOlder = `DELETE FROM cards WHERE question = ?1 AND EXISTS (SELECT 1 FROM cards k WHERE k.learner = cards.learner
		AND k.question = ?2 AND coalesce(k.last_review, 0) `
	for _, step := range []struct {
		statement string
		args      []any
	}{
		{isOlder + `>= coalesce(cards.last_review, 0))`, []any{string(from), string(to)}},
		{isOlder + `> coalesce(cards.last_review, 0))`, []any{string(to), string(from)}},
		{`UPDATE cards SET question = ?2, slot = ?3 WHERE question = ?1`, []any{string(from), string(to), slot}},
		{`UPDATE reviews SET question = ?2 WHERE question = ?1`, []any{string(from), string(to)}},
	} {
		if _, err := tx.ExecContext(ctx, step.statement, step.args...); err != nil {
			return db.Wrap(err, "move the cards of %q to %q", from, to)
		}
	}
	return nil
}

// Requote notes what the sources of some questions say as what was reviewed of them: they are
// quoted from elsewhere than before, or read in another way, and nobody has edited them.
func Requote(ctx context.Context, tx *sql.Tx, now map[quarry.QuestionID]quarry.Quote) error {
	studied, err := among(ctx, tx, now)
	if err != nil {
		return err
	}
	const note = `UPDATE cards SET quote = ?2 WHERE question = ?1 AND quote <> ?2 AND quote <> '' AND changed IS NULL`
	for _, id := range studied {
		err := putQuote(ctx, tx, now[id])
		if err == nil {
			_, err = tx.ExecContext(ctx, note, string(id), now[id].Hash)
		}
		if err != nil {
			return db.Wrap(err, "note what %q quotes", id)
		}
	}
	return nil
}

const selectAmong = `SELECT DISTINCT c.question FROM json_each(?) wanted CROSS JOIN cards c ON c.question = wanted.value ORDER BY 1`

// among returns those of some questions that somebody has a card of.
func among(ctx context.Context, tx *sql.Tx, now map[quarry.QuestionID]quarry.Quote) ([]quarry.QuestionID, error) {
	studied, err := db.Collect(ctx, tx, db.ReadValue[quarry.QuestionID], selectAmong, db.JSONList(slices.Collect(maps.Keys(now))))
	return studied, db.Wrap(err, "look for cards")
}

// Compare holds the cards of some questions against what their sources say now. One whose
// source says something else than when it was reviewed is due at once, and keeps its
// memory; one whose source says that again is due when its last review said.
func Compare(ctx context.Context, tx *sql.Tx, now map[quarry.QuestionID]quarry.Quote, at time.Time) error {
	const (
		change = `UPDATE cards SET changed = ?3, due = min(due, ?3) WHERE question = ?1 AND quote <> ?2 AND quote <> ''
			AND changed IS NULL AND state <> 'new'`
		revert = `UPDATE cards SET changed = NULL, due = coalesce((SELECT r.after ->> 'due' FROM reviews r
				WHERE r.question = cards.question AND r.learner = cards.learner AND r.undone IS NULL
				ORDER BY r.at DESC, r.number DESC LIMIT 1), due)
			WHERE question = ?1 AND quote = ?2 AND changed IS NOT NULL`
	)
	studied, err := among(ctx, tx, now)
	if err != nil {
		return err
	}
	for _, id := range studied {
		if _, err := tx.ExecContext(ctx, change, string(id), now[id].Hash, at.UnixMicro()); err != nil {
			return db.Wrap(err, "note that the source of %q changed", id)
		}
		if _, err := tx.ExecContext(ctx, revert, string(id), now[id].Hash); err != nil {
			return db.Wrap(err, "note that the source of %q changed back", id)
		}
	}
	return nil
}
