package search_test

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// A small change is found although a large one before it is not indexed yet.
func TestWhatIsHurriedIsIndexedAheadOfTheFeed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, index := searchtest.NewStore(), newMemoryIndex()
		for i := range 10 {
			store.Put(at(fact(strconv.Itoa(i)), "a.md", i+1, i+1))
		}
		small := at(fact("small"), "b.md", 1, 1)
		store.Put(small) // 11
		index.seen = make(chan quarry.Sequence)
		f := search.NewFollower("test", store, index, search.Pace{Batch: 1, Look: time.Hour}, slog.New(slog.DiscardHandler))
		hurried := make(chan error, 1)
		stop := running(t, f)
		<-index.seen // the follower is at the first change
		go func() { hurried <- f.Hurry(t.Context(), []quarry.EntryRef{small.EntryRef}) }()
		synctest.Wait() // it has asked, and the follower is at the second
		<-index.seen
		cursor := <-index.seen
		if err := <-hurried; err != nil {
			t.Errorf("Hurry: %v", err)
		}
		if found := index.title(small.EntryRef) != ""; !found || cursor > 3 {
			t.Errorf("at %d it is found: %t, want it ahead of the others", cursor, found)
		}
		for cursor < 11 {
			cursor = <-index.seen
		}
		stop()
		if state := f.State(t.Context()); state.Cursor != 11 {
			t.Errorf("state = %+v, want all of the feed", state)
		}
	})
}

func TestHurryIsRefusedWhereTheIndexDoesNotAnswer(t *testing.T) {
	t.Parallel()
	small := at(fact("small"), "b.md", 1, 1)
	index := newMemoryIndex()
	index.failing = quarry.Errorf(quarry.KindUnavailable, "no disk")
	f := follower(searchtest.NewStore(small), index)
	defer running(t, f)()
	if err := f.Hurry(t.Context(), []quarry.EntryRef{small.EntryRef}); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want what the index says", err)
	}
}

// running lets a follower run until what it returns is called.
func running(t *testing.T, f *search.Follower) func() {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	return func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// What is taken in while the index is built anew is found at once, and still when the new
// one has taken its place.
func TestWhatIsHurriedDoesNotWaitForARebuild(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, index := searchtest.NewStore(), newMemoryIndex()
		for i := range 3 {
			store.Put(at(fact(strconv.Itoa(i)), "a.md", i+1, i+1))
		}
		f := follower(store, index)
		catchUp(t, f)
		building, goOn := make(chan struct{}), make(chan struct{})
		index.onBuild = sync.OnceFunc(func() {
			close(building)
			<-goOn
		})
		rebuilt := make(chan error, 1)
		go func() { rebuilt <- f.Rebuild(t.Context()) }()
		<-building
		small := at(fact("small"), "b.md", 1, 1)
		store.Put(small)
		if err := f.Hurry(t.Context(), []quarry.EntryRef{small.EntryRef}); err != nil {
			t.Errorf("Hurry: %v", err)
		}
		if index.title(small.EntryRef) == "" {
			t.Error("it is not found while the index is built anew")
		}
		close(goOn)
		if err := <-rebuilt; err != nil {
			t.Errorf("Rebuild: %v", err)
		}
		if index.title(small.EntryRef) == "" {
			t.Error("it is not found in the new index")
		}
	})
}
