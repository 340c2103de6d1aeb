package bleveindex_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// Every batch moves some entries, takes some away and adds some, while bleve
// merges its segments, and every search remembers what it has read.
func TestAPlaceIsThatOfTheLastBatchHoweverOftenSegmentsChange(t *testing.T) {
	t.Parallel()
	index := openBuilt(t, t.TempDir())
	alive := map[quarry.EntryID]search.Place{}
	for round := 1; round <= 60; round++ {
		batch := search.Batch{Cursor: quarry.Sequence(round)}
		for i := range 40 {
			name := strconv.Itoa((round*7 + i*i) % 300)
			entry := searchtest.Entry(quarry.EntryFact, name, "Subject "+name, "A statement that everything makes.")
			entry.Source = searchtest.SourceAt(fmt.Sprintf("notes-%d.md", round%5), round, round+i)
			if _, gone := alive[entry.ID]; gone && i%5 == 0 {
				batch.Deletes = append(batch.Deletes, entry.EntryRef)
				continue
			}
			batch.Puts = append(batch.Puts, entry)
		}
		batch.Puts = once(batch)
		if err := index.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
		note(alive, batch)
		checkPlaces(t, index, alive)
	}
}

// once drops all but the last of the puts of one entry, and those of entries
// that the batch deletes.
func once(b search.Batch) []quarry.Entry {
	last := map[quarry.EntryID]int{}
	for i, entry := range b.Puts {
		last[entry.ID] = i
	}
	for _, ref := range b.Deletes {
		delete(last, ref.ID)
	}
	var kept []quarry.Entry
	for i, entry := range b.Puts {
		if at, wanted := last[entry.ID]; wanted && at == i {
			kept = append(kept, entry)
		}
	}
	return kept
}

func note(alive map[quarry.EntryID]search.Place, b search.Batch) {
	for _, ref := range b.Deletes {
		delete(alive, ref.ID)
	}
	for _, e := range b.Puts {
		alive[e.ID] = search.Place{
			Document: e.Source.DocumentID, LineStart: e.Source.LineStart, LineEnd: e.Source.LineEnd,
		}
	}
}

func checkPlaces(t *testing.T, engine search.Engine, alive map[quarry.EntryID]search.Place) {
	t.Helper()
	ranking, err := engine.Search(t.Context(), quarry.Query{Text: "statement", Limit: 1000})
	if err != nil || len(ranking.Hits) != len(alive) {
		t.Fatalf("found %d of %d, %v", len(ranking.Hits), len(alive), err)
	}
	for _, hit := range ranking.Hits {
		if want := alive[hit.ID]; hit.Place != want {
			t.Fatalf("%s stands at %+v, want %+v", hit.ID, hit.Place, want)
		}
	}
}
