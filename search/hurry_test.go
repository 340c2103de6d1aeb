package search_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// A small change is found although a large one before it is not indexed yet.
func TestWhatIsHurriedIsIndexedAheadOfTheFeed(t *testing.T) {
	t.Parallel()
	var entries []quarry.Entry
	for i := range 10 {
		entries = append(entries, at(fact(fmt.Sprint(i)), "a.md", i+1, i+1))
	}
	store, index := searchtest.NewStore(entries...), newMemoryIndex()
	small := at(fact("small"), "b.md", 1, 1)
	store.Put(small) // 11
	index.seen = make(chan quarry.Sequence)
	f := search.NewFollower("test", store, index, search.Pace{Batch: 1, Look: time.Hour}, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	<-index.seen // the follower is at the first change
	hurried := make(chan error, 1)
	go func() { hurried <- f.Hurry(t.Context(), []quarry.EntryRef{small.EntryRef}) }()
	for found := false; !found; {
		select {
		case cursor := <-index.seen:
			index.mu.Lock()
			_, found = index.titles[small.EntryRef]
			index.mu.Unlock()
			if cursor >= 10 {
				t.Fatalf("the follower came to %d, and the small change was not found before", cursor)
			}
		case err := <-hurried:
			t.Fatalf("Hurry returned %v before it was found", err)
		}
	}
	for cursor := quarry.Sequence(0); cursor < 11; {
		select {
		case cursor = <-index.seen:
		case err := <-hurried:
			if err != nil {
				t.Errorf("Hurry: %v", err)
			}
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if state := f.State(t.Context()); state.Ahead != 1 || state.Cursor != 11 {
		t.Errorf("state = %+v, want one entry taken in ahead, and all of the feed", state)
	}
}

func TestHurryIsRefusedWhereTheIndexDoesNotAnswer(t *testing.T) {
	t.Parallel()
	small := at(fact("small"), "b.md", 1, 1)
	index := newMemoryIndex()
	index.failing = quarry.Errorf(quarry.KindUnavailable, "no disk")
	f := search.NewFollower("test", searchtest.NewStore(small), index, search.Pace{Look: time.Hour}, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	if err := f.Hurry(t.Context(), []quarry.EntryRef{small.EntryRef}); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want what the index says", err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
