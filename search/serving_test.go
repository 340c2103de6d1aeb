package search_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// between is a store that lets something happen once between what a follower reads and what
// it does with it.
type between struct {
	*searchtest.Store

	changes, entries func() // once behind a reading; nil for nothing
}

func (b *between) ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error) {
	changes, err := b.Store.ChangesAfter(ctx, after, most)
	once(&b.changes)
	return changes, err
}

func (b *between) Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	entries, revision, err := b.Store.Entries(ctx, refs)
	once(&b.entries)
	return entries, revision, err
}

func once(do *func()) {
	if act := *do; act != nil {
		*do = nil
		act()
	}
}

// hurries has an entry taken in, and waits until that is done, or waits for its turn.
func hurries(t *testing.T, f *search.Follower, e quarry.Entry) *sync.WaitGroup {
	t.Helper()
	var group sync.WaitGroup
	group.Go(func() {
		if err := f.Hurry(t.Context(), []quarry.EntryRef{e.EntryRef}); err != nil {
			t.Errorf("Hurry: %v", err)
		}
	})
	synctest.Wait()
	return &group
}

func (m *memoryIndex) title(ref quarry.EntryRef) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.titles[ref]
}

// What is hurried when a new index has read everything is not lost with the old one.
func TestANewIndexHasWhatWasHurriedIntoTheOldOneLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, index := &between{Store: searchtest.NewStore(fact("anvil"))}, newMemoryIndex()
		f := follower(store, index)
		catchUp(t, f)
		late := fact("late")
		var hurried *sync.WaitGroup
		store.changes = func() { // the last reading of the feed before the new index takes its place
			store.Put(late)
			hurried = hurries(t, f, late)
		}
		if err := f.Rebuild(t.Context()); err != nil {
			t.Fatal(err)
		}
		hurried.Wait()
		if index.title(late.EntryRef) == "" {
			t.Error("it is not in the new index")
		}
	})
}

// Nothing older that was read before comes behind what is hurried.
func TestWhatIsHurriedIsNotOverwrittenByWhatWasReadBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		old := fact("anvil")
		store, index := &between{Store: searchtest.NewStore(old)}, newMemoryIndex()
		f := follower(store, index)
		newer := old
		newer.Title = "a better anvil"
		var hurried *sync.WaitGroup
		var shown []string
		index.onApply = func() { shown = append(shown, index.title(old.EntryRef)) }
		store.entries = func() { // the follower has read, and not written
			store.Put(newer)
			hurried = hurries(t, f, newer)
		}
		catchUp(t, f)
		hurried.Wait()
		if i := slices.Index(shown, newer.Title); i < 0 || slices.Contains(shown[i:], old.Title) {
			t.Errorf("the index has shown %q, want nothing older behind something newer", shown)
		}
	})
}

// countedIndex lets something happen while it counts.
type countedIndex struct {
	auditedIndex

	counting func()
}

func (c *countedIndex) Count(ctx context.Context) (int, error) {
	once(&c.counting)
	return c.auditedIndex.Count(ctx)
}

// An entry that is hurried at the end of an audit is none that is not stored.
func TestAnAuditDoesNotCountWhatIsHurried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, index := searchtest.NewStore(fact("anvil")), &countedIndex{auditedIndex: auditedIndex{newMemoryIndex()}}
		f := follower(store, index)
		catchUp(t, f)
		rebuilt := false
		index.onBuild = func() { rebuilt = true }
		var hurried *sync.WaitGroup
		index.counting = func() {
			late := fact("late")
			store.Put(late)
			hurried = hurries(t, f, late)
		}
		runAudit(t, f)
		hurried.Wait()
		if rebuilt {
			t.Error("the index was built anew")
		}
	})
}

// A new index is let go of that cannot take its place.
func TestARebuildThatIsCalledOffLeavesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, index := &between{Store: searchtest.NewStore(fact("anvil"))}, newMemoryIndex()
		f := follower(store, index)
		ctx, callOff := context.WithCancel(t.Context())
		held := make(chan struct{})
		var hurried *sync.WaitGroup
		index.onApply = sync.OnceFunc(func() { <-held })
		store.changes = func() { // the index that answers is written meanwhile, which takes long
			hurried = hurries(t, f, fact("anvil"))
			callOff()
		}
		if err := f.Rebuild(ctx); err == nil {
			t.Error("the rebuild has succeeded")
		}
		close(held)
		hurried.Wait()
		if index.discarded != 1 {
			t.Errorf("the new index was discarded %d times", index.discarded)
		}
	})
}
