package study

import (
	"context"
	"time"

	"github.com/quarrykb/quarry"
)

// The retention that programs which schedule by SM-2 come to, and how many questions are read
// at a time.
const (
	retentionOfSM2 = 0.9
	questionsRead  = 1000
)

// TakeSchedules takes over the schedules that documents carry, as programs of flashcards write
// them, for questions that a filter lets through and the learner has no card of, and returns
// of how many.
func (d *Desk) TakeSchedules(ctx context.Context, learner quarry.Learner, f quarry.Filter) (int, error) {
	settings, err := d.config.Store.LearnerSettings(ctx, learner)
	if err != nil {
		return 0, err
	}
	found, at := newNotations(), d.now()
	var text quarry.Content
	var of quarry.DocumentID
	var cards []quarry.Card
	for page := (quarry.PageRequest{Limit: questionsRead}); ; {
		questions, err := d.config.Store.Questions(ctx, f, page)
		if err != nil {
			return 0, err
		}
		for _, q := range questions.Items {
			if !q.CanBeStudied() {
				continue
			}
			if from := q.Source.DocumentID; from != of {
				if text, _, err = d.config.Store.Content(ctx, from); err != nil {
					return 0, err
				}
				of = from
			}
			if written, ok := found.of(text.Text, q.Source.Span); ok {
				if schedule, ok := d.taken(written, settings, at); ok {
					cards = append(cards, quarry.Card{Question: q.ID, Schedule: schedule})
				}
			}
		}
		if questions.Next == nil {
			break
		}
		page.After = *questions.Next
	}
	if len(cards) == 0 {
		return 0, nil
	}
	return d.config.Store.AddCards(ctx, learner, cards)
}

// taken returns what FSRS makes of a schedule of SM-2, false where that cannot be one. It is
// due when the day of the learner begins that the note names.
func (d *Desk) taken(written carried, settings quarry.LearnerSettings, at time.Time) (quarry.Schedule, bool) {
	memory, err := d.memory.MemoryStateFromSM2(written.ease, written.interval, retentionOfSM2)
	zone, unknown := settings.Location()
	if err != nil || unknown != nil {
		return quarry.Schedule{}, false
	}
	const day, longest = 24 * time.Hour, 36500 // days, as FSRS has it
	interval := min(written.interval, longest)
	due := written.due
	begins := time.Date(due.Year(), due.Month(), due.Day(), settings.DayBegins, 0, 0, 0, zone).UTC()
	last := begins.Add(-time.Duration(interval * float64(day))).Truncate(time.Microsecond)
	if last.After(at) {
		last = at
	}
	return quarry.Schedule{
		Due: begins, State: quarry.CardReview, Stability: memory.Stability, Difficulty: memory.Difficulty,
		Reps: max(written.reps, 1), LastReview: last, ScheduledDays: int(interval),
	}, true
}
