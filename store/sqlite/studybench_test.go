package sqlite_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// learning opens a store of so many questions, of which a learner has so many cards, a
// hundredth of them due on any day, and a year of reviews.
func learning(b *testing.B, questions, cards int) *sqlite.Store {
	b.Helper()
	store, _ := filled(b, questions)
	for _, statement := range []string{
		`INSERT INTO learners VALUES ('ann', 0.9, 20, 200, 'UTC', 4)`,
		fmt.Sprintf(`INSERT INTO cards (learner, question, slot, state, due, stability, difficulty, reps, lapses, last_review, step,
			scheduled_days, suspended, quote) SELECT 'ann', question, slot, 'review', %d + (slot %% 100) * 86400000000, 10.5 + slot %% 90, 5, 3, 0,
			%d, 0, 10, 0, '' FROM slots ORDER BY slot LIMIT %d`, studyNow().UnixMicro(), studyNow().AddDate(0, 0, -9).UnixMicro(), cards),
		fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 73000)
			INSERT INTO reviews (learner, id, question, rating, at, took, state, verdict, answer, before, after)
			SELECT 'ann', i, (SELECT question FROM slots WHERE slot = 1 + i %% 1000), 1 + i %% 4, %d - i * 432000000, 5000, 'review', '', '', '{}', '{}'
			FROM n`, studyNow().UnixMicro()),
	} {
		if err := store.Exec(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	return store
}

func studyNow() time.Time { return time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC) }

func studyDays(from, to int) []quarry.StudyDay {
	settings := quarry.DefaultLearnerSettings()
	today, err := settings.DayOf(studyNow())
	if err != nil {
		return nil
	}
	var days []quarry.StudyDay
	for n := from; n != to; n += map[bool]int{true: 1, false: -1}[from < to] {
		days = append(days, settings.DayAfter(today, n))
	}
	return days
}

// BenchmarkStudy asks what is to be asked, and counts, with what is remembered of the
// questions and, as "first", without.
func BenchmarkStudy(b *testing.B) {
	for _, cards := range []int{5_000, 100_000} {
		store := learning(b, 100_000, cards)
		queue := func(f quarry.Filter) error {
			seed := uint64(7)
			_, err := store.StudyQueue(b.Context(), quarry.StudyRequest{
				Learner: "ann", Filter: f, Now: studyNow(), Ahead: studyNow(), Day: studyDays(0, 1)[0], Seed: &seed, Most: 10,
			})
			return err
		}
		stats := func(f quarry.Filter) error {
			_, err := store.StudyStats(b.Context(), quarry.StudyStatsRequest{
				Learner: "ann", Filter: f, At: studyNow(), Past: studyDays(-89, 1), Coming: studyDays(0, 30), Streak: studyDays(0, -3650),
				Recall: func(s quarry.Schedule) float64 { return math.Pow(1+s.Stability, -0.15) },
			})
			return err
		}
		topic := quarry.Filter{Topics: []quarry.TopicID{"topic-999"}}
		for name, run := range map[string]func() error{
			"queue":       func() error { return queue(quarry.Filter{}) },
			"queue/topic": func() error { return queue(topic) },
			"stats":       func() error { return stats(quarry.Filter{}) },
			"stats/topic": func() error { return stats(topic) },
		} {
			b.Run(fmt.Sprintf("%s/cards=%d", name, cards), func(b *testing.B) {
				for b.Loop() {
					if err := run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("first/cards=%d", cards), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				k := storetest.NewDraft("change.md").Passage(strconv.Itoa(i)).Knowledge()
				if _, err := store.SaveDocument(b.Context(), k); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if err := queue(quarry.Filter{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSaveBesideCards saves a document whose lines move, where nobody has a card, and where
// somebody has one of each question.
func BenchmarkSaveBesideCards(b *testing.B) {
	for name, cards := range map[string]int{"none": 0, "each": 10_000} {
		b.Run(name, func(b *testing.B) {
			store := learning(b, 10_000, cards)
			for i := 0; b.Loop(); i++ {
				draft := storetest.NewDraft("notes/000000.md")
				draft.Passage(fmt.Sprint("Edition ", i))
				for n := range 100 {
					draft.Question(fmt.Sprintf("What is the answer to question number %d?", n), "A short one.")
				}
				if _, err := store.SaveDocument(b.Context(), draft.Knowledge()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
