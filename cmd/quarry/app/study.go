package app

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/read"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/study"
)

// openStudy returns the desk of who studies what a store has that can be written, where answers
// are judged as everywhere. What generates questions is left out: a card is one that is stored.
func openStudy(store *sqlite.Store, judge read.AnswerJudge, reviewer read.AnswerReviewer) *study.Desk {
	return study.NewDesk(study.Config{
		Store: store, Now: time.Now, Random: rand.Reader,
		Judge: func(ctx context.Context, q quarry.Question, given string) quarry.AnswerCheck {
			check := judge.Judge(q, given)
			if reviewer != nil {
				check = reviewer.Review(ctx, q, given, check)
			}
			return check
		},
	})
}
