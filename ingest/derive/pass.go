package derive

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

const (
	questionsAsked = 64   // in one step, and at least in turn behind every change
	changesRead    = 1000 // in one step

	// How many questions are asked that an entry may answer: so many, and then twice as
	// many as before, as long as it answers one of them. Among 1,144 paraphrases of what
	// 67 answers are to, that asked 30 for an entry and 73 % of those that it answers; to
	// ask 32 at a time took twice as many for 80 %. Where questions differ it was 98 %.
	likeliestAsked = 8
	likelyAsked    = 120

	flipped = 4 // one of so many that are gaps now, or were, is much
)

// pass asks questions behind changes. What it asks is in proportion to what changed, not
// to what is stored: the questions that changed, those that were linked to what changed,
// and the likeliest that what changed answers.
//
// Besides, every change shifts all scores a little, and an entry may answer more questions
// than are asked for it. So others are asked in turn, as many as entries changed: of few
// questions all are asked behind every change, and of many each at the latest when as many
// entries have changed. Where many of these turn out otherwise, further ones are asked.
type pass struct {
	of       *Links
	patience Patience
	answers  map[quarry.QuestionID][]quarry.EntryRef // to those that it has asked
	last     quarry.QuestionID                       // that was asked in turn
	sum      quarry.Derived
	others   bool // wrote in between
}

// readUpTo reads the changes up to the revision at which the pass begins. A version that
// has read none asks every question. Its own rows in the feed are not news to it; where
// another writer has written meanwhile, they are read with these by the next pass.
func (p *pass) readUpTo(ctx context.Context, version string, at quarry.Derived) (quarry.Derived, error) {
	for cursor := at.Cursor; cursor < at.Revision; {
		var err error
		if cursor == 0 {
			cursor = at.Revision
			_, err = p.askInTurn(ctx, math.MaxInt)
		} else {
			cursor, err = p.readSome(ctx, cursor, at.Revision)
		}
		if err != nil {
			return p.sum, err
		}
		if p.sum.Cursor = cursor; cursor == at.Revision && !p.others {
			p.sum.Cursor = p.sum.Revision
		}
		if err := p.of.store.EndLinks(ctx, version, p.sum.Cursor, p.last); err != nil {
			return p.sum, err
		}
	}
	return p.sum, nil
}

// readSome reads the next changes up to an end, asks behind them, and returns the last.
func (p *pass) readSome(ctx context.Context, cursor, end quarry.Sequence) (quarry.Sequence, error) {
	changes, err := p.of.store.ChangesAfter(ctx, cursor, changesRead)
	if err != nil {
		return cursor, err
	}
	if len(changes) < changesRead || changes[len(changes)-1].Sequence > end {
		cursor = end
	} else {
		cursor = changes[len(changes)-1].Sequence
	}
	changes = slices.DeleteFunc(changes, func(c quarry.Change) bool { return c.Sequence > end })
	var changed []quarry.EntryRef
	for _, c := range changes {
		if c.Kind == quarry.EntryQuestion || c.Kind == quarry.EntryFact || c.Kind == quarry.EntryPassage {
			changed = append(changed, c.EntryRef)
		}
	}
	if all, err := p.askInTurn(ctx, max(questionsAsked, len(changed))); all || err != nil {
		return cursor, err
	}
	return cursor, p.askConcerned(ctx, changed)
}

// askConcerned asks the questions that are among changed entries or were linked to them,
// and those that the entries which are there may answer.
func (p *pass) askConcerned(ctx context.Context, changed []quarry.EntryRef) error {
	for some := range slices.Chunk(changed, questionsAsked) {
		if err := p.askAmong(ctx, some); err != nil {
			return err
		}
	}
	entries, _, err := p.of.store.Entries(ctx, changed)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Kind == quarry.EntryQuestion && !e.Answered {
			continue
		}
		if err := p.askAnsweredBy(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// askAnsweredBy asks the questions that an entry may answer, the likeliest first.
func (p *pass) askAnsweredBy(ctx context.Context, e quarry.Entry) error {
	may, err := p.of.finder.AnsweredBy(ctx, e, likelyAsked)
	for n := likeliestAsked; err == nil && len(may) > 0; n *= 2 {
		some := may[:min(n, len(may))]
		err = p.askAmong(ctx, some)
		answers := slices.ContainsFunc(some, func(q quarry.EntryRef) bool {
			return slices.Contains(p.answers[quarry.QuestionID(q.ID)], e.EntryRef)
		})
		if !answers {
			break
		}
		may = may[len(some):]
	}
	return err
}

// askAmong asks the questions that are among entries or linked to them.
func (p *pass) askAmong(ctx context.Context, refs []quarry.EntryRef) error {
	open, err := p.of.store.OpenAmong(ctx, refs)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(open, questionsAsked) {
		if _, err := p.ask(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// askInTurn asks so many of the questions that follow the one that was asked last in turn,
// the first ones behind the last one, and further ones as long as much has flipped. It
// reports whether all were asked.
func (p *pass) askInTurn(ctx context.Context, most int) (bool, error) {
	first := p.last
	most, err := p.askBehind(ctx, "", most)
	if first == "" || most <= 0 || err != nil {
		return most > 0, err
	}
	p.last = ""
	most, err = p.askBehind(ctx, first, most)
	return most > 0, err
}

// askBehind asks so many questions behind the one that was asked last, up to one, or all
// where that is "". It returns how many are wanted still, none where there may be more.
func (p *pass) askBehind(ctx context.Context, upTo quarry.QuestionID, most int) (int, error) {
	for {
		open, err := p.of.store.OpenQuestions(ctx, p.last, questionsAsked)
		if err != nil {
			return most, err
		}
		open = slices.DeleteFunc(open, func(q quarry.Question) bool { return upTo != "" && q.ID > upTo })
		if len(open) == 0 {
			return max(most, 1), nil
		}
		derived, err := p.ask(ctx, open)
		if err != nil {
			return most, err
		}
		p.last = open[len(open)-1].ID
		if most -= len(open); most <= 0 && flipped*(derived.Added+derived.Removed) < len(open) {
			return 0, nil
		}
	}
}

// ask asks those of some questions that it has not asked, one after the other, writes what
// answers them, and then leaves the machine to others for as long as that took, where
// there is no hurry.
func (p *pass) ask(ctx context.Context, open []quarry.Question) (quarry.Derived, error) {
	open = slices.DeleteFunc(slices.Clone(open), func(q quarry.Question) bool {
		_, asked := p.answers[q.ID]
		return asked
	})
	if len(open) == 0 {
		return quarry.Derived{}, nil
	}
	var began time.Time
	if p.patience.Pause > 0 {
		began = p.patience.Now()
	}
	p.of.Told(feed.Step{Done: len(p.answers)})
	p.of.finder.Foresee(ctx, open)
	linked := make([]quarry.LinkedQuestion, len(open))
	for i, q := range open {
		found, err := p.of.finder.Answers(ctx, q, answersKept)
		if err != nil {
			return quarry.Derived{}, fmt.Errorf("look for what answers %q: %w", q.ID, err)
		}
		linked[i] = quarry.LinkedQuestion{ID: q.ID, BestAnswers: bestOf(found)}
		p.answers[q.ID] = nil
		for _, b := range linked[i].BestAnswers {
			p.answers[q.ID] = append(p.answers[q.ID], b.EntryRef)
		}
	}
	derived, err := p.of.store.LinkAnswers(ctx, linked)
	if err != nil {
		return derived, err
	}
	p.others = p.others || derived.Cursor != p.sum.Revision
	p.sum = p.sum.Plus(derived)
	if p.patience.Pause <= 0 {
		return derived, nil
	}
	rest := time.NewTimer(p.patience.Now().Sub(began))
	defer rest.Stop()
	select {
	case <-rest.C:
		return derived, nil
	case <-ctx.Done():
		return derived, ctx.Err()
	}
}
