package study

import (
	"fmt"
	"slices"
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
func (d *Desk) recall(card quarry.Schedule, at time.Time) float64 {
	chance, err := d.memory.Retrievability(toFSRS(card), at)
	if err != nil { // no store keeps a card that nobody can remember
		return 0
	}
	return chance
}

// toFSRS returns a schedule as FSRS has it, which numbers the states in the same order.
func toFSRS(s quarry.Schedule) fsrs.Card {
	return fsrs.Card{
		Due: s.Due, State: fsrs.State(slices.Index(quarry.CardStates(), s.State)), Stability: s.Stability, Difficulty: s.Difficulty, //nolint:gosec // there are four
		Reps: uint64(max(s.Reps, 0)), Lapses: uint64(max(s.Lapses, 0)), ScheduledDays: uint64(max(s.ScheduledDays, 0)),
		LastReview: s.LastReview, RemainingSteps: s.Step,
	}
}

func fromFSRS(c fsrs.Card) quarry.Schedule {
	return quarry.Schedule{
		Due: c.Due, State: quarry.CardStates()[c.State], Stability: c.Stability, Difficulty: c.Difficulty,
		Reps: int(c.Reps), Lapses: int(c.Lapses), ScheduledDays: int(c.ScheduledDays), //nolint:gosec // they count by one, or days
		LastReview: c.LastReview, Step: c.RemainingSteps,
	}
}
