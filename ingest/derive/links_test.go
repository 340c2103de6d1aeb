package derive_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive"
)

// desk is a store of open questions, and a search over it.
type desk struct {
	mu       sync.Mutex
	revision quarry.Sequence
	derived  map[string]quarry.Sequence // by version
	open     []quarry.Question
	linked   map[quarry.QuestionID][]quarry.BestAnswer
	last     quarry.QuestionID
	log      []quarry.Change // of entries
	entries  map[quarry.EntryRef]quarry.Entry
	answers  map[quarry.EntryRef][]quarry.EntryRef // the questions that an entry may answer

	found      quarry.Sequence // up to which the search has read
	by         string
	growing    bool
	confidence float64
	failing    error
	asked      int
	foreseen   []int // how many questions at once
	onAsk      func()
}

// newDesk returns a desk with so many open questions.
func newDesk(questions int) *desk {
	d := &desk{
		revision: 10, found: 10, by: "words", confidence: 0.9,
		derived: map[string]quarry.Sequence{}, linked: map[quarry.QuestionID][]quarry.BestAnswer{}, onAsk: func() {},
		entries: map[quarry.EntryRef]quarry.Entry{}, answers: map[quarry.EntryRef][]quarry.EntryRef{},
	}
	for n := range questions {
		d.open = append(d.open, quarry.Question{ID: quarry.QuestionID(fmt.Sprintf("q_%04d", n))})
	}
	return d
}

func (d *desk) LinksDerived(_ context.Context, version string) (quarry.Derived, quarry.QuestionID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return quarry.Derived{Cursor: d.derived[version], Revision: d.revision}, d.last, nil
}

func (d *desk) ChangesAfter(_ context.Context, after quarry.Sequence, most int) ([]quarry.Change, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var changes []quarry.Change
	for _, c := range d.log {
		if c.Sequence > after && len(changes) < most {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

func (d *desk) Entries(_ context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var entries []quarry.Entry
	for _, ref := range refs {
		if e, there := d.entries[ref]; there {
			entries = append(entries, e)
		}
	}
	return entries, d.revision, nil
}

func (d *desk) OpenAmong(_ context.Context, refs []quarry.EntryRef) ([]quarry.Question, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var open []quarry.Question
	for _, q := range d.open {
		links := func(b quarry.BestAnswer) bool { return slices.Contains(refs, b.EntryRef) }
		if slices.Contains(refs, refOf(q)) || slices.ContainsFunc(d.linked[q.ID], links) {
			open = append(open, q)
		}
	}
	return open, nil
}

func refOf(q quarry.Question) quarry.EntryRef {
	return quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.ID)}
}

// put notes that an entry was put, or is gone where it is not among the entries.
func (d *desk) put(refs ...quarry.EntryRef) {
	for _, ref := range refs {
		d.log = slices.DeleteFunc(d.log, func(c quarry.Change) bool { return c.EntryRef == ref })
		d.revision++
		d.log = append(d.log, quarry.Change{Sequence: d.revision, EntryRef: ref, Op: quarry.OpPut})
	}
}

func (d *desk) OpenQuestions(_ context.Context, after quarry.QuestionID, most int) ([]quarry.Question, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var open []quarry.Question
	for _, q := range d.open {
		if q.ID > after && len(open) < most {
			open = append(open, q)
		}
	}
	return open, nil
}

func (d *desk) LinkAnswers(_ context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	derived := quarry.Derived{Cursor: d.revision}
	for _, one := range linked {
		if !slices.Equal(d.linked[one.ID], one.BestAnswers) {
			before := len(d.linked[one.ID])
			d.linked[one.ID] = one.BestAnswers
			d.put(quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(one.ID)})
			switch {
			case before == 0:
				derived.Added++
			case len(one.BestAnswers) == 0:
				derived.Removed++
			default:
				derived.Changed++
			}
		}
	}
	derived.Revision = d.revision
	return derived, nil
}

func (d *desk) EndLinks(_ context.Context, version string, cursor quarry.Sequence, last quarry.QuestionID) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = last
	d.derived = map[string]quarry.Sequence{version: cursor}
	return nil
}

func (d *desk) Answers(_ context.Context, q quarry.Question, most int) (quarry.Found, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	d.onAsk()
	found := quarry.Found{Confidence: d.confidence}
	for n := range min(most, 3) {
		hit := quarry.Hit{Score: 1 - 0.25*float64(n), Snippet: "so it is"}
		hit.EntryRef, hit.Title = quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_" + quarry.EntryID(q.ID)}, "A fact"
		found.Hits = append(found.Hits, hit)
	}
	return found, d.failing
}

func (d *desk) Foresee(_ context.Context, questions []quarry.Question) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.foreseen = append(d.foreseen, len(questions))
}

func (d *desk) AnsweredBy(_ context.Context, by quarry.Entry, most int) ([]quarry.EntryRef, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	may := d.answers[by.EntryRef]
	return may[:min(most, len(may))], d.failing
}

func (d *desk) State(context.Context) derive.FinderState {
	d.mu.Lock()
	defer d.mu.Unlock()
	return derive.FinderState{Read: d.found, By: d.by, Growing: d.growing}
}

// change has a document written, or none, and the search read up to the
// end, and returns how often was asked before.
func (d *desk) change(documents int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.revision += quarry.Sequence(documents)
	d.found = d.revision
	return d.asked
}

func newLinks(d *desk) *derive.Links {
	return derive.NewLinks(d, d, derive.Patience{}, time.Hour, slog.New(slog.DiscardHandler))
}

// catchUp lets the links catch up, the search behind them.
func catchUp(t *testing.T, d *desk, l *derive.Links) quarry.Derived {
	t.Helper()
	derived, err := l.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.found = d.revision
	return derived
}

func TestEveryOpenQuestionIsLinkedToItsBestAnswers(t *testing.T) {
	t.Parallel()
	d := newDesk(45)
	l := newLinks(d)
	announced := 0
	l.Announce(func() { announced++ })
	if derived := catchUp(t, d, l); derived.Added != 45 || d.asked != 45 || announced != 1 {
		t.Errorf("added %d, asked %d, announced %d; want 45, 45 and 1", derived.Added, d.asked, announced)
	}
	ref := quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_q_0044"}
	want := []quarry.BestAnswer{
		{EntryRef: ref, Score: 0.9, Title: "A fact", Snippet: "so it is"}, {EntryRef: ref, Score: d.confidence * 0.75, Title: "A fact", Snippet: "so it is"},
	}
	if diff := cmp.Diff(want, d.linked["q_0044"]); diff != "" {
		t.Errorf("linked (-want +got):\n%s", diff)
	}
	want2 := quarry.FollowerState{Name: "links", Cursor: d.revision, Ready: true, Aside: true}
	if diff := cmp.Diff(want2, l.State(t.Context())); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

func TestQuestionsAreForeseenManyAtATime(t *testing.T) {
	t.Parallel()
	d := newDesk(150)
	catchUp(t, d, newLinks(d))
	if diff := cmp.Diff([]int{64, 64, 22}, d.foreseen); diff != "" {
		t.Errorf("foreseen at once (-want +got):\n%s", diff)
	}
}

func TestWhereNothingChangedNothingIsAsked(t *testing.T) {
	t.Parallel()
	d := newDesk(45)
	catchUp(t, d, newLinks(d))
	d.asked = 0
	l := newLinks(d)
	for range 3 {
		catchUp(t, d, l)
	}
	if d.asked != 0 {
		t.Errorf("%d questions were asked again, though only their own links had changed", d.asked)
	}
	d.revision++
	d.found = d.revision
	before := d.revision
	if derived := catchUp(t, d, l); d.asked != 45 || derived.Changed != 0 || d.revision != before {
		t.Errorf("behind a change %d were asked, %d changed; want 45 and none", d.asked, derived.Changed)
	}
}

func TestAnotherModelAsksAnew(t *testing.T) {
	t.Parallel()
	d := newDesk(3)
	l := newLinks(d)
	catchUp(t, d, l)
	d.by = "words and meaning"
	if catchUp(t, d, l); d.asked != 6 {
		t.Errorf("asked %d times, want all three again", d.asked)
	}
}

func TestQuestionsWithoutALikelyAnswerAreGaps(t *testing.T) {
	t.Parallel()
	d := newDesk(1)
	l := newLinks(d)
	catchUp(t, d, l)
	d.confidence = 0.1
	d.revision++
	d.found = d.revision
	if catchUp(t, d, l); len(d.linked["q_0000"]) > 0 {
		t.Errorf("linked to %v, want nothing", d.linked["q_0000"])
	}
}

func TestLinksWaitForTheIndexes(t *testing.T) {
	t.Parallel()
	d := newDesk(3)
	d.found = 9
	l := newLinks(d)
	if catchUp(t, d, l); d.asked > 0 {
		t.Errorf("asked %d times of an index that is behind", d.asked)
	}
	if state := l.State(t.Context()); state.Cursor >= d.revision || state.Ready || state.Reason == "" || !state.Aside {
		t.Errorf("state = %+v, want one that is behind and says so", state)
	}
	if catchUp(t, d, l); d.asked != 3 {
		t.Errorf("asked %d times once the index was there, want 3", d.asked)
	}
}

func TestWhatIsWrittenMeanwhileIsAskedForLater(t *testing.T) {
	t.Parallel()
	d := newDesk(30)
	l := newLinks(d)
	d.onAsk = func() {
		if d.asked == 25 {
			d.revision++ // a document is written
		}
	}
	catchUp(t, d, l)
	d.asked, d.onAsk = 0, func() {}
	if catchUp(t, d, l); d.asked != 30 {
		t.Errorf("asked %d times behind what was written meanwhile, want 30", d.asked)
	}
	d.asked = 0
	if catchUp(t, d, l); d.asked != 0 {
		t.Errorf("asked %d times more, want none", d.asked)
	}
}

func TestLinksThatCannotBeFoundAreLookedForAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(30)
	l := newLinks(d)
	d.failing = quarry.Errorf(quarry.KindUnavailable, "the vectors are being made")
	if _, err := l.CatchUp(t.Context()); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want that of the search", err)
	}
	if state := l.State(t.Context()); state.Ready || state.Reason != "the last attempt did not succeed: the vectors are being made" {
		t.Errorf("state = %+v, want the failure", state)
	}
	d.failing = nil
	if derived := catchUp(t, d, l); derived.Added != 30 {
		t.Errorf("added %d, want 30", derived.Added)
	}
}

//nolint:paralleltest // Time is its own.
func TestAFollowerThatRunsWaitsForChangesToPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(1)
		l := derive.NewLinks(d, d, derive.Patience{Pause: 3 * time.Second, Most: 10 * time.Second, Now: time.Now}, 2*time.Second,
			slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- l.Run(ctx) }()
		<-time.After(time.Second) // it looks at even seconds
		var asked []int
		for _, documents := range []int{0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0} {
			before := d.change(documents)
			<-time.After(2 * time.Second)
			asked = append(asked, d.change(0)-before)
		}
		stop()
		if err := <-done; err != nil || d.asked != 3 {
			t.Errorf("run ended with %v, asked %d times", err, d.asked)
		}
		want := []int{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0}
		if diff := cmp.Diff(want, asked); diff != "" {
			t.Errorf("asked every two seconds (-want +got):\n%s", diff)
		}
	})
}
