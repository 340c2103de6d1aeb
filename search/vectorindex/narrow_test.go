package vectorindex_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// manyVectors keeps all but a few vectors in bytes.
func manyVectors(e search.Embedder) vectorindex.Options {
	return vectorindex.Options{Embedder: e, Exact: 500}
}

func TestNarrowRowsFindTheClosestToo(t *testing.T) {
	t.Parallel()
	for _, d := range []directions{{dim: 5}, {dim: 100}, {dim: 100, clusters: 30}, {dim: 257}, {dim: 384, clusters: 5}} {
		t.Run(d.ID(), func(t *testing.T) {
			t.Parallel()
			entries := entriesFor(6003)
			index := built(t, searchtest.NewVectors(), manyVectors(d))
			apply(t, index, 1, entries...)
			if recall := d.recall(t, index, entries); recall < 0.99 {
				t.Errorf("recall@10 = %.3f, want .99", recall)
			}
		})
	}
}

// recall returns which share of the ten closest a search finds.
func (d directions) recall(t *testing.T, index *vectorindex.Index, entries []quarry.Entry) float64 {
	t.Helper()
	const queries, wanted = 20, 10
	shared := 0
	for n := range queries {
		q := quarry.Query{Text: fmt.Sprint("query ", n), Limit: wanted}
		closest := d.closest(entries, q.Text, wanted)
		for _, id := range idsOf(t, index, q) {
			if slices.Contains(closest, id) {
				shared++
			}
		}
	}
	return float64(shared) / (queries * wanted)
}

func TestScoresOfNarrowRowsAreThoseOfTheExactOnes(t *testing.T) {
	t.Parallel()
	d := directions{dim: 50}
	entries := entriesFor(3000)
	exact, narrow := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: d}), built(t, searchtest.NewVectors(), manyVectors(d))
	apply(t, exact, 1, entries...)
	apply(t, narrow, 1, entries...)
	q := quarry.Query{Text: "query", Limit: 20, Filter: quarry.Filter{Topics: []quarry.TopicID{"topic-1", "topic-4"}}}
	want, err := exact.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	got, err := narrow.Search(t.Context(), q)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, ranking (-exact +narrow):\n%s", err, diff)
	}
}

func TestNarrowRowsComeAndGo(t *testing.T) {
	t.Parallel()
	d := directions{dim: 24}
	store := searchtest.NewVectors()
	index := built(t, store, manyVectors(d))
	entries := entriesFor(5000)
	left, gone := everyThird(entries)
	at := quarry.Sequence(1)
	for some := range slices.Chunk(entries, 333) {
		apply(t, index, at, some...)
		at++
	}
	for _, ref := range gone {
		if err := index.Apply(t.Context(), search.Batch{Deletes: []quarry.EntryRef{ref}, Cursor: at}); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, index, at, left[:50]...)
	for _, i := range []*vectorindex.Index{index, open(t, store, manyVectors(d))} {
		q := quarry.Query{Text: "query", Limit: 300}
		if diff := cmp.Diff(d.closest(left, q.Text, q.Limit), idsOf(t, i, q)); diff != "" {
			t.Errorf("closest of those that are left (-want +got):\n%s", diff)
		}
		if rows := i.Rows(); rows > 2500 {
			t.Errorf("%d rows for %d entries", rows, len(left))
		}
	}
}

// pointed embeds texts into directions that lean on fewer and fewer numbers the
// longer the text, so that these become larger and larger.
type pointed struct{ directions }

func (p pointed) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	vectors, err := p.directions.Embed(ctx, texts, kind)
	for i, text := range texts {
		for k := range vectors[i] {
			vectors[i][k] /= float32(math.Pow(float64(k+1), float64(len(text)-len("\ntext "))/4))
		}
	}
	return vectors, err
}

func TestNumbersThatTheScaleDoesNotReachWidenIt(t *testing.T) {
	t.Parallel()
	p := pointed{directions{dim: 120}}
	entries := entriesFor(12_000)
	exact := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: p})
	narrow := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: p, Exact: 5})
	apply(t, exact, 1, entries...)
	apply(t, narrow, 1, entries...)
	for n := range 20 {
		q := quarry.Query{Text: fmt.Sprint("query ", n*n*n), Limit: 10}
		if diff := cmp.Diff(idsOf(t, exact, q), idsOf(t, narrow, q)); diff != "" {
			t.Errorf("%s (-exact +narrow):\n%s", q.Text, diff)
		}
	}
}
