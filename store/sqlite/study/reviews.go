package study

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// ReviewColumns are the columns of a review but its number.
const ReviewColumns = "learner, id, question, rating, at, took, state, undone, verdict, answer, before, after"

const selectReviews = "SELECT " + ReviewColumns + " FROM reviews"

// storedSchedule is a card's schedule and quote, as they stand in a review.
type storedSchedule struct {
	State         quarry.CardState `json:"state"`
	Due           int64            `json:"due,omitempty"` // microseconds since 1970, like the others
	Stability     float64          `json:"stability,omitempty"`
	Difficulty    float64          `json:"difficulty,omitempty"`
	Reps          int              `json:"reps,omitempty"`
	Lapses        int              `json:"lapses,omitempty"`
	LastReview    int64            `json:"last_review,omitempty"`
	Step          int              `json:"step,omitempty"`
	ScheduledDays int              `json:"scheduled_days,omitempty"`
	Quote         string           `json:"quote,omitempty"`
	Changed       int64            `json:"changed,omitempty"`
}

func micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicro(at int64) time.Time { return moment(sql.NullInt64{Int64: at, Valid: at != 0}) }

func jsonSchedule(c quarry.Card) (string, error) {
	text, err := json.Marshal(storedSchedule{
		State: c.State, Due: micro(c.Due), Stability: c.Stability, Difficulty: c.Difficulty, Reps: c.Reps, Lapses: c.Lapses,
		LastReview: micro(c.LastReview), Step: c.Step, ScheduledDays: c.ScheduledDays, Quote: c.Quote, Changed: micro(c.Changed),
	})
	return string(text), db.Wrap(err, "write a schedule")
}

// restored returns a card with the schedule and the quote that a review noted.
func restored(c quarry.Card, text string) (quarry.Card, error) {
	var s storedSchedule
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return c, fmt.Errorf("read a schedule: %w", err)
	}
	c.Schedule = quarry.Schedule{
		State: s.State, Due: fromMicro(s.Due), Stability: s.Stability, Difficulty: s.Difficulty, Reps: s.Reps, Lapses: s.Lapses,
		LastReview: fromMicro(s.LastReview), Step: s.Step, ScheduledDays: s.ScheduledDays,
	}
	c.Quote, c.Changed = s.Quote, fromMicro(s.Changed)
	return c, nil
}

// StoredReview is a review with what it found and left of its card.
type StoredReview struct {
	quarry.Review

	before, after string // JSON
}

// ReadReview reads the values of ReviewColumns.
func ReadReview(scan db.ScanFunc) (StoredReview, error) {
	var r StoredReview
	var at, took int64
	var state string
	var undone sql.NullInt64
	err := scan(&r.Learner, &r.ID, &r.Question, &r.Rating, &at, &took, &state, &undone, &r.Verdict, &r.Answer, &r.before, &r.after)
	if err != nil {
		return r, err
	}
	r.At, r.Took, r.Undone = time.UnixMicro(at).UTC(), time.Duration(took)*time.Millisecond, moment(undone)
	before, err := restored(quarry.Card{}, r.before)
	if err != nil {
		return r, err
	}
	after, err := restored(quarry.Card{}, r.after)
	r.Before, r.After = before.Schedule, after.Schedule
	return r, err
}

func reviewOf(ctx context.Context, from db.Querier, learner quarry.Learner, id quarry.ReviewID) (StoredReview, error) {
	const query = selectReviews + ` WHERE learner = ? AND id = ?`
	review, err := ReadReview(from.QueryRowContext(ctx, query, string(learner), string(id)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return review, quarry.Errorf(quarry.KindNotFound, "learner %q has no review %q", learner, id)
	}
	return review, db.Wrap(err, "read review %q", id)
}

// Review returns a review of a learner, also one that was undone, or KindNotFound.
func (s *Store) Review(ctx context.Context, learner quarry.Learner, id quarry.ReviewID) (quarry.Review, error) {
	review, err := reviewOf(ctx, s.db.Reader, learner, id)
	return review.Review, db.Explain(err)
}

// Reviews lists the reviews of a learner that stand, the newest first.
func (s *Store) Reviews(ctx context.Context, f quarry.ReviewFilter, r quarry.PageRequest) (quarry.Page[quarry.Review], error) {
	if r.Limit < 1 {
		return quarry.Page[quarry.Review]{}, quarry.Errorf(quarry.KindInvalid, "a page has at least one item, not %d", r.Limit)
	}
	const matching = ` FROM reviews WHERE learner = ?1 AND undone IS NULL AND (?2 = '' OR question = ?2)`
	page, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Page[quarry.Review], error) {
		page := quarry.Page[quarry.Review]{Revision: v.Revision}
		err := v.QueryRowContext(ctx, `SELECT count(*)`+matching, string(f.Learner), string(f.Question)).Scan(&page.Total)
		if err != nil {
			return page, err
		}
		// A position is the moment of the last review, and its number among those of the moment.
		const query = "SELECT number, " + ReviewColumns + matching + ` AND (?3 = 0 OR (at, number) < (?3, ?4))
			ORDER BY at DESC, number DESC LIMIT ?5`
		var number int
		var at int64
		if r.After.Text != "" {
			var err error
			if at, err = strconv.ParseInt(r.After.Text, 10, 64); err != nil {
				return page, quarry.Errorf(quarry.KindInvalid, "the cursor is not of this list").WithCode("cursor_invalid")
			}
		}
		for scan, err := range db.Rows(ctx, v, query, string(f.Learner), string(f.Question), at, r.After.Line, r.Limit+1) {
			if err != nil {
				return page, err
			}
			if len(page.Items) == r.Limit {
				last := page.Items[r.Limit-1]
				page.Next = &quarry.Position{Text: strconv.FormatInt(last.At.UnixMicro(), 10), Line: number, ID: quarry.EntryID(last.ID)}
				break
			}
			review, err := ReadReview(func(targets ...any) error { return scan(append([]any{&number}, targets...)...) })
			if err != nil {
				return page, err
			}
			page.Items = append(page.Items, review.Review)
		}
		return page, nil
	})
	return page, db.Wrap(err, "list reviews")
}

// RecordReview keeps a review, and what it makes of its card, in one transaction that outlives
// a power cut. The id of a variant stands for the question that leads. Where a review of the
// id is there, that one is returned and nothing is written: KindConflict (review_id_reused)
// where it says something else, or was undone (review_undone). A clock that was set back
// does not count: no review of a card is before another.
func (s *Store) RecordReview(
	ctx context.Context, r quarry.Review, schedule func(quarry.Schedule, quarry.Rating, time.Time) (quarry.Schedule, error),
) (quarry.Recorded, error) {
	var done quarry.Recorded
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		asked, missing := entries.ReadQuoted(ctx, tx, r.Question)
		if missing == nil {
			r.Question = asked.ID
		}
		known, err := reviewOf(ctx, tx, r.Learner, r.ID)
		if err == nil {
			done, err = again(ctx, tx, known, r)
			return err
		}
		if !quarry.IsKind(err, quarry.KindNotFound) {
			return err
		}
		if missing != nil {
			return missing
		}
		card, err := cardOf(ctx, tx, r.Learner, r.Question)
		if err != nil {
			return err
		}
		done, err = s.record(ctx, tx, r, card, asked, schedule)
		return err
	})
	return done, db.Wrap(err, "record review %q", r.ID)
}

// again returns what came of a review that was recorded before.
func again(ctx context.Context, tx *sql.Tx, known StoredReview, r quarry.Review) (quarry.Recorded, error) {
	switch {
	case !r.SameAs(known.Review):
		return quarry.Recorded{}, quarry.Errorf(quarry.KindConflict,
			"review %q is of another answer: use a new id for a new answer", r.ID).WithCode("review_id_reused")
	case !known.Undone.IsZero():
		return quarry.Recorded{}, quarry.Errorf(quarry.KindConflict,
			"review %q was undone: use a new id to record the answer once more", r.ID).WithCode("review_undone")
	}
	card, err := cardOf(ctx, tx, known.Learner, known.Question)
	card.Schedule, card.Changed = known.After, time.Time{}
	return quarry.Recorded{Review: known.Review, Card: card, Repeated: true}, err
}

// record writes a review that is new.
func (s *Store) record(
	ctx context.Context, tx *sql.Tx, r quarry.Review, card quarry.Card, asked entries.Quoted,
	schedule func(quarry.Schedule, quarry.Rating, time.Time) (quarry.Schedule, error),
) (quarry.Recorded, error) {
	if r.At.Before(card.LastReview) {
		r.At = card.LastReview
	}
	before, err := jsonSchedule(card)
	if err != nil {
		return quarry.Recorded{}, err
	}
	r.Before, r.Undone = card.Schedule, time.Time{}
	if r.After, err = schedule(card.Schedule, r.Rating, r.At); err != nil {
		return quarry.Recorded{}, err
	}
	r.After.Due = r.After.Due.UTC().Truncate(time.Microsecond)
	card.Schedule, card.Quote, card.Changed = r.After, asked.Quote.Hash, time.Time{}
	after, err := jsonSchedule(card)
	if err == nil {
		err = addLearner(ctx, tx, r.Learner, quarry.DefaultLearnerSettings())
	}
	if err == nil {
		err = putReview(ctx, tx, StoredReview{Review: r, before: before, after: after})
	}
	if err == nil {
		err = putQuote(ctx, tx, asked.Quote)
	}
	if err == nil {
		err = putCard(ctx, tx, card, asked.Slot)
	}
	return quarry.Recorded{Review: r, Card: card}, err
}

func putReview(ctx context.Context, tx *sql.Tx, r StoredReview) error {
	const insert = "INSERT INTO reviews (" + ReviewColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	_, err := tx.ExecContext(ctx, insert, string(r.Learner), string(r.ID), string(r.Question), int(r.Rating), r.At.UnixMicro(),
		r.Took.Milliseconds(), string(r.Before.State), orNever(r.Undone), string(r.Verdict), r.Answer, r.before, r.after)
	return db.Wrap(err, "write review %q", r.ID)
}

const selectNewest = selectReviews + ` WHERE question = ? AND learner = ? AND undone IS NULL ORDER BY at DESC, number DESC LIMIT 1`

// newest returns the last review of a card that stands; sql.ErrNoRows where there is none.
func newest(ctx context.Context, from db.Querier, learner quarry.Learner, question quarry.QuestionID) (StoredReview, error) {
	return ReadReview(from.QueryRowContext(ctx, selectNewest, string(question), string(learner)).Scan)
}

// UndoReview takes back the last review of a card, which is then as it was before. KindConflict
// (review_not_last) for any other, KindNotFound where there is none. One that was undone is
// returned as it is. No power cut brings it back.
func (s *Store) UndoReview(
	ctx context.Context, learner quarry.Learner, id quarry.ReviewID, at time.Time,
) (quarry.Recorded, error) {
	var done quarry.Recorded
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		review, err := reviewOf(ctx, tx, learner, id)
		if err != nil {
			return err
		}
		card, err := cardOf(ctx, tx, learner, review.Question)
		if err != nil {
			return err
		}
		if !review.Undone.IsZero() {
			done = quarry.Recorded{Review: review.Review, Card: card, Repeated: true}
			return nil
		}
		last, err := newest(ctx, tx, learner, review.Question)
		if err != nil {
			return err
		}
		if last.ID != id {
			return quarry.Errorf(quarry.KindConflict, "review %q is not the last of its question: undo %q first", id, last.ID).
				WithCode("review_not_last").WithFixes(string(last.ID))
		}
		review.Undone = at
		const undo = `UPDATE reviews SET undone = ? WHERE learner = ? AND id = ?`
		if _, err := tx.ExecContext(ctx, undo, at.UnixMicro(), string(learner), string(id)); err != nil {
			return err
		}
		card, err = s.takeBack(ctx, tx, card, review, at)
		done = quarry.Recorded{Review: review.Review, Card: card}
		return err
	})
	return done, db.Wrap(err, "undo review %q", id)
}

// takeBack makes a card what it was before a review. Reviews of two questions that became one
// stand in one line: then the card is what the last that stands has left of it. Its source may
// have been edited since.
func (s *Store) takeBack(
	ctx context.Context, tx *sql.Tx, card quarry.Card, undone StoredReview, at time.Time,
) (quarry.Card, error) {
	was, err := restored(card, undone.before)
	if err != nil {
		return card, err
	}
	last, err := newest(ctx, tx, card.Learner, card.Question)
	if err == nil && !last.After.LastReview.Equal(was.LastReview) {
		was, err = restored(card, last.after)
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return card, err
	}
	slot, err := slotOf(ctx, tx, card.Question)
	if err != nil {
		return card, err
	}
	if err := putCard(ctx, tx, was, slot); err != nil {
		return card, err
	}
	asked, err := entries.ReadQuoted(ctx, tx, card.Question)
	if err == nil && asked.ID == card.Question {
		err = Compare(ctx, tx, map[quarry.QuestionID]quarry.Quote{asked.ID: asked.Quote}, at)
	}
	if err != nil && !quarry.IsKind(err, quarry.KindNotFound) {
		return card, err
	}
	return cardOf(ctx, tx, card.Learner, card.Question)
}

// slotOf returns a question's slot, and gives it one where it has none.
func slotOf(ctx context.Context, tx *sql.Tx, id quarry.QuestionID) (int64, error) {
	const take = `INSERT INTO slots (question) VALUES (?) ON CONFLICT (question) DO UPDATE SET question = excluded.question RETURNING slot`
	var slot int64
	err := tx.QueryRowContext(ctx, take, string(id)).Scan(&slot)
	return slot, db.Wrap(err, "look for the slot of %q", id)
}
