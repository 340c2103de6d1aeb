package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
)

// Embeddings keeps generations of vectors.
type Embeddings interface {
	Vectors

	Embeddings(ctx context.Context) ([]quarry.Embedding, error)
	BeginEmbedding(ctx context.Context, e quarry.Embedding) (int64, error)
	ServeEmbedding(ctx context.Context, number int64) error
	DropEmbedding(ctx context.Context, number int64) error
}

// Vectors keeps the vectors of generations.
type Vectors interface {
	ApplyVectors(ctx context.Context, e quarry.Embedding, puts []quarry.Vector, deletes []quarry.EntryRef) error
	ScanVectors(ctx context.Context, number int64, after quarry.EntryRef, most int) ([]quarry.Vector, error)
	Vectors(ctx context.Context, number int64, refs []quarry.EntryRef) ([]quarry.Vector, error)
}

func vectorTests() tests {
	return tests{
		"a generation is kept as it was begun":         keepsGenerations,
		"one generation serves at a time":              servesOne,
		"vectors come back as they were put":           keepsVectors,
		"generations share no vectors":                 partsGenerations,
		"a dropped generation leaves nothing":          dropsGenerations,
		"a generation that is not there takes nothing": refusesGenerations,
		"an interrupted write of vectors is none":      writesAllVectors,
	}
}

// beginVectors begins a generation.
func beginVectors(t *testing.T, store Store, embedder string) quarry.Embedding {
	t.Helper()
	e := quarry.Embedding{Embedder: embedder, Dim: 3, Model: []byte("model of " + embedder), Trained: 70}
	number, err := store.BeginEmbedding(t.Context(), e)
	e.Number = must(t, number, err)
	return e
}

func applyVectors(t *testing.T, store Store, e quarry.Embedding, puts []quarry.Vector, deletes ...quarry.EntryRef) {
	t.Helper()
	if err := store.ApplyVectors(t.Context(), e, puts, deletes); err != nil {
		t.Fatal(err)
	}
}

// scanned returns all vectors of a generation, two at a time.
func scanned(t *testing.T, store Store, number int64) []quarry.Vector {
	t.Helper()
	var all []quarry.Vector
	for after := (quarry.EntryRef{}); ; {
		some, err := store.ScanVectors(t.Context(), number, after, 2)
		if len(must(t, some, err)) == 0 {
			return all
		}
		all = append(all, some...)
		after = all[len(all)-1].EntryRef
	}
}

func vectorOf(id string, values ...float32) quarry.Vector {
	ref := quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(id)}
	return quarry.Vector{EntryRef: ref, Values: values, About: []byte("\x00about " + id)}
}

func keepsGenerations(t *testing.T, store Store) {
	t.Helper()
	first, second := beginVectors(t, store, "a"), beginVectors(t, store, "b")
	all, err := store.Embeddings(t.Context())
	equal(t, "generations", must(t, all, err), []quarry.Embedding{first, second})
}

func servesOne(t *testing.T, store Store) {
	t.Helper()
	first, second := beginVectors(t, store, "a"), beginVectors(t, store, "b")
	for _, e := range []quarry.Embedding{first, second} {
		if err := store.ServeEmbedding(t.Context(), e.Number); err != nil {
			t.Fatal(err)
		}
	}
	second.Serving = true
	all, err := store.Embeddings(t.Context())
	equal(t, "generations", must(t, all, err), []quarry.Embedding{first, second})
}

func keepsVectors(t *testing.T, store Store) {
	t.Helper()
	e := beginVectors(t, store, "a")
	b, a, c, none := vectorOf("f_b", 0.5, -0.25, 1e-30), vectorOf("f_a", 1, 0, 0), vectorOf("f_c", 0, 1, 0), vectorOf("f_none")
	e.Cursor, e.Session, e.Changed = 7, "session", 2
	applyVectors(t, store, e, []quarry.Vector{b, a, c, none})
	equal(t, "vectors", scanned(t, store, e.Number), []quarry.Vector{a, b, c, none})
	a.Values, e.Cursor = []float32{0, 0, 1}, 9
	applyVectors(t, store, e, []quarry.Vector{a}, b.EntryRef, vectorOf("f_unknown").EntryRef)
	equal(t, "vectors after a change", scanned(t, store, e.Number), []quarry.Vector{a, c, none})
	some, err := store.Vectors(t.Context(), e.Number, []quarry.EntryRef{c.EntryRef, b.EntryRef, a.EntryRef})
	byID := cmpopts.SortSlices(func(a, b quarry.Vector) bool { return a.ID < b.ID })
	if diff := cmp.Diff([]quarry.Vector{a, c}, must(t, some, err), byID, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("vectors of references (-want +got):\n%s", diff)
	}
	all, err := store.Embeddings(t.Context())
	equal(t, "generation", must(t, all, err), []quarry.Embedding{e})
}

func partsGenerations(t *testing.T, store Store) {
	t.Helper()
	first, second := beginVectors(t, store, "a"), beginVectors(t, store, "b")
	one, other := vectorOf("f_a", 1, 0, 0), vectorOf("f_a", 0, 1, 0)
	applyVectors(t, store, first, []quarry.Vector{one})
	applyVectors(t, store, second, []quarry.Vector{other}, one.EntryRef)
	equal(t, "the first", scanned(t, store, first.Number), []quarry.Vector{one})
	equal(t, "the second", scanned(t, store, second.Number), []quarry.Vector{other})
}

func dropsGenerations(t *testing.T, store Store) {
	t.Helper()
	first, second := beginVectors(t, store, "a"), beginVectors(t, store, "b")
	many := make([]quarry.Vector, 0, 4500)
	for i := range cap(many) {
		many = append(many, vectorOf(fmt.Sprintf("f_%05d", i), 1, 0, 0))
	}
	applyVectors(t, store, first, many)
	kept := vectorOf("f_a", 0, 1, 0)
	applyVectors(t, store, second, []quarry.Vector{kept})
	for range 2 {
		if err := store.DropEmbedding(t.Context(), first.Number); err != nil {
			t.Fatal(err)
		}
	}
	all, err := store.Embeddings(t.Context())
	equal(t, "generations", must(t, all, err), []quarry.Embedding{second})
	equal(t, "vectors of the dropped", scanned(t, store, first.Number), nil)
	equal(t, "vectors of the other", scanned(t, store, second.Number), []quarry.Vector{kept})
}

func refusesGenerations(t *testing.T, store Store) {
	t.Helper()
	is(t, "apply", store.ApplyVectors(t.Context(), quarry.Embedding{Number: 5}, nil, nil), quarry.KindNotFound)
	is(t, "serve", store.ServeEmbedding(t.Context(), 5), quarry.KindNotFound)
}

func writesAllVectors(t *testing.T, store Store) {
	t.Helper()
	e := beginVectors(t, store, "a")
	kept := vectorOf("f_kept", 1, 0, 0)
	applyVectors(t, store, e, []quarry.Vector{kept})
	next := e
	next.Cursor = 9
	for looks := 1; ; looks++ {
		puts := []quarry.Vector{vectorOf("f_new", 0, 1, 0), vectorOf("f_newer", 0, 1, 0)}
		if store.ApplyVectors(NewInterrupted(looks), next, puts, []quarry.EntryRef{kept.EntryRef}) == nil || looks > 1000 {
			break
		}
		all, err := store.Embeddings(t.Context())
		if must(t, all, err)[0].Cursor == 9 {
			break // it came through and did not know
		}
		equal(t, "vectors", scanned(t, store, e.Number), []quarry.Vector{kept})
	}
	equal(t, "vectors at the end", len(scanned(t, store, e.Number)), 2)
}
