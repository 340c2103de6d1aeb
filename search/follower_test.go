package search_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// memoryIndex is an index in memory that can be told to fail.
type memoryIndex struct {
	mu      sync.Mutex
	cursor  quarry.Sequence
	session string
	titles  map[quarry.EntryRef]string
	stale   string
	failing error
	batches int

	discarded int                  // indexes beside this one that were let go of
	seen      chan quarry.Sequence // receives every cursor that was applied, if not nil
	onApply   func()               // runs after a batch, if not nil
	onBuild   func()               // likewise, after a batch of a new index beside this one
}

func newMemoryIndex() *memoryIndex {
	return &memoryIndex{titles: map[quarry.EntryRef]string{}}
}

func (m *memoryIndex) Cursor(context.Context) (quarry.Sequence, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.titles == nil {
		return 0, quarry.Errorf(quarry.KindUnavailable, "no index")
	}
	return m.cursor, nil
}

func (m *memoryIndex) Session(context.Context) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.session
}

func (m *memoryIndex) Apply(_ context.Context, b search.Batch) error {
	m.mu.Lock()
	if m.failing != nil {
		defer m.mu.Unlock()
		return m.failing
	}
	for _, entry := range b.Puts {
		m.titles[entry.EntryRef] = entry.Title
	}
	for _, ref := range b.Deletes {
		delete(m.titles, ref)
	}
	m.cursor, m.session = b.Cursor, b.Session
	m.batches++
	m.mu.Unlock()
	if m.onApply != nil {
		m.onApply()
	}
	if m.seen != nil {
		m.seen <- b.Cursor
	}
	return nil
}

func (m *memoryIndex) Stale(context.Context) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stale
}

func (m *memoryIndex) Rebuild(context.Context) (search.Rebuild, error) {
	next := newMemoryIndex()
	next.onApply = m.onBuild
	return &memoryRebuild{memoryIndex: next, old: m}, nil
}

type memoryRebuild struct {
	*memoryIndex

	old *memoryIndex
}

func (m *memoryRebuild) Commit(context.Context) error {
	m.old.mu.Lock()
	defer m.old.mu.Unlock()
	m.old.titles, m.old.cursor, m.old.stale, m.old.failing = m.titles, m.cursor, "", nil
	return nil
}

func (m *memoryRebuild) Discard() error {
	m.old.discarded++
	return nil
}

func (m *memoryIndex) names() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Values(m.titles))
}

func follower(store search.Store, index search.Index) *search.Follower {
	pace := search.Pace{Batch: 2, Look: time.Hour}
	return search.NewFollower("test", store, index, pace, slog.New(slog.DiscardHandler))
}

func catchUp(t *testing.T, f *search.Follower) {
	t.Helper()
	if err := f.CatchUp(t.Context()); err != nil {
		t.Fatalf("catch up: %v", err)
	}
}

func TestAFollowerAppliesEveryChangeUpToTheEnd(t *testing.T) {
	t.Parallel()
	store, index := searchtest.NewStore(fact("a"), fact("b"), fact("c")), newMemoryIndex()
	f := follower(store, index)
	catchUp(t, f)
	store.Delete(fact("b").EntryRef)
	store.Touch(quarry.EntryRef{Kind: quarry.EntryDocument, ID: "d_document"})
	store.Touch(fact("gone").EntryRef)
	store.Put(question("d"))
	catchUp(t, f)
	if diff := cmp.Diff([]string{"a", "c", "d"}, index.names()); diff != "" {
		t.Errorf("indexed (-want +got):\n%s", diff)
	}
	if index.cursor != 7 || index.batches != 4 {
		t.Errorf("cursor %d after %d batches, want 7 after 4 of two changes", index.cursor, index.batches)
	}
}

func TestAnEntryThatIsGoneIsDeletedWhateverItsChangeSays(t *testing.T) {
	t.Parallel()
	store, index := searchtest.NewStore(), newMemoryIndex()
	index.titles[fact("ghost").EntryRef] = "ghost"
	store.Touch(fact("ghost").EntryRef)
	catchUp(t, follower(store, index))
	if got := index.names(); len(got) != 0 {
		t.Errorf("indexed %v, want nothing", got)
	}
}

func TestAnIndexThatCannotFollowIsBuiltAnew(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*memoryIndex){
		"stale":                 func(m *memoryIndex) { m.stale = "the mapping has changed" },
		"ahead of its store":    func(m *memoryIndex) { m.cursor = 99 },
		"stale after a failure": func(m *memoryIndex) { m.failing, m.onApply = errors.New("torn"), nil },
		"stale by what it read": func(m *memoryIndex) { m.onApply = func() { m.stale = "outgrown" } },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, index := searchtest.NewStore(fact("a"), fact("b"), question("c")), newMemoryIndex()
			index.titles[fact("leftover").EntryRef] = "leftover"
			spoil(index)
			f := follower(store, failsStale{index})
			catchUp(t, f)
			if diff := cmp.Diff([]string{"a", "b", "c"}, index.names()); diff != "" {
				t.Errorf("indexed (-want +got):\n%s", diff)
			}
			if index.cursor != 3 {
				t.Errorf("cursor = %d, want 3", index.cursor)
			}
		})
	}
}

// failsStale is stale once it has failed.
type failsStale struct{ *memoryIndex }

func (f failsStale) Apply(ctx context.Context, b search.Batch) error {
	err := f.memoryIndex.Apply(ctx, b)
	if err != nil {
		f.stale = "broken"
	}
	return err
}

// changing is a store that changes while it is scanned.
type changing struct {
	*searchtest.Store

	during func()
}

func (c *changing) ScanEntries(ctx context.Context, after quarry.EntryRef, most int) ([]quarry.Entry, error) {
	entries, err := c.Store.ScanEntries(ctx, after, most)
	if c.during != nil && after.ID != "" {
		c.during()
		c.during = nil
	}
	return entries, err
}

func TestARebuildMissesNothingThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(fact("a"), fact("b"), fact("c"), fact("d"), fact("e"))
	renamed := fact("a")
	renamed.Title = "a, renamed"
	changed := &changing{Store: store, during: func() {
		store.Put(renamed, fact("0 new"))
		store.Delete(fact("b").EntryRef, fact("e").EntryRef)
	}}
	index := newMemoryIndex()
	index.stale = "lost"
	catchUp(t, follower(changed, index))
	if diff := cmp.Diff([]string{"0 new", "a, renamed", "c", "d"}, index.names()); diff != "" {
		t.Errorf("indexed (-want +got):\n%s", diff)
	}
}

func TestTheOldIndexStaysUntilTheNewOneIsWhole(t *testing.T) {
	t.Parallel()
	index := newMemoryIndex()
	index.titles[fact("old").EntryRef] = "old"
	index.stale = "the mapping has changed"
	store := &changing{Store: searchtest.NewStore(fact("a"), fact("b"), fact("c"))}
	f := follower(store, index)
	var state quarry.FollowerState
	var served []string
	store.during = func() { state, served = f.State(t.Context()), index.names() }
	catchUp(t, f)
	if !state.Building || state.Reason != "building: the mapping has changed" || !slices.Equal(served, []string{"old"}) {
		t.Errorf("while building: state %+v, serving %v", state, served)
	}
	want := quarry.FollowerState{Name: "test", Cursor: 3, Ready: true}
	if diff := cmp.Diff(want, f.State(t.Context())); diff != "" {
		t.Errorf("state afterwards (-want +got):\n%s", diff)
	}
}

func TestAFollowerIsReadyOnceItHasSeenTheEnd(t *testing.T) {
	t.Parallel()
	store, index := searchtest.NewStore(fact("a")), newMemoryIndex()
	f := follower(store, index)
	if state := f.State(t.Context()); state.Ready || state.Reason != "catching up" {
		t.Errorf("state at first = %+v, want not ready", state)
	}
	catchUp(t, f)
	store.Put(fact("b"))
	index.failing = errors.New("secret path /var/x")
	if err := f.CatchUp(t.Context()); err == nil {
		t.Error("a failing index caught up")
	}
	state := f.State(t.Context())
	if !state.Ready || state.Reason != "the last attempt did not succeed: internal error" {
		t.Errorf("state after a failure = %+v, want ready with a reason that names no cause", state)
	}
}

//nolint:paralleltest // It looks at every goroutine of the process.
func TestRunFollowsNotificationsAndStopsWithItsContext(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	store, index := searchtest.NewStore(), newMemoryIndex()
	index.seen = make(chan quarry.Sequence, 1)
	f := follower(store, index)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- f.Run(ctx) }()
	for i := range quarry.Sequence(3) {
		store.Put(fact("a"))
		f.Notify()
		if got := <-index.seen; got != i+1 {
			t.Errorf("applied up to %d, want %d", got, i+1)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("run ended with %v", err)
	}
}

func TestWhoWaitsForTheTurnLeavesWithItsContext(t *testing.T) {
	t.Parallel()
	store := &changing{Store: searchtest.NewStore(fact("a"), fact("b"), fact("c"))}
	index := newMemoryIndex()
	f := follower(store, index)
	var waited error
	store.during = func() {
		ended, end := context.WithCancel(t.Context())
		end()
		waited = f.CatchUp(ended)
	}
	if err := f.Rebuild(t.Context()); err != nil {
		t.Fatalf("rebuild: %v", err)
	}
	if !errors.Is(waited, context.Canceled) {
		t.Errorf("the waiting one got %v, want its context's end", waited)
	}
}

func TestAFollowerTellsHowFarItIs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		stale string
		want  []feed.Step
	}{
		"behind":     {want: []feed.Step{{Done: 0, Of: 3}, {Done: 2, Of: 3}, {Done: 3, Of: 3}}},
		"built anew": {stale: "there is no index", want: []feed.Step{{Done: 0}, {Done: 2}, {Done: 3}}},
		"up to date": {},
	} {
		store, index := searchtest.NewStore(), newMemoryIndex()
		if tc.want != nil {
			store.Put(fact("a"), fact("b"), question("c"))
		}
		index.stale = tc.stale
		var got []feed.Step
		f := follower(store, index)
		f.Tell(func(s feed.Step) { got = append(got, s) })
		catchUp(t, f)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
