package study

import (
	"context"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
)

// askedAhead is how long before it is due a card that is being learnt may be asked, where
// nothing else is left.
const askedAhead = 20 * time.Minute

// Next returns what a learner is to be asked: what is being learnt and due, then what has a
// source that was edited, then what is to be reviewed before the day ends, and then new questions,
// the last two up to the limits of the day.
func (d *Desk) Next(ctx context.Context, r quarry.StudyNextRequest) (quarry.StudyNext, error) {
	next := quarry.StudyNext{Learner: r.Learner}
	settings, err := d.config.Store.LearnerSettings(ctx, r.Learner)
	if err != nil {
		return next, err
	}
	if r.NewPerDay != nil {
		settings.NewPerDay = *r.NewPerDay
	}
	if r.ReviewsPerDay != nil {
		settings.ReviewsPerDay = *r.ReviewsPerDay
	}
	at := d.now()
	day, err := settings.DayOf(at)
	if err != nil {
		return next, err
	}
	queue, err := d.config.Store.StudyQueue(ctx, quarry.StudyRequest{
		Learner: r.Learner, Filter: r.Filter, Day: day, Now: at, Ahead: at.Add(askedAhead), Seed: r.Seed, Most: r.Limit,
	})
	if err != nil {
		return next, err
	}
	next.NextDue, next.Revision = queue.NextDue, queue.Revision
	next.Left = queue.Waiting
	next.Left.Review = min(queue.Waiting.Review, max(settings.ReviewsPerDay-queue.Reviewed, 0))
	next.Left.New = min(queue.Waiting.New, max(settings.NewPerDay-queue.Begun, 0))
	cards := inOrder(r.Learner, queue, next.Left)
	if len(cards) == 0 {
		cards = queue.Ahead
	}
	next.Notes = notes(queue, next.Left, len(cards))
	next.Items, err = d.items(ctx, cards[:min(len(cards), r.Limit)], settings, at)
	return next, err
}

// inOrder puts the cards of a queue into the order in which they are asked.
func inOrder(learner quarry.Learner, queue quarry.StudyQueue, left quarry.StudyWaiting) []quarry.Card {
	cards := append(append([]quarry.Card{}, queue.Learning...), queue.Changed...)
	cards = append(cards, queue.Review[:min(len(queue.Review), left.Review)]...)
	for _, id := range queue.New[:min(len(queue.New), left.New)] {
		cards = append(cards, quarry.Card{Learner: learner, Question: id, Schedule: quarry.Schedule{State: quarry.CardNew}})
	}
	return cards
}

// notes says why nothing or less is asked than there is.
func notes(queue quarry.StudyQueue, left quarry.StudyWaiting, asked int) []string {
	var said []string
	if total := left.Learning + left.Changed + left.Review + left.New; total == 0 && asked > 0 {
		said = append(said, "nothing is due: what is being learnt is asked a little ahead")
	}
	if more := queue.Waiting.Review - left.Review; more > 0 {
		said = append(said, fmt.Sprintf("%d more are due than the limit of the day: a larger reviews_per_day asks for them today", more))
	}
	if queue.Waiting.New > 0 && left.New == 0 {
		said = append(said, "the limit of new questions is reached for the day: a larger new_per_day asks for more today")
	}
	return said
}

// items reads the questions of cards. One that was removed meanwhile is left out.
func (d *Desk) items(
	ctx context.Context, cards []quarry.Card, settings quarry.LearnerSettings, at time.Time,
) ([]quarry.StudyItem, error) {
	schedule := reschedule(settings)
	items := make([]quarry.StudyItem, 0, len(cards))
	for _, card := range cards {
		question, _, err := d.config.Store.Question(ctx, card.Question)
		if quarry.IsKind(err, quarry.KindNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		item := quarry.StudyItem{Question: question, Card: d.view(card, at), Intervals: make(map[quarry.Rating]time.Duration)}
		for _, rating := range quarry.Ratings() {
			behind, err := schedule(card.Schedule, rating, later(at, card.LastReview))
			if err != nil {
				return nil, err
			}
			item.Intervals[rating] = behind.Due.Sub(at)
		}
		if !card.Changed.IsZero() {
			if item.Changed, err = d.change(ctx, card, question); err != nil {
				return nil, err
			}
		}
		items = append(items, item)
	}
	return items, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// change returns what the source of a card said and says.
func (d *Desk) change(ctx context.Context, card quarry.Card, question quarry.Question) (*quarry.CardChange, error) {
	was, err := d.config.Store.Quote(ctx, card.Quote)
	if err != nil && !quarry.IsKind(err, quarry.KindNotFound) {
		return nil, err
	}
	content, _, err := d.config.Store.Content(ctx, question.Source.DocumentID)
	if err != nil && !quarry.IsKind(err, quarry.KindNotFound) {
		return nil, err
	}
	return &quarry.CardChange{At: card.Changed, Was: was.Text, Now: quarry.QuoteOf(content.Text, question.Source).Text}, nil
}
