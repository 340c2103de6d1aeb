package vectorindex

import (
	"context"
	"fmt"
	"math"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// generation is all vectors of one embedder, as whoever writes them sees them.
type generation struct {
	quarry.Embedding

	of       *Index
	embedder search.Embedder
	learnt   bool
	rows     *rows
}

func (i *Index) newGeneration(e quarry.Embedding, embedder search.Embedder) *generation {
	g := &generation{Embedding: e, of: i, embedder: embedder, learnt: len(e.Model) > 0, rows: newRows(e.Dim, i.options.Exact)}
	g.Model = nil // the embedder has it
	return g
}

// vector is what becomes of one entry.
type vector struct {
	quarry.Vector

	about about
}

// apply embeds what is new in a batch, and writes it.
func (g *generation) apply(ctx context.Context, b search.Batch) error {
	vectors, changed, err := g.embed(ctx, b.Puts)
	if err != nil {
		return err
	}
	next := g.Embedding
	next.Cursor, next.Session = b.Cursor, b.Session
	next.Changed += changed + g.leaving(b.Deletes)
	return g.write(ctx, next, vectors, b.Deletes)
}

// leaving counts the entries that are there and will not be.
func (g *generation) leaving(deletes []quarry.EntryRef) int {
	count := 0
	for _, ref := range deletes {
		if _, known := g.rows.at[ref]; known {
			count++
		}
	}
	return count
}

// write writes vectors into the store and then into memory.
func (g *generation) write(ctx context.Context, next quarry.Embedding, vectors []vector, deletes []quarry.EntryRef) error {
	puts := make([]quarry.Vector, len(vectors))
	for i, v := range vectors {
		puts[i] = v.Vector
	}
	if err := g.of.store.ApplyVectors(ctx, next, puts, deletes); err != nil {
		return err
	}
	g.Embedding = next
	for _, ref := range deletes {
		g.rows.remove(ref)
	}
	for _, v := range vectors {
		g.rows.put(v.EntryRef, v.Values, v.about)
	}
	g.rows.compact()
	return nil
}

// embed returns the vectors of entries, and how many texts are not what they
// were. Those that are keep their vectors.
func (g *generation) embed(ctx context.Context, entries []quarry.Entry) ([]vector, int, error) {
	vectors := make([]vector, len(entries))
	var fresh []int // which vectors are to be made
	var same []quarry.EntryRef
	texts := make([]string, 0, len(entries))
	for i, entry := range entries {
		text := g.of.text(entry)
		vectors[i] = g.of.vector(entry, text)
		stands, known := g.rows.at[entry.EntryRef]
		switch {
		case !known || stands.text != vectors[i].about.text:
			fresh, texts = append(fresh, i), append(texts, text)
		case stands.row != noRow:
			same = append(same, entry.EntryRef)
		}
	}
	if err := g.reuse(ctx, vectors, same); err != nil {
		return nil, 0, err
	}
	made, err := g.vectorsOf(ctx, texts)
	if err != nil {
		return nil, 0, err
	}
	for i, at := range fresh {
		vectors[at].Values = made[i]
	}
	return vectors, len(fresh), nil
}

// reuse reads the vectors of texts that have not changed.
func (g *generation) reuse(ctx context.Context, vectors []vector, same []quarry.EntryRef) error {
	if len(same) == 0 {
		return nil
	}
	stored, err := g.of.store.Vectors(ctx, g.Number, same)
	if err != nil {
		return err
	}
	values := make(map[quarry.EntryRef][]float32, len(stored))
	for _, v := range stored {
		values[v.EntryRef] = v.Values
	}
	for i := range vectors {
		if known := values[vectors[i].EntryRef]; len(known) == g.Dim {
			vectors[i].Values = known
		}
	}
	return nil
}

// vectorsOf embeds texts.
func (g *generation) vectorsOf(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	made, err := g.embedder.Embed(ctx, texts, search.TextEntry)
	if err != nil {
		return nil, fmt.Errorf("embed %d texts: %w", len(texts), err)
	}
	if len(made) != len(texts) {
		return nil, fmt.Errorf("embed %d texts: %d vectors came back", len(texts), len(made))
	}
	for i, values := range made {
		if made[i], err = unit(values, g.Dim); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// unit returns a vector of length 1 in the same direction, nil where it has none.
func unit(values []float32, dim int) ([]float32, error) {
	if len(values) == 0 {
		return nil, nil
	}
	if len(values) != dim {
		return nil, quarry.Errorf(quarry.KindUnavailable,
			"the embedder made a vector of %d numbers, not of %d", len(values), dim)
	}
	squares := 0.0
	for _, x := range values {
		squares += float64(x) * float64(x)
	}
	const least = 1e-30
	if !(squares > least) || math.IsInf(squares, 0) {
		return nil, nil
	}
	const rounding = 1e-6
	if math.Abs(squares-1) < rounding {
		return values, nil
	}
	scaled := make([]float32, dim)
	by := 1 / math.Sqrt(squares)
	for i, x := range values {
		scaled[i] = float32(float64(x) * by)
	}
	return scaled, nil
}
