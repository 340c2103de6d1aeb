package salvage_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// read is a history that a store holds.
type read struct{ quarry.StudyHistory }

func (h *read) Learner(p quarry.LearnerProfile) error {
	h.StudyHistory.Learner, h.Settings = p.Name, p.Settings
	return nil
}

func (h *read) Card(c quarry.StoredCard) error {
	c.Collection, c.Path, c.Text = "", "", "" // a wreck has no questions
	h.Cards = append(h.Cards, c)
	return nil
}

func (h *read) Review(r quarry.Review) error {
	h.Reviews = append(h.Reviews, r)
	return nil
}

// A database without its head still holds what learners did, and another one takes that over,
// before its documents are there.
func TestAWreckKeepsWhatLearnersDid(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	at := options().Now()
	again := func(card quarry.Schedule, _ quarry.Rating, at time.Time) (quarry.Schedule, error) {
		return quarry.Schedule{
			State: quarry.CardReview, Due: at.AddDate(0, 0, 1), Stability: float64(card.Reps + 1), Difficulty: 5.5, Reps: card.Reps + 1, LastReview: at,
		}, nil
	}
	var want []quarry.StudyHistory
	for n := range 40 {
		k := storetest.Mixed(fmt.Sprintf("%02d.md", n))
		_, err := store.SaveDocument(t.Context(), k)
		for i := 0; i < 3 && err == nil; i++ {
			for _, learner := range []quarry.Learner{"ann", "ben"} {
				if err == nil {
					_, err = store.RecordReview(t.Context(), quarry.Review{
						ID: quarry.ReviewID(fmt.Sprintf("%d.%d", n, i)), Learner: learner, Question: k.Questions[0].ID,
						Rating: quarry.RatingHard, At: at.Add(time.Duration(3*n+i) * time.Minute), Took: time.Second, Answer: "A lot.",
					}, again)
				}
			}
		}
		if err == nil && n%4 == 0 {
			_, err = store.UndoReview(t.Context(), "ben", quarry.ReviewID(fmt.Sprintf("%d.2", n)), at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	settings := quarry.LearnerSettings{Retention: 0.85, NewPerDay: 1, ReviewsPerDay: 2, Timezone: "Asia/Tokyo", DayBegins: 3}
	if _, err := store.SetLearner(t.Context(), "ben", settings); err != nil {
		t.Fatal(err)
	}
	histories := func(store *sqlite.Store) []quarry.StudyHistory {
		var all []quarry.StudyHistory
		for _, learner := range []quarry.Learner{"ann", "ben"} {
			h := read{quarry.StudyHistory{Waits: true}}
			if err := store.ReadHistory(t.Context(), learner, &h); err != nil {
				t.Fatal(err)
			}
			all = append(all, h.StudyHistory)
		}
		return all
	}
	want = histories(store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	zero(0, 100)(t, path)
	got := openWreck(t, path).Histories()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("histories (-stored +saved):\n%s", diff)
	}
	store, err = sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "quarry.db"), options())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for _, h := range got {
		if _, err := store.AddHistory(t.Context(), h); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, histories(store)); diff != "" {
		t.Errorf("histories of the new database (-stored +taken over):\n%s", diff)
	}
	if waiting, err := store.WaitingCards(t.Context()); err != nil || waiting != 80 {
		t.Errorf("%d cards wait (%v), want all 80", waiting, err)
	}
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
