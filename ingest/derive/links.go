package derive

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/follow"
)

// LinkStore is what links are derived in. It keeps the cursor.
type LinkStore interface {
	// LinksDerived returns how far a version has come.
	LinksDerived(ctx context.Context, version string) (quarry.Derived, error)
	// OpenQuestions returns the next questions without an answer behind an id, by id.
	OpenQuestions(ctx context.Context, after quarry.QuestionID, most int) ([]quarry.Question, error)
	LinkWriter
}

// LinkWriter writes links.
type LinkWriter interface {
	// LinkAnswers writes what answers some questions, as far as it is something else
	// than before. Cursor is the store's revision before, Revision the one behind.
	LinkAnswers(ctx context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error)
	// EndLinks notes how far a version has come, and forgets questions that are open
	// no more.
	EndLinks(ctx context.Context, version string, cursor quarry.Sequence) error
}

// AnswerFinder finds what answers a question.
type AnswerFinder interface {
	// Answers returns what may answer a question, best first, and how likely that is.
	Answers(ctx context.Context, q quarry.Question, most int) (quarry.Found, error)
	// Foresee says which questions are asked next, so that what takes long can be made
	// for all of them at once. Without it they are only answered more slowly.
	Foresee(ctx context.Context, questions []quarry.Question)
	// Standing returns the change up to which everything is found, and what stands
	// for all that decides which answers those are besides the entries.
	Standing(ctx context.Context) (quarry.Sequence, string)
}

// NameOfLinks is the name of the follower that links questions to answers.
const NameOfLinks = "links"

const (
	linksVersion   = "links/3 " // of what is made of the answers that are found
	questionsAsked = 64         // in one step
	answersKept    = 3          // of a question
)

// likelyAnswer is the confidence from which on a question is no gap. From 0.4 to
// 0.6 as many of the questions were told right that the threshold was fitted to: it
// is the highest of these, as questions of words thrown together pass it a third as
// often as the lowest.
const likelyAnswer = 0.6

// Patience says how long Run waits for changes to pause, as every change may change
// every link, and that it leaves the machine to others half of the time. The zero
// value does neither.
type Patience struct {
	Pause time.Duration    // without a change
	Most  time.Duration    // after which it does not wait for a pause
	Now   func() time.Time // not nil where Pause is not 0
}

// Links is the follower that finds what answers the questions without an answer.
// Its methods may be called side by side.
type Links struct {
	*follow.Loop

	store    LinkStore
	finder   AnswerFinder
	patience Patience
	announce func()
	cursor   atomic.Int64 // up to which links are derived, once the feed's end was seen; 0 before
	changes  changing     // of who works alone
}

// changing is what the follower saw of changes that it waits for.
type changing struct {
	revision quarry.Sequence
	since    time.Time // when it saw the first of them; zero while it waits for none
	last     time.Time
}

// NewLinks returns the follower. Look is the time between two looks at the feed
// without a Notify, 0 for the default.
func NewLinks(store LinkStore, finder AnswerFinder, p Patience, look time.Duration, log *slog.Logger) *Links {
	return &Links{
		Loop: follow.NewLoop(NameOfLinks, look, log), store: store, finder: finder, patience: p, announce: func() {},
	}
}

// Announce has somebody called after each catch-up that changed links and so wrote
// to the feed. It is called before the follower works.
func (l *Links) Announce(announce func()) { l.announce = announce }

// Run derives patiently until ctx ends, and then returns nil. What goes wrong is
// logged and tried again at the next look. The caller starts Run in a goroutine and
// waits for it.
func (l *Links) Run(ctx context.Context) error {
	return l.Loop.Run(ctx, func(ctx context.Context) error {
		_, err := l.derive(ctx, l.patience)
		return err
	})
}

// CatchUp asks every open question anew, where anything has changed since they
// were asked, and returns for how many the answers are others. It does nothing as
// long as what finds the answers is behind the feed's end.
func (l *Links) CatchUp(ctx context.Context) (quarry.Derived, error) {
	return l.derive(ctx, Patience{})
}

func (l *Links) derive(ctx context.Context, p Patience) (quarry.Derived, error) {
	var derived quarry.Derived
	err := l.Alone(ctx, func() error {
		found, by := l.finder.Standing(ctx)
		version := linksVersion + by
		at, err := l.store.LinksDerived(ctx, version)
		if err != nil {
			return fmt.Errorf("derive links: %w", err)
		}
		derived = at
		switch {
		case at.Cursor == at.Revision:
			l.changes = changing{revision: at.Revision}
		case l.waits(p, at.Revision), found < at.Revision:
			return nil
		default:
			if derived, err = l.askAll(ctx, p, version, at.Revision); err != nil {
				return fmt.Errorf("derive links: %w", err)
			}
		}
		l.cursor.Store(int64(derived.Cursor))
		return nil
	})
	if derived.Added+derived.Changed+derived.Removed > 0 {
		l.announce()
	}
	return derived, err
}

// State says how far links are derived. They are ready once the feed's end was
// seen, and nothing waits for them. It asks the store only before that: nobody else
// derives.
func (l *Links) State(ctx context.Context) quarry.FollowerState {
	var state quarry.FollowerState
	if cursor := l.cursor.Load(); cursor > 0 {
		state = l.Loop.State(quarry.Sequence(cursor), nil)
	} else {
		_, by := l.finder.Standing(ctx)
		at, err := l.store.LinksDerived(ctx, linksVersion+by)
		state = l.Loop.State(at.Cursor, err)
		state.Ready = false
		state.Reason = cmp.Or(state.Reason, "not yet: it waits for the others")
	}
	state.Aside = true
	return state
}

// waits reports whether changes have not paused for long enough. What is there at
// the first look is not waited for.
func (l *Links) waits(p Patience, revision quarry.Sequence) bool {
	if p.Pause <= 0 {
		return false
	}
	now, c := p.Now(), &l.changes
	if c.revision == 0 {
		c.revision = revision
		return false
	}
	if c.revision != revision {
		if c.since.IsZero() {
			c.since = now
		}
		c.revision, c.last = revision, now
	}
	if now.Sub(c.last) < p.Pause && now.Sub(c.since) < p.Most {
		return true
	}
	c.since = time.Time{}
	return false
}

// askAll asks every open question, some at a time. Its own rows in the feed are
// not news to it; where somebody else has written meanwhile, all are asked again
// at a later look.
func (l *Links) askAll(ctx context.Context, p Patience, version string, start quarry.Sequence) (quarry.Derived, error) {
	sum, asked, undisturbed := quarry.Derived{Revision: start}, 0, true
	for after := quarry.QuestionID(""); ; {
		l.Told(follow.Step{Done: asked})
		open, err := l.store.OpenQuestions(ctx, after, questionsAsked)
		if err != nil {
			return sum, err
		}
		if len(open) == 0 {
			break
		}
		linked, err := l.ask(ctx, p, open)
		if err != nil {
			return sum, err
		}
		next, err := l.store.LinkAnswers(ctx, linked)
		if err != nil {
			return sum, err
		}
		undisturbed = undisturbed && next.Cursor == sum.Revision
		sum, asked, after = sum.Plus(next), asked+len(open), open[len(open)-1].ID
	}
	if sum.Cursor = start; undisturbed {
		sum.Cursor = sum.Revision
	}
	return sum, l.store.EndLinks(ctx, version, sum.Cursor)
}

// ask asks some questions one after the other, and then leaves the machine to
// others for as long as that took, where there is no hurry.
func (l *Links) ask(ctx context.Context, p Patience, open []quarry.Question) ([]quarry.LinkedQuestion, error) {
	var began time.Time
	if p.Pause > 0 {
		began = p.Now()
	}
	l.finder.Foresee(ctx, open)
	linked := make([]quarry.LinkedQuestion, len(open))
	for i, q := range open {
		found, err := l.finder.Answers(ctx, q, answersKept)
		if err != nil {
			return nil, fmt.Errorf("look for what answers %q: %w", q.ID, err)
		}
		linked[i] = quarry.LinkedQuestion{ID: q.ID, BestAnswers: bestOf(found)}
	}
	if p.Pause <= 0 {
		return linked, nil
	}
	rest := time.NewTimer(p.Now().Sub(began))
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return linked, nil
}

// bestOf returns what was found and is likely to answer. The first hit is as
// likely to as anything, and the others are by as much less as they score less.
func bestOf(found quarry.Found) []quarry.BestAnswer {
	if found.Confidence < likelyAnswer {
		return nil
	}
	best := make([]quarry.BestAnswer, 0, len(found.Hits))
	for _, hit := range found.Hits {
		likely := found.Confidence * min(1, hit.Score/found.Hits[0].Score)
		if likely < likelyAnswer {
			break
		}
		best = append(best, quarry.BestAnswer{EntryRef: hit.EntryRef, Score: likely, Title: hit.Title, Snippet: hit.Snippet})
	}
	return best
}
