package vectorindex_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// lettered makes something of texts of any letters, as embedders do: of those that
// mean nothing, a direction among no others. All directions have something in common.
type lettered struct{ directions }

func (l lettered) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	vectors, err := l.directions.Embed(ctx, texts, kind)
	for i, text := range texts {
		if !strings.ContainsAny(text, "aeiou") {
			vectors[i] = directions{dim: l.dim}.of(text)
		}
		for at := range vectors[i] {
			vectors[i][at] += 2
		}
	}
	return vectors, err
}

func TestWhatIsNearestByChanceIsDoubted(t *testing.T) {
	t.Parallel()
	entries := entriesFor(600)
	doubt := func(text string, most int, puts []quarry.Entry) float64 {
		index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: lettered{directions{dim: 64, clusters: 12}}, Exact: most})
		apply(t, index, 1, puts...)
		return rankingOf(t, index, quarry.Query{Text: text, Limit: 20}).Doubt
	}
	if got := doubt("what is a query", 0, entries); got > 0.1 {
		t.Errorf("a text like others is doubted by %v", got)
	}
	noise := doubt("qwxz vbnp kljh", 0, entries)
	if noise < 0.5 {
		t.Errorf("noise is doubted by %v, want more than half of it", noise)
	}
	if narrow := doubt("qwxz vbnp kljh", 100, entries); math.Abs(narrow-noise) > 0.02 {
		t.Errorf("doubted by %v among narrow rows, by %v among exact ones", narrow, noise)
	}
	turned := slices.Clone(entries)
	slices.Reverse(turned)
	if other := doubt("qwxz vbnp kljh", 0, turned); other != noise {
		t.Errorf("doubted by %v and by %v where entries came the other way round", noise, other)
	}
	if got := doubt("qwxz vbnp kljh", 0, entries[:10]); got != 0 {
		t.Errorf("doubted by %v among ten entries, which tell nothing", got)
	}
}
