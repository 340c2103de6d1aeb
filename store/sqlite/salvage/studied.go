package salvage

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/study"
)

// The tables of what is studied.
const (
	tableLearners = "learners"
	tableCards    = "cards"
	tableReviews  = "reviews"
	tableQuotes   = "quotes"
)

// studied is what can be read of what learners did.
type studied struct {
	learners map[quarry.Learner]quarry.LearnerSettings
	cards    map[cardOf]quarry.Card
	reviews  map[reviewOf]quarry.Review
	quotes   map[string]string // by their hash
}

type cardOf struct {
	learner  quarry.Learner
	question quarry.QuestionID
}

type reviewOf struct {
	learner quarry.Learner
	id      quarry.ReviewID
}

func newStudied() studied {
	return studied{
		learners: map[quarry.Learner]quarry.LearnerSettings{}, cards: map[cardOf]quarry.Card{},
		reviews: map[reviewOf]quarry.Review{}, quotes: map[string]string{},
	}
}

// take keeps a row of one of the tables. Of two versions of a card that of the later review
// counts, of a review the one that was undone.
func (s studied) take(table string, read func(string) db.ScanFunc) {
	switch table {
	case tableLearners:
		profile, err := study.ReadLearner(read(study.LearnerColumns))
		if name, unfit := quarry.LearnerName(string(profile.Name)); err == nil && unfit == nil && name == profile.Name && profile.Settings.Validate() == nil {
			s.learners[name] = profile.Settings
		}
	case tableCards:
		card, err := study.ReadCard(read(study.CardColumns))
		of := cardOf{card.Learner, card.Question}
		if err == nil && slices.Contains(quarry.CardStates(), card.State) && !s.cards[of].LastReview.After(card.LastReview) {
			s.cards[of] = card
		}
	case tableReviews:
		review, err := study.ReadReview(read(study.ReviewColumns))
		of := reviewOf{review.Learner, review.ID}
		if err == nil && review.Validate() == nil && s.reviews[of].Undone.IsZero() {
			s.reviews[of] = review.Review
		}
	case tableQuotes:
		var hash string
		var text []byte
		err := read("hash, text")(&hash, &text)
		if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) == hash {
			s.quotes[hash] = string(text)
		}
	}
}

// Histories returns what learners did, as far as it can be read, by their names. Cards of
// questions that are lost wait for these. Nothing but its shape says whether a row is as it was.
func (w *Wreck) Histories() []quarry.StudyHistory {
	s := w.studied
	all := map[quarry.Learner]*quarry.StudyHistory{}
	of := func(learner quarry.Learner) *quarry.StudyHistory {
		if all[learner] == nil {
			settings, known := s.learners[learner]
			if !known {
				settings = quarry.DefaultLearnerSettings()
			}
			all[learner] = &quarry.StudyHistory{Learner: learner, Settings: settings, Waits: true}
		}
		return all[learner]
	}
	for learner := range s.learners {
		of(learner)
	}
	for _, card := range s.cards {
		h := of(card.Learner)
		h.Cards = append(h.Cards, quarry.StoredCard{Card: card, Quoted: s.quotes[card.Quote]})
	}
	for _, review := range s.reviews {
		if review.Undone.IsZero() {
			h := of(review.Learner)
			h.Reviews = append(h.Reviews, review)
		}
	}
	histories := make([]quarry.StudyHistory, 0, len(all))
	for _, learner := range slices.Sorted(maps.Keys(all)) {
		h := all[learner]
		slices.SortFunc(h.Cards, func(a, b quarry.StoredCard) int { return cmp.Compare(a.Question, b.Question) })
		slices.SortFunc(h.Reviews, func(a, b quarry.Review) int {
			return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.After.Reps, b.After.Reps), cmp.Compare(a.ID, b.ID))
		})
		histories = append(histories, *h)
	}
	return histories
}
