package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
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
	const query = `SELECT (` + selectRevision + `), coalesce(d.cursor, 0), coalesce(d.last, ''),
		EXISTS (SELECT 1 FROM changes c WHERE c.sequence > coalesce(d.cursor, 0) AND c.kind IN ('question', 'fact', 'spec', 'passage'))
		FROM (SELECT 1) LEFT JOIN derivations d ON d.name = ? AND d.version = ?`
	err := s.reader.db.QueryRowContext(ctx, query, ofLinks, version).Scan(&derived.Revision, &derived.Cursor, &last, &behind)
	if err != nil {
		return derived, "", fmt.Errorf("read how far links are derived: %w", explain(err))
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
	if err := s.reader.db.QueryRowContext(ctx, query, ofLinks).Scan(&behind); err != nil {
		return 0, fmt.Errorf("count what links are behind: %w", explain(err))
	}
	return behind, nil
}

// OpenQuestions returns the next questions without an answer behind an id, by id,
// at most so many. Of those that ask the same it returns the one that leads, and
// none where one of them is answered.
func (s *Store) OpenQuestions(ctx context.Context, after quarry.QuestionID, most int) ([]quarry.Question, error) {
	if most < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "at least one question has to be asked for, not %d", most)
	}
	k := questions()
	k.live = isOpen
	open, err := collect(ctx, s.reader.db, k.read, k.selectBehind(), string(after), min(most, mostItems))
	if err != nil {
		return nil, fmt.Errorf("read questions without answers: %w", explain(err))
	}
	return open, nil
}

// OpenAmong returns those questions without an answer that are among some entries, or
// that one of these was found to answer, by id. It is as OpenQuestions in all else.
func (s *Store) OpenAmong(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Question, error) {
	k := questions()
	k.live = isOpen
	const concerned = `SELECT value FROM json_each(?1)
		UNION SELECT b.question FROM json_each(?1) w CROSS JOIN best_answers b WHERE b.id = w.value`
	ids := make([]quarry.EntryID, len(refs)) // which no two kinds share
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	open, err := collect(ctx, s.reader.db, k.read, k.selectAmong(concerned), jsonList(ids))
	if err != nil {
		return nil, fmt.Errorf("read questions that %d entries concern: %w", len(refs), explain(err))
	}
	return open, nil
}

// isOpen holds for a question e for which an answer is looked for.
const isOpen = "e.leads = 1 AND e.answered = 0"

// LinkAnswers writes what answers some questions best, in place of what was known
// of them, in one transaction: only what differs, with the rows in the feed of the
// questions that it differs for. A question that is open no more is passed over.
// Cursor is the store's revision before, Revision the one behind; what is counted
// are questions.
func (s *Store) LinkAnswers(ctx context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error) {
	step := linking{linked: linked}
	err := s.updateAside(ctx, func(tx *sql.Tx) error {
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
	err := s.updateAside(ctx, func(tx *sql.Tx) error {
		const forget = `DELETE FROM best_answers WHERE question IN (SELECT c.id FROM changes c
				WHERE c.kind = 'question' AND c.sequence > coalesce((` + selectCursor + `), 0))
			AND NOT EXISTS (SELECT 1 FROM questions e WHERE e.id = best_answers.question AND ` + isOpen + `)`
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
	before  map[quarry.QuestionID][]storedAnswer
	derived quarry.Derived
}

// read reads what is known of the questions.
func (l *linking) read(ctx context.Context, tx *sql.Tx) error {
	l.open, l.before = map[quarry.QuestionID]bool{}, map[quarry.QuestionID][]storedAnswer{}
	ids := make([]quarry.QuestionID, len(l.linked))
	for i, one := range l.linked {
		ids[i] = one.ID
	}
	const query = `SELECT e.id, coalesce((SELECT ` + answerObjects + ` FROM best_answers b WHERE b.question = e.id), '[]')
		FROM json_each(?) wanted CROSS JOIN questions e WHERE e.id = wanted.value AND ` + isOpen
	return each(ctx, tx, func(scan scanFunc) error {
		var id quarry.QuestionID
		var text string
		if err := scan(&id, &text); err != nil {
			return err
		}
		var err error
		l.open[id] = true
		l.before[id], err = decodeAnswers(text)
		return err
	}, query, jsonList(ids))
}

// write writes what differs.
func (l *linking) write(ctx context.Context, s *Store, tx *sql.Tx) error {
	if err := tx.QueryRowContext(ctx, selectRevision).Scan(&l.derived.Cursor); err != nil {
		return err
	}
	var news news
	var changed []quarry.QuestionID
	var rows [][]any
	for _, one := range l.linked {
		now, before := storedAnswers(one.BestAnswers), l.before[one.ID]
		if !l.open[one.ID] || slices.Equal(now, before) {
			continue
		}
		l.count(len(before), len(now))
		changed = append(changed, one.ID)
		news.add(quarry.OpPut, quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(one.ID)})
		for _, a := range now {
			rows = append(rows, []any{string(one.ID), a.Rank, string(a.Kind), string(a.ID), a.Score, a.Title, a.Snippet})
		}
	}
	l.derived.Revision = l.derived.Cursor
	if len(changed) == 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM best_answers WHERE question IN (SELECT value FROM json_each(?))`,
		jsonList(changed)); err != nil {
		return err
	}
	const insert = `INSERT INTO best_answers (question, rank, kind, id, score, title, snippet)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`
	if err := writeAll(ctx, tx, insert, rows); err != nil {
		return err
	}
	l.derived.Revision += quarry.Sequence(len(changed))
	return s.record(ctx, tx, news)
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

// storedAnswer is what answers a question, as JSON.
type storedAnswer struct {
	Rank    int              `json:"rank"`
	Kind    quarry.EntryKind `json:"kind"`
	ID      quarry.EntryID   `json:"id"`
	Score   float64          `json:"score"`
	Title   string           `json:"title"`
	Snippet string           `json:"snippet"`
}

// storedAnswers brings answers into the form in which they come back: JSON has no
// text but valid UTF-8, and not every number.
func storedAnswers(best []quarry.BestAnswer) []storedAnswer {
	stored := make([]storedAnswer, len(best))
	for i, b := range best {
		stored[i] = storedAnswer{
			Rank: i + 1, Kind: b.Kind, ID: b.ID, Score: math.Round(b.Score*scoreSteps) / scoreSteps,
			Title: storedText(b.Title), Snippet: storedText(b.Snippet),
		}
	}
	return stored
}

const scoreSteps = 10_000

func storedText(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "\uFFFD")
}

func decodeAnswers(text string) ([]storedAnswer, error) {
	if text == emptyList {
		return nil, nil
	}
	var stored []storedAnswer
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("read best answers: %w", err)
	}
	slices.SortFunc(stored, func(a, b storedAnswer) int { return cmp.Compare(a.Rank, b.Rank) })
	return stored, nil
}

// readBestAnswers returns what bestAnswersOf selects.
func readBestAnswers(text string) ([]quarry.BestAnswer, error) {
	stored, err := decodeAnswers(text)
	if len(stored) == 0 {
		return nil, err
	}
	best := make([]quarry.BestAnswer, len(stored))
	for i, b := range stored {
		best[i] = quarry.BestAnswer{
			EntryRef: quarry.EntryRef{Kind: b.Kind, ID: b.ID}, Score: b.Score, Title: b.Title, Snippet: b.Snippet,
		}
	}
	return best, nil
}
