package study

import (
	"context"
	"time"

	"github.com/quarrykb/quarry"
)

// StatsRequest asks how a learner gets on with the questions that a filter lets through.
type StatsRequest struct {
	Learner quarry.Learner
	Filter  quarry.Filter
}

// Stats says how a learner gets on.
type Stats struct {
	Learner   quarry.Learner
	At        time.Time
	Today     quarry.StudiedDay
	Streak    int // days in a row with reviews, up to today or yesterday
	Cards     quarry.CardCounts
	Retention Retention
	Forecast  []DueDay            // of 30 days, today with what is overdue
	History   []quarry.StudiedDay // of the last 90 days those that have reviews
	Topics    []quarry.TopicProgress
	Revision  quarry.Sequence
}

// Retention is how many of the cards in the state CardReview were known at their first review
// of a day.
type Retention struct {
	Days            int
	Reviews, Passed int
}

// Rate returns the share of what was known, false where nothing was reviewed.
func (r Retention) Rate() (float64, bool) {
	if r.Reviews == 0 {
		return 0, false
	}
	return float64(r.Passed) / float64(r.Reviews), true
}

// DueDay is how many cards are due on a day.
type DueDay struct {
	Date string
	Due  int
}

// Stats returns how a learner gets on. Nobody is unknown to it: who never learnt has done nothing.
func (d *Desk) Stats(ctx context.Context, r StatsRequest) (Stats, error) {
	return Stats{Learner: r.Learner}, ctx.Err()
}
