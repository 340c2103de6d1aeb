package vectorindex_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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

// fitful is an embedder that for a while makes nothing of many texts of no words.
type fitful struct {
	lettered

	fails *atomic.Bool
}

func (f fitful) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	if f.fails.Load() && len(texts) > 1 && !strings.ContainsAny(texts[0], "aeiou") {
		return nil, quarry.Errorf(quarry.KindUnavailable, "no such text")
	}
	return f.lettered.Embed(ctx, texts, kind)
}

func TestWhatIsDoubtedDoesNotDependOnWhoAskedBefore(t *testing.T) {
	t.Parallel()
	query := quarry.Query{Text: "qwxz vbnp kljh", Limit: 20}
	doubtBehind := func(prepare func(*vectorindex.Index)) float64 {
		index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: lettered{directions{dim: 64, clusters: 12}}})
		apply(t, index, 1, entriesFor(600)...)
		prepare(index)
		return rankingOf(t, index, query).Doubt
	}
	want := doubtBehind(func(*vectorindex.Index) {})
	if want == 0 {
		t.Fatal("nothing is doubted, which tells nothing")
	}
	for name, prepare := range map[string]func(*vectorindex.Index){
		"itself foreseen": func(i *vectorindex.Index) { i.Foresee(t.Context(), []string{query.Text, "a kiln"}) },
		"others foreseen": func(i *vectorindex.Index) { i.Foresee(t.Context(), []string{"a loaf", "a kiln"}) },
		"itself asked":    func(i *vectorindex.Index) { rankingOf(t, i, query) },
		"another asked":   func(i *vectorindex.Index) { rankingOf(t, i, quarry.Query{Text: "a kiln", Limit: 1}) },
	} {
		if got := doubtBehind(prepare); got != want {
			t.Errorf("%s: doubted by %v, want %v", name, got, want)
		}
	}
}

func TestAnEmbedderThatMakesNothingOfNoiseAnswersQueries(t *testing.T) {
	t.Parallel()
	now, fails := &clock{now: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}, new(atomic.Bool)
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: fitful{lettered{directions{dim: 64, clusters: 12}}, fails}, Now: now.Now})
	apply(t, index, 1, entriesFor(600)...)
	query := quarry.Query{Text: "qwxz vbnp kljh", Limit: 20}
	fails.Store(true)
	if got := rankingOf(t, index, query); got.Doubt != 0 || len(got.Hits) == 0 || index.Trouble() != "" {
		t.Errorf("%d hits, doubted by %v, trouble %q; want hits and nothing else", len(got.Hits), got.Doubt, index.Trouble())
	}
	fails.Store(false)
	now.now = now.now.Add(time.Hour)
	if got := rankingOf(t, index, query); got.Doubt == 0 {
		t.Error("an embedder that makes something of noise again is not asked again")
	}
}
