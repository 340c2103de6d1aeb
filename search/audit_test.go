package search_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// auditedIndex can tell what it has lost.
type auditedIndex struct{ *memoryIndex }

func (a auditedIndex) Amiss(_ context.Context, entries []quarry.Entry) ([]quarry.Entry, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(entries), func(e quarry.Entry) bool { return a.titles[e.EntryRef] == e.Title }), nil
}

func (a auditedIndex) Count(context.Context) (int, error) { return len(a.names()), nil }

// lose forgets what stands behind an entry, or makes up something.
func (a auditedIndex) lose(change func(titles map[quarry.EntryRef]string)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(a.titles)
}

func runAudit(t *testing.T, f *search.Follower) {
	t.Helper()
	if err := f.Audit(t.Context()); err != nil {
		t.Fatalf("audit: %v", err)
	}
}

func titled(names ...string) []quarry.Entry {
	entries := make([]quarry.Entry, len(names))
	for i, name := range names {
		entries[i] = searchtest.Entry(quarry.EntryFact, name, name, "")
	}
	return entries
}

func TestWhatAnIndexHasLostIsPutBackAtTheStart(t *testing.T) {
	t.Parallel()
	all := titled("anvil", "bellows", "crucible", "die", "ember")
	names := []string{"anvil", "bellows", "crucible", "die", "ember"}
	for name, tc := range map[string]struct {
		change  func(titles map[quarry.EntryRef]string)
		batches int // that it takes, of two entries
	}{
		"nothing": {func(map[quarry.EntryRef]string) {}, 0},
		"entries": {func(titles map[quarry.EntryRef]string) {
			delete(titles, all[0].EntryRef)
			delete(titles, all[4].EntryRef)
		}, 2},
		"everything":                 {func(titles map[quarry.EntryRef]string) { clear(titles) }, 3},
		"what an entry is now":       {func(titles map[quarry.EntryRef]string) { titles[all[2].EntryRef] = "clay" }, 1},
		"that an entry is no longer": {func(titles map[quarry.EntryRef]string) { titles[quarry.EntryRef{ID: "f_ghost"}] = "ghost" }, 0},
	} {
		index := auditedIndex{newMemoryIndex()}
		store := searchtest.NewStore(all...)
		catchUp(t, follower(store, index))
		index.lose(tc.change)
		before, f := index.batches, follower(store, index)
		catchUp(t, f)
		runAudit(t, f)
		if diff := cmp.Diff(names, index.names()); diff != "" || index.batches != before+tc.batches {
			t.Errorf("%s: %d writes, want %d; entries (-want +got):\n%s", name, index.batches-before, tc.batches, diff)
		}
		cursor, _ := index.Cursor(t.Context())
		if revision, _ := store.Revision(t.Context()); cursor != revision {
			t.Errorf("%s: the cursor is %d, want %d", name, cursor, revision)
		}
	}
}

func TestAnAuditIsDoneOnce(t *testing.T) {
	t.Parallel()
	index := auditedIndex{newMemoryIndex()}
	f := follower(searchtest.NewStore(titled("anvil")...), index)
	catchUp(t, f)
	runAudit(t, f)
	index.lose(func(titles map[quarry.EntryRef]string) { clear(titles) })
	runAudit(t, f)
	if got := index.names(); len(got) != 0 {
		t.Errorf("%v came back: it was audited again", got)
	}
}

// What the index has not read yet is not lost, and is not put before its time.
func TestAnAuditWaitsForTheFeed(t *testing.T) {
	t.Parallel()
	index := auditedIndex{newMemoryIndex()}
	store := searchtest.NewStore(titled("anvil")...)
	f := follower(store, index)
	catchUp(t, f)
	index.lose(func(titles map[quarry.EntryRef]string) { clear(titles) })
	store.Put(titled("bellows")...)
	runAudit(t, f)
	if got := index.names(); len(got) != 0 {
		t.Errorf("it put %v", got)
	}
	catchUp(t, f)
	runAudit(t, f)
	if got := index.names(); !slices.Equal(got, []string{"anvil", "bellows"}) {
		t.Errorf("it holds %v, want both", got)
	}
}

// lagging is a store that says of a change only that it is there, for a moment in
// which it has not yet told the new revision.
type lagging struct {
	*searchtest.Store

	told quarry.Sequence
}

func (l *lagging) Revision(context.Context) (quarry.Sequence, error) { return l.told, nil }

// A document that was saved a moment ago is nothing that the index has lost.
func TestAnAuditWaitsForAChangeWhoseRevisionIsNotToldYet(t *testing.T) {
	t.Parallel()
	index := auditedIndex{newMemoryIndex()}
	store := searchtest.NewStore(titled("anvil")...)
	catchUp(t, follower(store, index))
	behind := &lagging{Store: store}
	behind.told, _ = index.Cursor(t.Context())
	store.Put(titled("bellows")...)
	before := index.batches
	runAudit(t, follower(behind, index))
	if got := index.names(); index.batches != before || !slices.Equal(got, []string{"anvil"}) {
		t.Errorf("it put back %v, which was never lost", got)
	}
}

func TestWhoRunsAudits(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(titled("anvil")...)
	index := auditedIndex{newMemoryIndex()}
	catchUp(t, follower(store, index))
	index.lose(func(titles map[quarry.EntryRef]string) { clear(titles) })
	index.seen = make(chan quarry.Sequence)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- search.NewFollower("test", store, index, search.Pace{Look: time.Hour}, slog.New(slog.DiscardHandler)).Run(ctx)
	}()
	<-index.seen
	cancel()
	if err := <-ended; err != nil || !slices.Equal(index.names(), []string{"anvil"}) {
		t.Errorf("run: %v, it holds %v", err, index.names())
	}
}
