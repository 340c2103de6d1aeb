package sqlite

import (
	"context"
	"database/sql"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// ofLinks names the derivation of what answers questions.
const ofLinks = "links"

// LinksDerived returns how far a version of the derivation has come: to no change
// where another one came before, and to the last one where nothing behind the
// last that it read is about an entry. The id is that of the question that was the
// last of those that are asked again in turn.
func (s *Store) LinksDerived(ctx context.Context, version string) (quarry.Derived, quarry.QuestionID, error) {
	var derived quarry.Derived
	var last quarry.QuestionID
	var behind bool
	const query = `SELECT (` + db.SelectRevision + `), coalesce(d.cursor, 0), coalesce(d.last, ''),
		EXISTS (SELECT 1 FROM changes c WHERE c.sequence > coalesce(d.cursor, 0) AND c.kind IN ('question', 'fact', 'spec', 'passage'))
		FROM (SELECT 1) LEFT JOIN derivations d ON d.name = ? AND d.version = ?`
	err := s.db.Reader.QueryRowContext(ctx, query, ofLinks, version).Scan(&derived.Revision, &derived.Cursor, &last, &behind)
	if !behind {
		derived.Cursor = derived.Revision
	}
	return derived, last, db.Wrap(db.Explain(err), "read how far links are derived")
}

// LinksBehind returns how many changes of entries no version of the derivation has
// read.
func (s *Store) LinksBehind(ctx context.Context) (int, error) {
	const query = `SELECT count(*) FROM changes WHERE kind IN ('question', 'fact', 'spec', 'passage')
		AND sequence > coalesce((SELECT max(cursor) FROM derivations WHERE name = ?), 0)`
	var behind int
	err := s.db.Reader.QueryRowContext(ctx, query, ofLinks).Scan(&behind)
	return behind, db.Wrap(db.Explain(err), "count what links are behind")
}

// LinkAnswers writes what answers some questions best, in place of what was known
// of them, in one transaction: only what differs, with the rows in the feed of the
// questions that it differs for. A question that is open no more is passed over.
// Cursor is the store's revision before, Revision the one behind; what is counted
// are questions.
func (s *Store) LinkAnswers(ctx context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error) {
	var derived quarry.Derived
	err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		before, err := answersBefore(ctx, tx, linked)
		if err == nil {
			derived, err = s.link(ctx, tx, linked, before)
		}
		return err
	})
	return derived, db.Wrap(err, "link %d questions", len(linked))
}

// EndLinks notes how far a version of the derivation has come, and which question was the
// last of those that are asked again in turn. It forgets what answered those of the
// questions that changed behind the cursor before which are open no more: these tell
// themselves what they are.
func (s *Store) EndLinks(ctx context.Context, version string, cursor quarry.Sequence, last quarry.QuestionID) error {
	err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		const forget = `DELETE FROM best_answers WHERE question IN (SELECT c.id FROM changes c
				WHERE c.kind = 'question' AND c.sequence > coalesce((` + db.SelectCursor + `), 0))
			AND NOT EXISTS (SELECT 1 FROM questions e WHERE e.id = best_answers.question AND ` + entries.IsOpen + `)`
		if _, err := tx.ExecContext(ctx, forget, ofLinks, version); err != nil {
			return err
		}
		const note = `INSERT OR REPLACE INTO derivations (name, version, cursor, last) VALUES (?, ?, ?, ?)`
		_, err := tx.ExecContext(ctx, note, ofLinks, version, int64(cursor), string(last))
		return err
	})
	return db.Wrap(err, "note how far links are derived")
}

// answersBefore reads what is known to answer those of some questions that are open.
func answersBefore(
	ctx context.Context, tx *sql.Tx, linked []quarry.LinkedQuestion,
) (map[quarry.QuestionID][]entries.StoredAnswer, error) {
	ids := make([]quarry.QuestionID, len(linked))
	for i, one := range linked {
		ids[i] = one.ID
	}
	const query = `SELECT e.id, coalesce((SELECT ` + entries.AnswerObjects + ` FROM best_answers b WHERE b.question = e.id), '[]')
		FROM json_each(?) wanted CROSS JOIN questions e WHERE e.id = wanted.value AND ` + entries.IsOpen
	before := map[quarry.QuestionID][]entries.StoredAnswer{}
	return before, db.Each(ctx, tx, func(scan db.ScanFunc) error {
		var id quarry.QuestionID
		var text string
		err := scan(&id, &text)
		if err == nil {
			before[id], err = entries.DecodeAnswers(text)
		}
		return err
	}, query, db.JSONList(ids))
}

// link writes what differs from before.
func (s *Store) link(
	ctx context.Context, tx *sql.Tx, linked []quarry.LinkedQuestion, known map[quarry.QuestionID][]entries.StoredAnswer,
) (quarry.Derived, error) {
	var derived quarry.Derived
	if err := tx.QueryRowContext(ctx, db.SelectRevision).Scan(&derived.Cursor); err != nil {
		return derived, err
	}
	derived.Revision = derived.Cursor
	var news db.News
	var changed []quarry.QuestionID
	var rows [][]any
	for _, one := range linked {
		now := entries.StoredAnswers(one.BestAnswers)
		before, open := known[one.ID]
		if !open || slices.Equal(now, before) {
			continue
		}
		switch {
		case len(before) == 0:
			derived.Added++
		case len(now) == 0:
			derived.Removed++
		default:
			derived.Changed++
		}
		changed = append(changed, one.ID)
		news.Add(quarry.OpPut, quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(one.ID)})
		for _, a := range now {
			rows = append(rows, []any{one.ID, a.Rank, a.Kind, a.ID, a.Score, a.Title, a.Snippet})
		}
	}
	if len(changed) == 0 {
		return derived, nil
	}
	const remove = `DELETE FROM best_answers WHERE question IN (SELECT value FROM json_each(?))`
	if _, err := tx.ExecContext(ctx, remove, db.JSONList(changed)); err != nil {
		return derived, err
	}
	const insert = `INSERT INTO best_answers (question, rank, kind, id, score, title, snippet)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`
	if err := writeAll(ctx, tx, insert, rows); err != nil {
		return derived, err
	}
	derived.Revision += quarry.Sequence(len(changed))
	return derived, s.db.Record(ctx, tx, news)
}
