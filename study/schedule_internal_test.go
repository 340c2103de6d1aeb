package study

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/open-spaced-repetition/go-fsrs/v4"

	"github.com/quarrykb/quarry"
)

func TestASchedulePassesThroughFSRSAsItIs(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, 2))
	for _, retention := range []float64{0.7, 0.9, 0.97} {
		settings := quarry.DefaultLearnerSettings()
		settings.Retention = retention
		parameters := fsrs.DefaultParam()
		parameters.RequestRetention = retention
		schedule, plain := reschedule(settings), fsrs.NewFSRS(parameters)
		for range 200 {
			ours, theirs := quarry.Schedule{State: quarry.CardNew}, fsrs.NewCard(at)
			theirs.Due = time.Time{}
			for now := at; theirs.Reps < 30; now = theirs.Due.Add(time.Duration(random.Int64N(int64(72*time.Hour))) - 24*time.Hour) {
				if now.Before(theirs.LastReview) {
					now = theirs.LastReview
				}
				rating := quarry.Ratings()[random.IntN(4)]
				next, err := plain.Next(theirs, now, fsrs.Rating(rating))
				if err != nil {
					t.Fatal(err)
				}
				theirs = next.Card
				if ours, err = schedule(ours, rating, now); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(theirs, toFSRS(ours)); diff != "" {
					t.Fatalf("retention %g, behind %d reviews (-FSRS +ours):\n%s", retention, theirs.Reps, diff)
				}
			}
		}
	}
}

func TestEveryStateIsOneOfFSRS(t *testing.T) {
	t.Parallel()
	for _, state := range quarry.CardStates() {
		card := toFSRS(quarry.Schedule{State: state})
		if got := fromFSRS(card).State; got != state || quarry.CardState(lower(card.State.String())) != state {
			t.Errorf("%s is %s to FSRS, and %s back", state, card.State, got)
		}
	}
}

func lower(name string) string { return string(name[0]|' ') + name[1:] }
