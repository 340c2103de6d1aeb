package vectorindex

import (
	"context"
	"fmt"
	"math"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// generation is all vectors of one embedder, as their writer sees them.
type generation struct {
	quarry.Embedding

	of       *Index
	embedder search.Embedder
	learnt   bool
	before   *earlier // vectors that need not be made again; nil for none
	rows     *rows
	asked    *lru.Cache[string, []float32] // what queries were embedded as
}

func (i *Index) newGeneration(e quarry.Embedding, embedder search.Embedder) *generation {
	g := &generation{Embedding: e, of: i, embedder: embedder, learnt: len(e.Model) > 0, rows: newRows(e.Dim, i.options.Exact), asked: newDirections(e.Dim)}
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
	if g.learnt { // from texts that become others
		for _, ref := range b.Deletes {
			if _, known := g.rows.at[ref]; known {
				changed++
			}
		}
		next.Changed += changed
	}
	return g.write(ctx, next, vectors, b.Deletes)
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
// were. Those that are keep their vectors, here or from before.
func (g *generation) embed(ctx context.Context, entries []quarry.Entry) ([]vector, int, error) {
	vectors := make([]vector, len(entries))
	texts := make([]string, len(entries))
	kept := map[int64][]int{} // by generation, which vectors are there
	var fresh []int           // which are to be made
	for i, entry := range entries {
		texts[i] = textOf(entry)
		vectors[i] = g.of.vector(entry, texts[i])
		stands, known := g.rows.at[entry.EntryRef]
		earlier, knew := g.before.text(entry.EntryRef)
		switch hash := vectors[i].about.text; {
		case known && stands.text == hash && stands.row == noRow: // nothing can be said of it
		case known && stands.text == hash:
			kept[g.Number] = append(kept[g.Number], i)
		case knew && earlier == hash:
			kept[g.before.number] = append(kept[g.before.number], i)
		default:
			fresh = append(fresh, i)
		}
	}
	changed := len(fresh)
	for number, some := range kept {
		lost, err := g.reuse(ctx, number, vectors, some)
		if err != nil {
			return nil, 0, err
		}
		fresh = append(fresh, lost...)
	}
	return vectors, changed, g.fill(ctx, vectors, texts, fresh)
}

// reuse reads vectors that a generation has. It returns which of them are not
// there.
func (g *generation) reuse(ctx context.Context, number int64, vectors []vector, some []int) ([]int, error) {
	refs := make([]quarry.EntryRef, len(some))
	for n, i := range some {
		refs[n] = vectors[i].EntryRef
	}
	stored, err := g.of.store.Vectors(ctx, number, refs)
	if err != nil {
		return nil, err
	}
	values := make(map[quarry.EntryRef][]float32, len(stored))
	for _, v := range stored {
		values[v.EntryRef] = v.Values
	}
	var lost []int
	for _, i := range some {
		known, there := values[vectors[i].EntryRef]
		if there && (len(known) == 0 || len(known) == g.Dim) {
			vectors[i].Values = known
		} else {
			lost = append(lost, i)
		}
	}
	return lost, nil
}

// fill makes those of the vectors that are to be made.
func (g *generation) fill(ctx context.Context, vectors []vector, texts []string, fresh []int) error {
	if len(fresh) == 0 {
		return nil
	}
	slices.Sort(fresh)
	wanted := make([]string, len(fresh))
	for n, i := range fresh {
		wanted[n] = texts[i]
	}
	made, err := embedAll(ctx, g.embedder, wanted, search.TextEntry, g.Dim)
	if err != nil {
		return fmt.Errorf("embed %d texts: %w", len(wanted), err)
	}
	for n, i := range fresh {
		vectors[i].Values = made[n]
	}
	return nil
}

// embedAll returns a vector of length 1 of each of the texts, nil where the embedder
// abstains.
func embedAll(
	ctx context.Context, embedder search.Embedder, texts []string, kind search.TextKind, dim int,
) ([][]float32, error) {
	made, err := embedder.Embed(ctx, texts, kind)
	if err != nil {
		return nil, err
	}
	if len(made) != len(texts) {
		return nil, fmt.Errorf("of %d texts %d vectors came back", len(texts), len(made))
	}
	for i, values := range made {
		if made[i], err = unit(values, dim); err != nil {
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

// view is a generation at one moment. It never changes.
type view struct {
	quarry.Embedding

	embedder search.Embedder
	asked    *lru.Cache[string, []float32]
	learnt   bool // the embedder was trained on the corpus
	entries  int  // with and without vectors
	stride   int
	blocks   []block
	dead     bitmap
	open     bitmap   // questions without an answer
	scale    float32  // of narrow rows; 0 where they are exact
	tail     []uint64 // the last group of narrow rows, where it is not full
}

func (g *generation) view() *view {
	return &view{
		Embedding: g.Embedding, embedder: g.embedder, asked: g.asked, learnt: g.learnt, entries: len(g.rows.at),
		stride: g.rows.stride, blocks: g.rows.seen(), dead: slices.Clone(g.rows.dead), open: slices.Clone(g.rows.open),
		scale: g.rows.scale, tail: slices.Clone(g.rows.tail),
	}
}
