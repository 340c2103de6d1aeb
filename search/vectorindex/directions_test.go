package vectorindex_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

func TestAQueryThatIsAskedAgainIsNotEmbeddedAgain(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := builtOfOne(t, vectorindex.Options{Embedder: embedder})
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
	askOthers(t, index, 6000)
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

func TestQueriesAreKnownBehindARebuild(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	store := searchtest.NewVectors()
	index := built(t, store, vectorindex.Options{Embedder: embedder})
	ask := func(index *vectorindex.Index) int64 {
		t.Helper()
		before := embedder.texts.Load()
		if _, err := index.Search(t.Context(), quarry.Query{Text: "what eats sugar", Limit: 5}); err != nil {
			t.Fatal(err)
		}
		return embedder.texts.Load() - before
	}
	if made := ask(index); made != 1 {
		t.Fatalf("a new query was embedded %d times", made)
	}
	rebuilt(t, index)
	if made := ask(index); made != 0 {
		t.Errorf("behind a rebuild a known query was embedded %d times", made)
	}
	other := &words{id: "others"}
	changed := open(t, store, vectorindex.Options{Embedder: other})
	rebuilt(t, changed)
	if _, err := changed.Search(t.Context(), quarry.Query{Text: "what eats sugar", Limit: 5}); err != nil {
		t.Fatal(err)
	}
	if made := other.texts.Load(); made != 1 {
		t.Errorf("another embedder was asked for %d texts, want the query", made)
	}
}

func TestWhatIsAskedAgainAndAgainIsKnownBesideManyOthers(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := builtOfOne(t, vectorindex.Options{Embedder: embedder})
	before := embedder.texts.Load()
	const others = 5000
	for n := range others {
		for _, text := range []string{fmt.Sprint("question ", n), "what eats sugar"} {
			if _, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 5}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if made := embedder.texts.Load() - before - others; made != 1 {
		t.Errorf("a query that is asked all the time was embedded %d times, want once", made)
	}
}

// The embedder is asked once for a query and all that it means.
func TestWhatAQueryMeansMovesWhatIsNear(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: embedder})
	if err := index.Apply(t.Context(), search.Batch{Cursor: 1, Puts: []quarry.Entry{
		searchtest.Entry(quarry.EntryFact, "chair", "Chair", "People sit around tables."),
		searchtest.Entry(quarry.EntryFact, "idle", "Idle", "Idle machines."),
	}}); err != nil {
		t.Fatal(err)
	}
	first := func(text string, meant ...quarry.Meant) (string, int) {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Meant: meant, Limit: 5})
		if err != nil || len(ranking.Hits) == 0 {
			t.Fatalf("%q with %v finds %d, %v", text, meant, len(ranking.Hits), err)
		}
		return string(ranking.Hits[0].ID), len(ranking.Hits)
	}
	before := embedder.requests.Load()
	if id, hits := first("sit around", quarry.Meant{Name: "idle", Weight: 4}, quarry.Meant{Name: "machine", Weight: 4}); id != "f_idle" || hits != 2 {
		t.Errorf("what is meant by far: %s of %d is first, want what is idle of 2", id, hits)
	}
	if made := embedder.requests.Load() - before; made != 1 {
		t.Errorf("the embedder was asked %d times, want once", made)
	}
	if id, hits := first("sit around", quarry.Meant{Name: "idle", Weight: 0.1}); id != "f_chair" || hits != 2 {
		t.Errorf("what is hardly meant: %s of %d is first, want the chair of 2", id, hits)
	}
	if made := embedder.requests.Load() - before; made != 1 {
		t.Errorf("what is known was asked for again: %d requests", made)
	}
	if id, _ := first("what is that", quarry.Meant{Name: "idle", Weight: 1}); id != "f_idle" {
		t.Errorf("a query without a vector finds %s first, want what it means", id)
	}
}

func TestQueriesThatAreForeseenAreEmbeddedAtOnce(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := builtOfOne(t, vectorindex.Options{Embedder: embedder})
	var texts []string
	for n := range 64 {
		texts = append(texts, fmt.Sprintf("what eats sugar %d", n))
	}
	before := embedder.requests.Load()
	for range 2 {
		index.Foresee(t.Context(), texts)
		for _, text := range texts {
			if ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 5}); err != nil || len(ranking.Hits) != 1 {
				t.Fatalf("%s: %d hits, %v", text, len(ranking.Hits), err)
			}
		}
	}
	if requests := embedder.requests.Load() - before; requests != 1 {
		t.Errorf("the embedder was asked %d times for queries that were foreseen, want once", requests)
	}
	embedder.down.Store(true)
	index.Foresee(t.Context(), []string{"what rises", "what falls"}) // it is each query's own trouble
	if got := index.Trouble(); got != "" {
		t.Errorf("what was only foreseen is trouble: %q", got)
	}
}

func TestAnEmbedderThatMakesNoVectorsOfQueriesIsTrouble(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	embedder := &words{id: "words"}
	index := builtOfOne(t, vectorindex.Options{Embedder: embedder, Log: slog.New(slog.NewTextHandler(&logged, nil))})
	logged.Reset()
	ask := func(ctx context.Context, texts ...string) {
		for _, text := range texts {
			_, _ = index.Search(ctx, quarry.Query{Text: text, Limit: 5}) // what came of it is the index's trouble
		}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	embedder.down.Store(true)
	ask(gone, "what rises")
	if got := index.Trouble(); got != "" {
		t.Errorf("the client left, and the trouble is %q", got)
	}
	ask(t.Context(), "what rises", "what eats", "what drinks")
	if got := index.Trouble(); got != "queries have no vectors: the endpoint does not answer" {
		t.Errorf("trouble = %q", got)
	}
	if warned := strings.Count(logged.String(), "level=WARN"); warned != 1 {
		t.Errorf("warned %d times of one trouble:\n%s", warned, logged.String())
	}
	embedder.down.Store(false)
	ask(t.Context(), "what rises")
	if got := index.Trouble(); got != "" || !strings.Contains(logged.String(), "level=INFO") {
		t.Errorf("behind an answer the trouble is %q, the log\n%s", got, logged.String())
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

// builtOfOne returns an index of one entry.
func builtOfOne(t *testing.T, options vectorindex.Options) *vectorindex.Index {
	t.Helper()
	index := built(t, searchtest.NewVectors(), options)
	entry := searchtest.Entry(quarry.EntryFact, "yeast", "Yeast", "Yeast eats sugar.")
	if err := index.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{entry}, Cursor: 1}); err != nil {
		t.Fatal(err)
	}
	return index
}
