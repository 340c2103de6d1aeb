package vectorindex_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// demanding demands that an entry's text holds the word in quotes, and counts what
// that costs.
type demanding struct {
	read  quarry.Sequence // up to which there is an index of words
	down  error           // why there is none
	knows map[quarry.EntryRef]bool

	asked, analysed atomic.Int64
	then            func() // after each text
}

func (d *demanding) Requirements(query string) search.Requirements {
	_, after, quoted := strings.Cut(query, `"`)
	if !quoted {
		return nil
	}
	word, _, _ := strings.Cut(after, `"`)
	return demandedWord{d, word}
}

type demandedWord struct {
	*demanding

	word string
}

func (d demandedWord) Among(_ context.Context, refs []quarry.EntryRef) (map[quarry.EntryRef]bool, quarry.Sequence, error) {
	d.asked.Add(int64(len(refs)))
	return d.knows, d.read, d.down
}

func (d demandedWord) MetBy(e quarry.Entry) bool {
	d.analysed.Add(1)
	if d.then != nil {
		d.then()
	}
	return strings.Contains(e.Text, d.word)
}

// counting counts the entries that are read.
type counting struct {
	*searchtest.Store

	read atomic.Int64
}

func (c *counting) Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	c.read.Add(int64(len(refs)))
	return c.Store.Entries(ctx, refs)
}

// demanded is an index of entries that are held against what queries require.
func demanded(t *testing.T, d search.Requirer, entries ...quarry.Entry) (*vectorindex.Index, *counting) {
	t.Helper()
	store := &counting{Store: searchtest.NewStore(entries...)}
	o := byWords()
	o.Requirements, o.Entries = d, store
	index := built(t, searchtest.NewVectors(), o)
	apply(t, index, 5, entries...)
	return index, store
}

func unavailable() error { return quarry.Errorf(quarry.KindUnavailable, "the index is being built") }

func TestWhatAQueryDemandsToTheWordIsHeldAgainstTheEntries(t *testing.T) {
	t.Parallel()
	warp, tile, gone := fact("warp", "A warp in a tile."), fact("tile", "A tile in shared memory."), fact("gone", "A warp in tiles.")
	for name, d := range map[string]*demanding{
		"there is no index of words":      {down: unavailable()},
		"it has not read as far":          {read: 4, knows: map[quarry.EntryRef]bool{tile.EntryRef: true}},
		"it tells":                        {read: 5, knows: map[quarry.EntryRef]bool{warp.EntryRef: true}},
		"it tells and knows more by then": {read: 6, knows: map[quarry.EntryRef]bool{warp.EntryRef: true}},
	} {
		index, store := demanded(t, d, warp, tile, gone)
		store.Delete(gone.EntryRef)
		ranking := rankingOf(t, index, quarry.Query{Text: `tile "warp"`, Facets: []quarry.FacetName{quarry.FacetKind}})
		if len(ranking.Hits) != 1 || ranking.Hits[0].ID != warp.ID || ranking.Total != 1 || ranking.Facets[quarry.FacetKind][0].Count != 1 {
			t.Errorf("%s: ranking = %+v, want the one entry that holds the word and is stored", name, ranking)
		}
		if got := found(t, index, "tile"); len(got) != 3 {
			t.Errorf("%s: without quotes it finds %v, want all tiles", name, got)
		}
	}
}

// loaves returns so many entries, of which one in so many has raisins.
func loaves(count, withRaisins int) []quarry.Entry {
	entries := make([]quarry.Entry, count)
	for i := range entries {
		text := "A rye loaf."
		if i%withRaisins == 0 {
			text = "A rye loaf with raisins."
		}
		entries[i] = fact(fmt.Sprintf("%03d", i), text)
	}
	return entries
}

func TestNoMoreEntriesAreReadThanAreWanted(t *testing.T) {
	t.Parallel()
	entries := loaves(600, 1)
	told := map[quarry.EntryRef]bool{}
	for _, entry := range entries {
		told[entry.EntryRef] = true
	}
	without, with := &demanding{down: unavailable()}, &demanding{read: 5, knows: told}
	for d, most := range map[*demanding]struct{ asked, read int64 }{without: {100, 104}, with: {100, 0}} {
		index, store := demanded(t, d, entries...)
		ranking := rankingOf(t, index, quarry.Query{Text: `loaf "raisins"`})
		if len(ranking.Hits) != 100 || d.asked.Load() > most.asked || store.read.Load() > most.read || d.analysed.Load() > most.read {
			t.Errorf("%d hits for %d entries asked of, %d read and %d analysed, want at most %+v",
				len(ranking.Hits), d.asked.Load(), store.read.Load(), d.analysed.Load(), most)
		}
	}
}

func TestEveryOneOfTheClosestIsHeldAgainstARareDemand(t *testing.T) {
	t.Parallel()
	entries := loaves(400, 50)
	told := map[quarry.EntryRef]bool{}
	for i := 0; i < len(entries); i += 50 {
		told[entries[i].EntryRef] = true
	}
	for _, d := range []*demanding{{down: unavailable()}, {read: 5, knows: told}} {
		index, _ := demanded(t, d, entries...)
		ranking := rankingOf(t, index, quarry.Query{Text: `loaf "raisins"`})
		if len(ranking.Hits) != 8 || d.asked.Load() > 400 || d.analysed.Load() > 400 {
			t.Errorf("%d hits, %d asked of and %d analysed, want the 8 of 400, each looked at once",
				len(ranking.Hits), d.asked.Load(), d.analysed.Load())
		}
	}
}

func TestNothingIsReadForWhoIsGone(t *testing.T) {
	t.Parallel()
	d := &demanding{down: unavailable()}
	index, _ := demanded(t, d, loaves(400, 500)...)
	ctx, leave := context.WithCancel(t.Context())
	d.then = leave
	_, err := index.Search(ctx, quarry.Query{Text: `loaf "raisins"`, Limit: 20})
	if !errors.Is(err, context.Canceled) || d.analysed.Load() != 1 {
		t.Errorf("error = %v after %d texts, want that it was cancelled after one", err, d.analysed.Load())
	}
}

func TestAnIndexThatFailsIsNoAnswer(t *testing.T) {
	t.Parallel()
	failed := errors.New("the disk is gone")
	index, _ := demanded(t, &demanding{down: failed}, loaves(3, 1)...)
	if _, err := index.Search(t.Context(), quarry.Query{Text: `loaf "raisins"`, Limit: 2}); !errors.Is(err, failed) {
		t.Errorf("error = %v, want that of the index", err)
	}
}

// wordsOf builds an index of words.
func wordsOf(tb testing.TB, entries []quarry.Entry) *bleveindex.Index {
	tb.Helper()
	index, err := bleveindex.Open(tb.Context(), tb.TempDir(), bleveindex.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := index.Close(); err != nil {
			tb.Error(err)
		}
	})
	build, err := index.Rebuild(tb.Context())
	if err == nil {
		err = build.Apply(tb.Context(), search.Batch{Puts: entries, Cursor: 5})
	}
	if err == nil {
		err = build.Commit(tb.Context())
	}
	if err != nil {
		tb.Fatal(err)
	}
	return index
}

// chapters returns long entries: about 36 kB each.
func chapters(count int) []quarry.Entry {
	entries := make([]quarry.Entry, count)
	for i, entry := range searchtest.Generate(count) {
		entries[i] = fact(fmt.Sprintf("%03d", i), "A loaf of rye. "+strings.Repeat(entry.Text+" ", 1+36_000/len(entry.Text)))
	}
	return entries
}

func TestNoTextIsReadWhereAnIndexOfWordsTells(t *testing.T) {
	t.Parallel()
	entries := chapters(60)
	entries[7].Text += " But for the breach."
	index, store := demanded(t, wordsOf(t, entries), entries...)
	for text, want := range map[string]int{`loaf -banana`: 60, `loaf "but for"`: 1, `loaf -"but for"`: 59, `loaf "rye loaf"`: 0} {
		if got := rankingOf(t, index, quarry.Query{Text: text, Limit: 100}); len(got.Hits) != want || store.read.Load() > 0 {
			t.Errorf("%s: %d hits and %d entries read, want %d and none", text, len(got.Hits), store.read.Load(), want)
		}
	}
}

// What a phrase or a minus costs, against the same query without.
func BenchmarkRequirements(b *testing.B) {
	entries := chapters(420)
	o := byWords()
	o.Requirements, o.Entries = wordsOf(b, entries), searchtest.NewStore(entries...)
	index, err := vectorindex.Open(b.Context(), searchtest.NewVectors(), o)
	check(b, err)
	build, err := index.Rebuild(b.Context())
	check(b, err)
	check(b, build.Apply(b.Context(), search.Batch{Puts: entries, Cursor: 5}))
	check(b, build.Commit(b.Context()))
	for _, demand := range []string{`-banana`, `-rye`, `"loaf of rye"`, `"of a"`, `-"rye loaf"`} {
		b.Run(demand, func(b *testing.B) {
			searcher := search.NewSearcher(search.Setup{Entries: o.Entries, Engines: []search.Named{
				{Name: search.EngineLexical, Engine: wordsEngine(o)}, {Name: search.EngineVector, Engine: index},
			}})
			var took [2]time.Duration
			for b.Loop() {
				for i, text := range []string{"loaf memory", "loaf memory " + demand} {
					start := time.Now()
					_, err := searcher.Search(b.Context(), quarry.Query{Text: text, Limit: 10})
					took[i] += time.Since(start)
					check(b, err)
				}
			}
			b.ReportMetric(float64(took[1])/float64(took[0]), "ratio")
		})
	}
}

func wordsEngine(o vectorindex.Options) search.Engine {
	engine, _ := o.Requirements.(search.Engine)
	return engine
}
