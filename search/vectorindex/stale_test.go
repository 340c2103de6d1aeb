package vectorindex_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// learntOf builds an index that has learnt from so many facts.
func learntOf(t *testing.T, store vectorindex.Store, o vectorindex.Options, facts int) *vectorindex.Index {
	t.Helper()
	index := open(t, store, o)
	build, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entries := make([]quarry.Entry, facts)
	for i := range entries {
		entries[i] = wordless(i, "…")
	}
	for _, b := range []search.Batch{{Puts: entries}, {Cursor: 1, Session: "session"}} {
		if err := build.Apply(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if err := build.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return index
}

// wordless returns a fact that takes no room in memory.
func wordless(number int, text string) quarry.Entry {
	return searchtest.Entry(quarry.EntryFact, fmt.Sprintf("%05d", number), "?", text)
}

func changedFacts(count int) []quarry.Entry {
	entries := make([]quarry.Entry, count)
	for i := range entries {
		entries[i] = wordless(i, "!")
	}
	return entries
}

func TestAModelIsLearntAnewWhenTheCorpusHasChangedEnough(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		facts, changed int
		pause          time.Duration
		stale          bool
	}{
		"nothing has changed":                     {100, 0, time.Hour, false},
		"one text, just now":                      {100, 1, 0, false},
		"one text, and then nothing for a while":  {100, 1, 3 * time.Second, true},
		"more than half, just now":                {100, 51, 0, true},
		"a few of many, and nothing for a while":  {20_001, 4000, time.Hour, false},
		"a fifth of many, just now":               {20_001, 4001, 0, true},
		"more than half of none":                  {0, 1, 0, true},
		"a few of not so many, after a while too": {20_000, 1, time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := &clock{now: time.Unix(1, 0)}
			o := vectorindex.Options{Learner: learner{}, Settle: 3 * time.Second, Now: now.Now}
			index := learntOf(t, searchtest.NewVectors(), o, tc.facts)
			if got := index.Stale(t.Context()); got != "" {
				t.Errorf("at first: stale: %q", got)
			}
			apply(t, index, 2, changedFacts(tc.changed)...)
			now.now = now.now.Add(tc.pause)
			if got := index.Stale(t.Context()); (got != "") != tc.stale {
				t.Errorf("stale: %q, want it so: %t", got, tc.stale)
			}
		})
	}
}

func TestWhatChangesNoTextIsNoReasonToLearnAnew(t *testing.T) {
	t.Parallel()
	store := searchtest.NewVectors()
	index := learntOf(t, store, vectorindex.Options{Learner: learner{}}, 3)
	entry := wordless(1, "…")
	entry.Topics = []quarry.TopicID{"memory"}
	apply(t, index, 2, entry)
	unknown := search.Batch{Deletes: []quarry.EntryRef{fact("unknown", "").EntryRef}, Cursor: 3}
	if err := index.Apply(t.Context(), unknown); err != nil || index.Stale(t.Context()) != "" {
		t.Errorf("%v, stale: %q", err, index.Stale(t.Context()))
	}
	gone := search.Batch{Deletes: []quarry.EntryRef{entry.EntryRef}, Cursor: 4}
	if err := index.Apply(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	want := "1 texts have changed since 3 were learnt from"
	for _, i := range []*vectorindex.Index{index, open(t, store, vectorindex.Options{Learner: learner{}})} {
		if got := i.Stale(t.Context()); got != want {
			t.Errorf("stale: %q, want %q, also after opening", got, want)
		}
	}
}

// The answer is a function of what is stored, whatever came first.
func TestTheOrderInWhichEntriesComeMakesNoDifference(t *testing.T) {
	t.Parallel()
	library := searchtest.Library()
	doomed := fact("doomed", "It goes again.")
	forwards, backwards := searchtest.NewStore(), searchtest.NewStore()
	one, other := follower(t, forwards), follower(t, backwards)
	for i := range library {
		forwards.Put(library[i])
		one.catchUp(t)
		backwards.Put(library[len(library)-1-i], doomed)
	}
	other.catchUp(t)
	backwards.Delete(doomed.EntryRef)
	other.catchUp(t)
	if one.index.Model() != other.index.Model() {
		t.Errorf("models %q and %q", one.index.Model(), other.index.Model())
	}
	q := quarry.Query{Text: "memory bandwidth of a kernel"}
	if diff := cmp.Diff(rankingOf(t, one.index, q).Hits, rankingOf(t, other.index, q).Hits); diff != "" {
		t.Errorf("hits (-forwards +backwards):\n%s", diff)
	}
}

type followed struct {
	*search.Follower

	index *vectorindex.Index
}

func follower(t *testing.T, store search.Store) followed {
	t.Helper()
	index := open(t, searchtest.NewVectors(), vectorindex.Options{Learner: learner{}})
	return followed{search.NewFollower("vector", store, index, search.Pace{Batch: 2}, slog.New(slog.DiscardHandler)), index}
}

func (f followed) catchUp(t *testing.T) {
	t.Helper()
	if err := f.CatchUp(t.Context()); err != nil {
		t.Fatalf("catch up: %v", err)
	}
}

func TestTheStateNamesTheModel(t *testing.T) {
	t.Parallel()
	f := follower(t, searchtest.NewStore(searchtest.Library()...))
	f.catchUp(t)
	want := quarry.FollowerState{Name: "vector", Cursor: 6, Ready: true, Model: f.index.Model()}
	if diff := cmp.Diff(want, f.State(t.Context())); diff != "" || want.Model == "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}
