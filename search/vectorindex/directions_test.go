package vectorindex_test

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

func TestAQueryThatIsAskedAgainIsNotEmbeddedAgain(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: embedder})
	entry := searchtest.Entry(quarry.EntryFact, "yeast", "Yeast", "Yeast eats sugar.")
	if err := index.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{entry}, Cursor: 1}); err != nil {
		t.Fatal(err)
	}
	ask := func(text string) {
		t.Helper()
		for _, kind := range quarry.EntryKinds() {
			ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Filter: quarry.Filter{Kinds: []quarry.EntryKind{kind}}, Limit: 5})
			if found := len(ranking.Hits) > 0; err != nil || found != (kind == quarry.EntryFact) {
				t.Errorf("%s: found %t (%v)", kind, found, err)
			}
		}
	}
	before := embedder.texts.Load()
	ask("what eats sugar")
	if made := embedder.texts.Load() - before; made != 1 {
		t.Errorf("the query was embedded %d times", made)
	}
	askOthers(t, index, 3000)
	before = embedder.texts.Load()
	ask("what eats sugar")
	if made := embedder.texts.Load() - before; made != 1 {
		t.Errorf("behind thousands of others the query was embedded %d times, want once more", made)
	}
	embedder.down.Store(true)
	ask("what eats sugar")
	if _, err := index.Search(t.Context(), quarry.Query{Text: "what else", Limit: 5}); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("a new query of an embedder that is down: error = %v", err)
	}
}

func askOthers(t *testing.T, index *vectorindex.Index, most int) {
	t.Helper()
	for n := range most {
		if _, err := index.Search(t.Context(), quarry.Query{Text: fmt.Sprint("question ", n), Limit: 5}); err != nil {
			t.Fatal(err)
		}
	}
}
