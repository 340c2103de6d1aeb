package main

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"

	"github.com/quarrykb/quarry/bench/generate"
)

const fewNotes = 300

func TestEveryRankerFindsWhereItsQueriesComeFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, kind := range append(rankingPeers(), ownRankers()) {
		answersAll(t, kind, dir) // while it is filled
		answersAll(t, kind, dir) // opened once more
		if size, err := kind.bytes(t.Context(), dir, fewNotes); err != nil || size == 0 {
			t.Errorf("%s takes %d bytes, %v", kind.name, size, err)
		}
	}
}

func answersAll(t *testing.T, kind rankers, dir string) {
	t.Helper()
	r, err := kind.openFilled(t.Context(), dir, fewNotes)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range generate.NoteQueries(seed, 40, fewNotes) {
		findsAnyAndAll(t, kind.name, r, words)
	}
	if err := r.close(); err != nil {
		t.Error(err)
	}
}

// findsAnyAndAll asks for words that stand together in a note.
func findsAnyAndAll(t *testing.T, name string, r ranker, words []string) {
	t.Helper()
	anyOf, err := r.top(t.Context(), words, matchAny)
	if err != nil || anyOf == 0 {
		t.Errorf("%s: any of %q: %d, %v", name, words, anyOf, err)
	}
	allOf, err := r.top(t.Context(), words, matchAll)
	if err != nil || allOf == 0 || allOf > anyOf {
		t.Errorf("%s: all of %q: %d, any: %d, %v", name, words, allOf, anyOf, err)
	}
}

func TestEveryScannerFindsTheNearest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	queries := generate.Directions(scanSeed, 0, 20, scannedDim)
	tenths := nearby(fewNotes, queries)
	for _, kind := range append(vecScanners(exactForm()), exactScanners(), narrowScanners()) {
		s, err := kind.openFilled(t.Context(), dir, fewNotes)
		if err != nil {
			t.Fatal(err)
		}
		found, err := foundNearest(t.Context(), s, queries, tenths)
		if err != nil || found != 20*topHits {
			t.Errorf("%s: %d of %d, %v", kind.name, found, 20*topHits, err)
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
}

func TestARecallBelowOneIsSeen(t *testing.T) {
	t.Parallel()
	queries := generate.Directions(scanSeed, 0, 3, scannedDim)
	tenths := nearby(fewNotes, queries)
	for i := range tenths {
		tenths[i] += 2 // nearer than anything can be
	}
	s, err := exactScanners().openFilled(t.Context(), t.TempDir(), fewNotes)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := foundNearest(t.Context(), s, queries, tenths); err != nil || found != 0 {
		t.Errorf("%d found, %v, want none", found, err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

func TestAHybridSearchIsAnsweredByBothEngines(t *testing.T) {
	t.Parallel()
	s, err := openShelf(t.Context(), t.TempDir(), fewNotes)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Searcher.Search(t.Context(), quarry.Query{
		Text: generate.Chapter(seed, 0).Questions[0].Text, Limit: topHits, Mode: quarry.ModeHybrid,
	})
	if err != nil || len(found.Degraded) > 0 || len(found.Hits) == 0 {
		t.Fatalf("%d hits without %q, %v", len(found.Hits), found.Degraded, err)
	}
	if by := found.Hits[0].FoundBy; !slices.Equal(by, []string{search.EngineLexical, search.EngineVector}) {
		t.Errorf("the first hit is found by %q", by)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestBatchesAreOfOneSizeAndHoldAllNotes(t *testing.T) {
	t.Parallel()
	var sizes []int
	ids := map[quarry.EntryID]bool{}
	err := eachBatch(4500, func(batch []quarry.Entry) error {
		sizes = append(sizes, len(batch))
		for _, e := range batch {
			ids[e.ID] = true
		}
		return nil
	})
	if err != nil || !slices.Equal(sizes, []int{followed, followed, 500}) || len(ids) != 4500 {
		t.Errorf("batches of %d with %d ids, %v", sizes, len(ids), err)
	}
}

func TestTargetsAreOfOneSize(t *testing.T) {
	t.Parallel()
	for _, f := range searchingFigures(1000) {
		if f.target != 0 {
			t.Errorf("%s promises %v", f.name, f.target)
		}
	}
	promised := 0
	for _, f := range searchingFigures(promisedNotes) {
		if f.target != 0 {
			promised++
		}
	}
	if promised < 3 {
		t.Errorf("%d figures promise something, want more", promised)
	}
}
