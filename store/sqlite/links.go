package sqlite

import (
	"context"
	"database/sql"
	"fmt"
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
	if err != nil {
		return derived, "", fmt.Errorf("read how far links are derived: %w", db.Explain(err))
	}
	if !behind {
		derived.Cursor = derived.Revision
	}
	return derived, last, nil
}

// LinksBehind returns how many changes of entries no version of the derivation has
// read.
func (s *Store) LinksBehind(ctx context.Context) (int, error) {
	const query = `SELECT count(*) FROM changes WHERE kind IN ('question', 'fact', 'spec', 'passage')
		AND sequence > coalesce((SELECT max(cursor) FROM derivations WHERE name = ?), 0)`
	var behind int
	if err := s.db.Reader.QueryRowContext(ctx, query, ofLinks).Scan(&behind); err != nil {
		return 0, fmt.Errorf("count what links are behind: %w", db.Explain(err))
	}
	return behind, nil
}

// LinkAnswers writes what answers some questions best, in place of what was known
// of them, in one transaction: only what differs, with the rows in the feed of the
// questions that it differs for. A question that is open no more is passed over.
// Cursor is the store's revision before, Revision the one behind; what is counted
// are questions.
func (s *Store) LinkAnswers(ctx context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error) {
	step := linking{linked: linked}
	err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		if err := step.read(ctx, tx); err != nil {
			return err
		}
		return step.write(ctx, s, tx)
	})
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("link %d questions: %w", len(linked), err)
	}
	return step.derived, nil
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
	if err != nil {
		return fmt.Errorf("note how far links are derived: %w", err)
	}
	return nil
}

// linking is one step of the derivation.
type linking struct {
	linked  []quarry.LinkedQuestion
	open    map[quarry.QuestionID]bool
	before  map[quarry.QuestionID][]entries.StoredAnswer
	derived quarry.Derived
}

// read reads what is known of the questions.
func (l *linking) read(ctx context.Context, tx *sql.Tx) error {
	l.open, l.before = map[quarry.QuestionID]bool{}, map[quarry.QuestionID][]entries.StoredAnswer{}
	ids := make([]quarry.QuestionID, len(l.linked))
	for i, one := range l.linked {
		ids[i] = one.ID
	}
	const query = `SELECT e.id, coalesce((SELECT ` + entries.AnswerObjects + ` FROM best_answers b WHERE b.question = e.id), '[]')
		FROM json_each(?) wanted CROSS JOIN questions e WHERE e.id = wanted.value AND ` + entries.IsOpen
	return db.Each(ctx, tx, func(scan db.ScanFunc) error {
		var id quarry.QuestionID
		var text string
		if err := scan(&id, &text); err != nil {
			return err
		}
		var err error
		l.open[id] = true
		l.before[id], err = entries.DecodeAnswers(text)
		return err
	}, query, db.JSONList(ids))
}

// write writes what differs.
func (l *linking) write(ctx context.Context, s *Store, tx *sql.Tx) error {
	if err := tx.QueryRowContext(ctx, db.SelectRevision).Scan(&l.derived.Cursor); err != nil {
		return err
	}
	var news db.News
	var changed []quarry.QuestionID
	var rows [][]any
	for _, one := range l.linked {
		now, before := entries.StoredAnswers(one.BestAnswers), l.before[one.ID]
		if !l.open[one.ID] || slices.Equal(now, before) {
			continue
		}
		l.count(len(before), len(now))
		changed = append(changed, one.ID)
		news.Add(quarry.OpPut, quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(one.ID)})
		for _, a := range now {
			rows = append(rows, []any{string(one.ID), a.Rank, string(a.Kind), string(a.ID), a.Score, a.Title, a.Snippet})
		}
	}
	l.derived.Revision = l.derived.Cursor
	if len(changed) == 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM best_answers WHERE question IN (SELECT value FROM json_each(?))`,
		db.JSONList(changed)); err != nil {
		return err
	}
	const insert = `INSERT INTO best_answers (question, rank, kind, id, score, title, snippet)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`
	if err := writeAll(ctx, tx, insert, rows); err != nil {
		return err
	}
	l.derived.Revision += quarry.Sequence(len(changed))
	return s.db.Record(ctx, tx, news)
}

// count counts a question that changes.
func (l *linking) count(before, now int) {
	switch {
	case before == 0:
		l.derived.Added++
	case now == 0:
		l.derived.Removed++
	default:
		l.derived.Changed++
	}
}
