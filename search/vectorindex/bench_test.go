package vectorindex_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// noise embeds into random directions, quickly.
type noise struct {
	dim    int
	random *rand.Rand
}

func (n noise) ID() string { return "noise" }

func (n noise) Dim() int { return n.dim }

func (n noise) Embed(_ context.Context, texts []string, _ search.TextKind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = make([]float32, n.dim)
		for j := range vectors[i] {
			vectors[i][j] = n.random.Float32() - 0.5
		}
	}
	return vectors, nil
}

func BenchmarkSearch(b *testing.B) {
	filters := map[string]quarry.Filter{"all": {}, "a seventh": {Topics: []quarry.TopicID{"topic-1"}}}
	for _, tc := range []struct{ entries, dim, exact int }{
		{100_000, 100, 0}, {100_000, 100, 1}, {100_000, 256, 0}, {100_000, 256, 1},
	} {
		b.Run(fmt.Sprintf("%d×%d/exact=%d", tc.entries, tc.dim, tc.exact), func(b *testing.B) {
			index := ofNoise(b, tc.entries, tc.dim, tc.exact)
			for name, filter := range filters {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						_, err := index.Search(b.Context(), quarry.Query{Text: "x", Limit: 10, Filter: filter})
						check(b, err)
					}
				})
			}
		})
	}
}

// ofNoise builds an index of so many random directions.
func ofNoise(b *testing.B, entries, dim, exact int) *vectorindex.Index {
	b.Helper()
	o := vectorindex.Options{Embedder: noise{dim, rand.New(rand.NewPCG(1, 2))}, Exact: exact}
	index, err := vectorindex.Open(b.Context(), searchtest.NewVectors(), o)
	check(b, err)
	build, err := index.Rebuild(b.Context())
	check(b, err)
	check(b, build.Apply(b.Context(), search.Batch{Puts: entriesFor(entries), Cursor: 1}))
	check(b, build.Commit(b.Context()))
	return index
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
