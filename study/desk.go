package study

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v4"

	"github.com/quarrykb/quarry"
)

// Config is what a desk needs from its surroundings.
type Config struct {
	Store  Store
	Now    func() time.Time
	Random io.Reader // of ids that no caller chose

	// Judge judges a free answer by the reference answer of its question.
	Judge func(ctx context.Context, q quarry.Question, given string) quarry.AnswerCheck
}

// Desk asks learners what they are to be asked, and keeps what they answer. It may be used by
// several goroutines at once.
type Desk struct {
	config Config
	memory *fsrs.FSRS // tells the chance to know a card
}

// NewDesk returns a desk.
func NewDesk(c Config) *Desk {
	return &Desk{config: c, memory: scheduler(quarry.DefaultLearnerSettings().Retention)}
}

// now returns the time to the microsecond, as stores keep it.
func (d *Desk) now() time.Time { return d.config.Now().UTC().Truncate(time.Microsecond) }

// Learners lists the learners of whom anything is stored, by name.
func (d *Desk) Learners(ctx context.Context) ([]quarry.LearnerProfile, error) {
	return d.config.Store.Learners(ctx)
}

// Learner returns a learner, or KindNotFound where nothing is stored of them.
func (d *Desk) Learner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error) {
	return d.config.Store.Learner(ctx, name)
}

// SetLearner keeps how somebody wants to learn. KindInvalid where nobody can learn like that.
func (d *Desk) SetLearner(
	ctx context.Context, name quarry.Learner, settings quarry.LearnerSettings,
) (quarry.LearnerProfile, error) {
	if err := settings.Validate(); err != nil {
		return quarry.LearnerProfile{}, err
	}
	return d.config.Store.SetLearner(ctx, name, settings)
}

// DeleteLearner removes all that is stored of a learner, and returns what that was.
// KindNotFound where there is nothing.
func (d *Desk) DeleteLearner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error) {
	return d.config.Store.DeleteLearner(ctx, name)
}

// view returns a card as it stands now.
func (d *Desk) view(card quarry.Card, at time.Time) quarry.CardView {
	return quarry.CardView{Card: card, Retrievability: d.recall(card.Schedule, at)}
}

// SetCard suspends a learner's card or buries it, or takes that back. The id of a variant
// stands for the canonical question; KindNotFound where there is none, and KindInvalid for
// one that cannot be asked, as it has no answer.
func (d *Desk) SetCard(ctx context.Context, learner quarry.Learner, id quarry.QuestionID, edit quarry.CardRequest) (quarry.CardView, error) {
	question, err := d.studied(ctx, id)
	if err != nil {
		return quarry.CardView{}, err
	}
	at := d.now()
	kept := quarry.CardEdit{Suspended: edit.Suspended}
	if edit.Buried != nil {
		settings, err := d.config.Store.LearnerSettings(ctx, learner)
		if err != nil {
			return quarry.CardView{}, err
		}
		day, err := settings.DayOf(at)
		if err != nil {
			return quarry.CardView{}, err
		}
		kept.BuriedUntil = &time.Time{}
		if *edit.Buried {
			kept.BuriedUntil = &day.Ends
		}
	}
	card, err := d.config.Store.EditCard(ctx, learner, question.ID, kept)
	return d.view(card, at), err
}

// studied returns the question that an id stands for, if it can be asked.
func (d *Desk) studied(ctx context.Context, id quarry.QuestionID) (quarry.Question, error) {
	question, _, err := d.config.Store.Question(ctx, id)
	if err != nil {
		return question, fmt.Errorf("read what is studied: %w", err)
	}
	if !question.CanBeStudied() {
		return question, quarry.Errorf(quarry.KindInvalid,
			"question %q has no answer to know: only those that have one, or choices, can be studied", id).
			WithCode("question_unanswered").OnField("question_id", "has no answer to know").WithFixes("/v1/questions?answered=true")
	}
	return question, nil
}

// CardPage is a part of the cards of a learner.
type CardPage = quarry.Page[quarry.ListedCard]

// Cards lists the cards of a learner, by the id of their questions.
func (d *Desk) Cards(ctx context.Context, f quarry.CardFilter, r quarry.PageRequest) (CardPage, error) {
	found, err := d.config.Store.Cards(ctx, f, r)
	if err != nil {
		return CardPage{}, err
	}
	at := d.now()
	page := CardPage{Total: found.Total, Next: found.Next, Revision: found.Revision, Items: make([]quarry.ListedCard, len(found.Items))}
	for i, card := range found.Items {
		page.Items[i] = quarry.ListedCard{CardView: d.view(card.Card, at), Title: card.Text}
	}
	return page, nil
}

// Reviews lists the reviews of a learner that stand, the newest first.
func (d *Desk) Reviews(ctx context.Context, f quarry.ReviewFilter, r quarry.PageRequest) (quarry.Page[quarry.Review], error) {
	return d.config.Store.Reviews(ctx, f, r)
}
