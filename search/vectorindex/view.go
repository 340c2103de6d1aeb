package vectorindex

import (
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// view is a generation at one moment. It never changes.
type view struct {
	quarry.Embedding

	embedder search.Embedder
	learnt   bool // the embedder was trained on the corpus
	entries  int  // with and without vectors
	stride   int
	names    *names
	blocks   []block
	dead     bitmap
	open     bitmap   // questions without an answer
	scale    float32  // of narrow rows; 0 where they are exact
	tail     []uint64 // the last group of narrow rows, where it is not full
	spread   func() spread
}

func (g *generation) view() *view {
	v := &view{
		Embedding: g.Embedding, embedder: g.embedder, learnt: g.learnt, entries: len(g.rows.at),
		stride: g.rows.stride, names: g.rows.names, blocks: g.rows.seen(), dead: slices.Clone(g.rows.dead), open: slices.Clone(g.rows.open),
		scale: g.rows.scale, tail: g.rows.tailSeen(),
	}
	v.spread = sync.OnceValue(v.sampled)
	return v
}
