package derive

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

// LinkStore is what links are derived in. It keeps the cursor.
type LinkStore interface {
	// ChangesAfter returns the changes behind a sequence, oldest first, at most so many.
	ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error)
	// Entries returns those of some entries that are there.
	Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error)
	// OpenQuestions returns the next questions without an answer behind an id, by id.
	OpenQuestions(ctx context.Context, after quarry.QuestionID, most int) ([]quarry.Question, error)
	// OpenAmong returns those questions without an answer that are among some entries,
	// or that are linked to one of these.
	OpenAmong(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Question, error)
	LinkWriter
}

// LinkWriter writes links.
type LinkWriter interface {
	// LinksDerived returns how far a version has come, and the last question that was
	// asked again in turn.
	LinksDerived(ctx context.Context, version string) (quarry.Derived, quarry.QuestionID, error)
	// LinkAnswers writes what answers some questions, as far as it is something else
	// than before. Cursor is the store's revision before, Revision the one behind.
	LinkAnswers(ctx context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error)
	// EndLinks notes what LinksDerived returns, and forgets the links of questions that
	// have changed and are open no more.
	EndLinks(ctx context.Context, version string, cursor quarry.Sequence, last quarry.QuestionID) error
}

// AnswerFinder finds what answers a question.
type AnswerFinder interface {
	// Answers returns what may answer a question, best first, and how likely that is.
	Answers(ctx context.Context, q quarry.Question, most int) (quarry.Found, error)
	// AnsweredBy returns the questions without an answer that an entry is the likeliest
	// to answer, the likeliest first.
	AnsweredBy(ctx context.Context, by quarry.Entry, most int) ([]quarry.EntryRef, error)
	// Foresee says which questions are asked next, so that what takes long can be made
	// for all of them at once. Without it they are only answered more slowly.
	Foresee(ctx context.Context, questions []quarry.Question)
	// State says in what answers are found now.
	State(ctx context.Context) FinderState
}

// FinderState is in what answers are found.
type FinderState struct {
	Read quarry.Sequence // the change up to which everything is found
	// By stands for all that decides which answers are found besides the entries. What
	// is learnt from the entries, and grows with them, is not in it.
	By      string
	Growing bool // what is learnt from the entries is about to be learnt anew
}

// NameOfLinks is the name of the follower that links questions to answers.
const NameOfLinks = "links"

const (
	linksVersion = "links/3 " // of what is made of the answers that are found
	answersKept  = 3          // of a question
)

// likelyAnswer is the confidence from which on a question is no gap. From 0.4 to
// 0.6 as many of the questions were told right that the threshold was fitted to: it
// is the highest of these, as questions of words thrown together pass it a third as
// often as the lowest.
const likelyAnswer = 0.6

// Patience says how long Run waits for changes to pause, as many of them cost little more
// than one, and that it leaves the machine to others half of the time. The zero value
// does neither.
type Patience struct {
	Pause time.Duration    // without a change
	Most  time.Duration    // after which it does not wait for a pause
	Now   func() time.Time // not nil where Pause is not 0
}

// Links is the follower that finds what answers the questions without an answer.
// Behind a change it asks those that the change may concern, and some others in turn: see
// [pass]. Its methods may be called side by side.
type Links struct {
	*feed.Loop

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
		Loop: feed.NewLoop(NameOfLinks, look, log), store: store, finder: finder, patience: p, announce: func() {},
	}
}

// Announce has a function called after each catch-up that changed links and so wrote
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

// CatchUp asks the open questions that what has changed since may be an answer to, and
// returns for how many the answers are others. It does nothing as long as what finds the
// answers is behind the feed's end.
func (l *Links) CatchUp(ctx context.Context) (quarry.Derived, error) {
	return l.derive(ctx, Patience{})
}

func (l *Links) derive(ctx context.Context, p Patience) (quarry.Derived, error) {
	var derived quarry.Derived
	err := l.Alone(ctx, func() error {
		state := l.finder.State(ctx)
		version := linksVersion + state.By
		at, last, err := l.store.LinksDerived(ctx, version)
		if err != nil {
			return fmt.Errorf("derive links: %w", err)
		}
		derived = at
		switch {
		case at.Cursor == at.Revision:
			l.changes = changing{revision: at.Revision}
		case l.waits(p, at.Revision, state.Growing), state.Read < at.Revision:
			return nil
		default:
			asking := pass{of: l, patience: p, sum: quarry.Derived{Revision: at.Revision}, last: last, answers: map[quarry.QuestionID][]quarry.EntryRef{}}
			derived, err = asking.readUpTo(ctx, version, at)
			if err != nil {
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
// seen, and nothing waits for them. It asks the store only before that: nothing else
// derives.
func (l *Links) State(ctx context.Context) quarry.FollowerState {
	var state quarry.FollowerState
	if cursor := l.cursor.Load(); cursor > 0 {
		state = l.Loop.State(quarry.Sequence(cursor), nil)
	} else {
		at, _, err := l.store.LinksDerived(ctx, linksVersion+l.finder.State(ctx).By)
		state = l.Loop.State(at.Cursor, err)
		state.Ready = false
		state.Reason = cmp.Or(state.Reason, "not yet: it waits for the others")
	}
	state.Aside = true
	return state
}

// waits reports whether changes have not paused for long enough, or what is learnt from
// them is not learnt yet. What is there at the first look is not waited for.
func (l *Links) waits(p Patience, revision quarry.Sequence, growing bool) bool {
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
	if moving := growing || now.Sub(c.last) < p.Pause; moving && now.Sub(c.since) < p.Most {
		return true
	}
	c.since = time.Time{}
	return false
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
