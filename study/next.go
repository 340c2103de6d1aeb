package study

import (
	"context"
	"time"

	"github.com/quarrykb/quarry"
)

// NextRequest asks what a learner is to be asked.
type NextRequest struct {
	Learner       quarry.Learner
	Filter        quarry.Filter
	Limit         int
	Seed          *uint64 // orders new questions; nil leaves them in the order of their documents
	NewPerDay     *int    // in place of the learner's; nil leaves that
	ReviewsPerDay *int
}

// Next is what a learner is to be asked, in this order.
type Next struct {
	Learner  quarry.Learner
	Items    []Item
	Left     quarry.StudyWaiting // within the limits of the day, those among Items too
	NextDue  time.Time           // of the first card that is not due yet; zero where there is none
	Notes    []string            // what a person would want to know of it, each a sentence
	Revision quarry.Sequence
}

// Item is one question to be asked.
type Item struct {
	Question  quarry.Question
	Card      View
	Intervals map[quarry.Rating]time.Time // when it would be due behind each rating
	Changed   *Change                     // nil where its source says what it said
	At        time.Time                   // that Intervals count from
}

// Change is what became of the source of a card since it was reviewed.
type Change struct {
	At       time.Time
	Was, Now string // what it says, as the document has it; Was is "" where that was not noted
}

// Next returns what a learner is to be asked.
func (d *Desk) Next(ctx context.Context, r NextRequest) (Next, error) {
	return Next{Learner: r.Learner}, ctx.Err()
}
