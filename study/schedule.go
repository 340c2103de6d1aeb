package study

import (
	"fmt"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v4"

	"github.com/quarrykb/quarry"
)

// scheduler returns FSRS-6 with its default weights and no chance in it, which asks at the
// chance to know an answer that the learner wants.
func scheduler(retention float64) *fsrs.FSRS {
	parameters := fsrs.DefaultParam()
	parameters.RequestRetention = retention
	return fsrs.NewFSRS(parameters)
}

// reschedule returns what schedules by the settings of a learner.
func reschedule(settings quarry.LearnerSettings) Scheduler {
	by := scheduler(settings.Retention)
	return func(card quarry.Schedule, rating quarry.Rating, at time.Time) (quarry.Schedule, error) {
		next, err := by.Next(toFSRS(card), at, fsrs.Rating(rating)) //nolint:gosec // one of four
		if err != nil {
			return quarry.Schedule{}, fmt.Errorf("schedule a card: %w", err)
		}
		return fromFSRS(next.Card), nil
	}
}

// recall returns the chance that a card is known at a moment, 0 for a new one.
func recall(card quarry.Schedule, at time.Time) float64 {
	if card.Stability <= 0 || at.Before(card.LastReview) {
		return 0
	}
	chance, err := scheduler(quarry.DefaultLearnerSettings().Retention).Retrievability(toFSRS(card), at)
	if err != nil {
		return 0
	}
	return chance
}

func states() map[quarry.CardState]fsrs.State {
	return map[quarry.CardState]fsrs.State{
		quarry.CardNew: fsrs.New, quarry.CardLearning: fsrs.Learning,
		quarry.CardReview: fsrs.Review, quarry.CardRelearning: fsrs.Relearning,
	}
}

func toFSRS(s quarry.Schedule) fsrs.Card {
	return fsrs.Card{
		Due: s.Due, State: states()[s.State], Stability: s.Stability, Difficulty: s.Difficulty,
		Reps: uint64(max(s.Reps, 0)), Lapses: uint64(max(s.Lapses, 0)), ScheduledDays: uint64(max(s.ScheduledDays, 0)),
		LastReview: s.LastReview, RemainingSteps: s.Step,
	}
}

func fromFSRS(c fsrs.Card) quarry.Schedule {
	s := quarry.Schedule{
		Due: c.Due, State: quarry.CardNew, Stability: c.Stability, Difficulty: c.Difficulty,
		Reps: int(c.Reps), Lapses: int(c.Lapses), ScheduledDays: int(c.ScheduledDays), //nolint:gosec // they count by one, or days
		LastReview: c.LastReview, Step: c.RemainingSteps,
	}
	for state, same := range states() {
		if same == c.State {
			s.State = state
		}
	}
	return s
}
