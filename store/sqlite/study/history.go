package study

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// ReadHistory hands all that is kept of a learner to functions, of one moment: the learner, then
// the cards by their questions, then the reviews that stand in the order of time.
// KindNotFound where there is nothing.
func (s *Store) ReadHistory(ctx context.Context, learner quarry.Learner, take quarry.HistoryTaker) error {
	err := s.db.View(ctx, func(v *db.Snapshot) error {
		profile, err := profileOf(ctx, v, learner)
		if err == nil {
			err = take.Learner(profile)
		}
		if err != nil {
			return err
		}
		const cards = selectStored + ", q.text" + fromStored + ` LEFT JOIN quotes q ON q.hash = c.quote WHERE c.learner = ? ORDER BY c.question`
		err = db.Each(ctx, v, func(scan db.ScanFunc) error {
			var quoted sql.NullString
			card, err := readStored(scan, &quoted)
			if err != nil {
				return err
			}
			card.Quoted = quoted.String
			return take.Card(card)
		}, cards, string(learner))
		if err != nil {
			return err
		}
		const reviews = selectReviews + ` WHERE learner = ? AND undone IS NULL ORDER BY at, number`
		return db.Each(ctx, v, func(scan db.ScanFunc) error {
			review, err := ReadReview(scan)
			if err != nil {
				return err
			}
			return take.Review(review.Review)
		}, reviews, string(learner))
	})
	return db.Wrap(err, "read the history of learner %q", learner)
}

// adding is a history that is being taken over.
type adding struct {
	quarry.StudyHistory
	quarry.StudyImport

	tx       *sql.Tx
	at       time.Time
	is       map[quarry.QuestionID]entries.Quoted // what the history's questions are here
	cards    map[quarry.QuestionID]quarry.Card    // of the learner, as they come to be
	reviewed map[quarry.QuestionID]bool           // questions that the history has reviews of
}

// AddHistory takes over what is kept of a learner elsewhere, in one transaction. A card's
// question is found by its id or else by its path and text. Reviews that are there, by
// their ids, are passed over; of two cards of a question that of the later review counts.
func (s *Store) AddHistory(ctx context.Context, h quarry.StudyHistory) (quarry.StudyImport, error) {
	var done quarry.StudyImport
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		a := adding{
			StudyHistory: h, tx: tx, at: s.db.Now(),
			is: map[quarry.QuestionID]entries.Quoted{}, cards: map[quarry.QuestionID]quarry.Card{}, reviewed: map[quarry.QuestionID]bool{},
		}
		err := a.add(ctx)
		done = a.StudyImport
		return err
	})
	return done, db.Wrap(err, "take over the history of learner %q", h.Learner)
}

func (a *adding) add(ctx context.Context) error {
	if err := addLearner(ctx, a.tx, a.Learner, a.Settings); err != nil {
		return err
	}
	for _, card := range a.StudyHistory.Cards {
		if err := a.addCard(ctx, card); err != nil {
			return err
		}
	}
	for _, review := range a.StudyHistory.Reviews {
		if err := a.addReview(ctx, review); err != nil {
			return err
		}
	}
	now := map[quarry.QuestionID]quarry.Quote{}
	for _, id := range slices.Sorted(maps.Keys(a.cards)) {
		if err := a.keep(ctx, id); err != nil {
			return err
		}
	}
	for _, asked := range a.is {
		if asked.Quote.Hash != "" {
			now[asked.ID] = asked.Quote
		}
	}
	return Compare(ctx, a.tx, now, a.at)
}

// keep writes a card as the last of its reviews that stands has left it: the one that the
// history ends with may have been undone here.
func (a *adding) keep(ctx context.Context, id quarry.QuestionID) error {
	card := a.cards[id]
	last, err := newest(ctx, a.tx, a.Learner, id)
	switch {
	case errors.Is(err, sql.ErrNoRows) && a.reviewed[id]:
		return nil
	case err == nil && !sameMemory(card.Schedule, last.After):
		card.Schedule = last.After
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return err
	}
	slot, err := slotOf(ctx, a.tx, id)
	if err == nil {
		a.StudyImport.Cards++
		err = putCard(ctx, a.tx, card, slot)
	}
	return err
}

// find returns what a question of the history is here, without an id where it is not stored.
func (a *adding) find(ctx context.Context, card quarry.StoredCard) (entries.Quoted, error) {
	if known, ok := a.is[card.Question]; ok {
		return known, nil
	}
	asked, err := entries.ReadQuoted(ctx, a.tx, card.Question)
	if quarry.IsKind(err, quarry.KindNotFound) && card.Path != "" {
		const alike = `SELECT e.id FROM questions e JOIN documents d ON d.number = e.document WHERE e.path = ? AND e.text = ?
			ORDER BY d.collection <> ?, e.line_start LIMIT 1`
		var id quarry.QuestionID
		err = a.tx.QueryRowContext(ctx, alike, card.Path, card.Text, card.Collection).Scan(&id)
		if err == nil {
			asked, err = entries.ReadQuoted(ctx, a.tx, id)
		}
	}
	if quarry.IsKind(err, quarry.KindNotFound) || errors.Is(err, sql.ErrNoRows) {
		if asked, err = a.waiting(ctx, card.Question); err != nil {
			return asked, err
		}
		if asked.ID == "" {
			a.Unknown = append(a.Unknown, card.Question)
		}
	}
	if err == nil {
		a.is[card.Question] = asked
	}
	return asked, err
}

// waiting returns a question that is not stored, where cards wait for it or are to.
func (a *adding) waiting(ctx context.Context, id quarry.QuestionID) (entries.Quoted, error) {
	if a.Waits {
		return entries.Quoted{ID: id}, nil
	}
	card, err := cardOf(ctx, a.tx, a.Learner, id)
	if err != nil || card.State == quarry.CardNew {
		return entries.Quoted{}, err
	}
	return entries.Quoted{ID: id}, nil
}

// addCard takes a card over, unless there is one of a later review.
func (a *adding) addCard(ctx context.Context, card quarry.StoredCard) error {
	asked, err := a.find(ctx, card)
	if err != nil || asked.ID == "" {
		return err
	}
	known, err := cardOf(ctx, a.tx, a.Learner, asked.ID)
	if err != nil {
		return err
	}
	isNew := known.State == quarry.CardNew && !known.Suspended && known.BuriedUntil.IsZero()
	if !isNew && !known.LastReview.Before(card.LastReview) {
		return nil
	}
	if !isNew {
		card.Suspended, card.BuriedUntil = known.Suspended, known.BuriedUntil
	}
	card.Learner, card.Question = a.Learner, asked.ID
	a.cards[asked.ID] = card.Card
	for _, quote := range []quarry.Quote{{Hash: card.Quote, Text: card.Quoted}, asked.Quote} {
		if quote.Hash == card.Quote && quote.Text != "" {
			return putQuote(ctx, a.tx, quote)
		}
	}
	return nil
}

// addReview takes a review over that is not there.
func (a *adding) addReview(ctx context.Context, review quarry.Review) error {
	asked, err := a.find(ctx, quarry.StoredCard{Card: quarry.Card{Question: review.Question}})
	if err != nil || asked.ID == "" {
		return err
	}
	review.Learner, review.Question = a.Learner, asked.ID
	a.reviewed[asked.ID] = true
	_, err = reviewOf(ctx, a.tx, a.Learner, review.ID)
	switch {
	case err == nil:
		a.Repeated++
		return nil
	case !quarry.IsKind(err, quarry.KindNotFound):
		return err
	}
	card, known := a.cards[asked.ID]
	if !known {
		if card, err = cardOf(ctx, a.tx, a.Learner, asked.ID); err != nil {
			return err
		}
	}
	stored := StoredReview{Review: review}
	stored.before, err = jsonSchedule(quarry.Card{Schedule: review.Before, Quote: card.Quote})
	if err == nil {
		stored.after, err = jsonSchedule(quarry.Card{Schedule: review.After, Quote: card.Quote})
	}
	if err == nil {
		err = putReview(ctx, a.tx, stored)
	}
	if err != nil {
		return err
	}
	a.StudyImport.Reviews++
	if !sameMemory(card.Schedule, review.After) {
		a.cards[asked.ID] = card
	}
	return nil
}

// sameMemory reports whether two schedules are of the same review.
func sameMemory(a, b quarry.Schedule) bool {
	return a.State == b.State && a.Reps == b.Reps && a.LastReview.Equal(b.LastReview)
}

// Probes are queries that return a line for every fault of what is studied, by what that is.
func Probes() map[string]string {
	return map[string]string{
		"a card is in another one's slot": `SELECT c.question FROM cards c LEFT JOIN slots s ON s.slot = c.slot
			WHERE s.question IS NOT c.question`,
		"a card is of a question that another one leads": `SELECT c.question FROM cards c JOIN questions e ON e.id = c.question WHERE e.leads = 0`,
		"a card is not what its last review left": `SELECT c.learner || ' ' || c.question FROM cards c JOIN reviews r ON r.number = (
			SELECT n.number FROM reviews n WHERE n.question = c.question AND n.learner = c.learner AND n.undone IS NULL
				ORDER BY n.at DESC, n.number DESC LIMIT 1)
			WHERE (r.after ->> 'state', r.after ->> 'reps', r.after ->> 'last_review') IS NOT (c.state, c.reps, c.last_review)`,
		"a review has no card": `SELECT r.learner || ' ' || r.id FROM reviews r WHERE r.undone IS NULL
			AND NOT EXISTS (SELECT 1 FROM cards c WHERE c.question = r.question AND c.learner = r.learner)`,
	}
}
