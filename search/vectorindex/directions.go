package vectorindex

import (
	"context"
	"sync"
)

// mostDirections is how many queries are known by their vectors, and longestQuery how
// long they may be.
const (
	mostDirections = 2048
	longestQuery   = 4096 // bytes
)

// directions are the vectors that one embedder made of queries: who asks the same
// again, such as a follower that asks every question after each change, need not
// wait for an embedder elsewhere, nor pay for it.
type directions struct {
	mu       sync.Mutex
	embedder string
	recent   map[string][]float32 // those asked for last
	older    map[string][]float32 // those before them
}

// get returns what the embedder made of a text, which nobody may change.
func (d *directions) get(embedder, text string) ([]float32, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.embedder != embedder {
		return nil, false
	}
	if direction, known := d.recent[text]; known {
		return direction, true
	}
	direction, known := d.older[text]
	if known {
		d.keep(text, direction)
	}
	return direction, known
}

// put keeps what an embedder made of a text. When there are too many, those are
// forgotten that nobody has asked for the longest; when the embedder is another one,
// all are.
func (d *directions) put(embedder, text string, direction []float32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.embedder != embedder || d.recent == nil {
		d.embedder, d.recent, d.older = embedder, map[string][]float32{}, nil
	}
	d.keep(text, direction)
}

// keep has a text among the recent ones, of which the half of all is full.
func (d *directions) keep(text string, direction []float32) {
	if len(d.recent) >= mostDirections/2 {
		d.older, d.recent = d.recent, map[string][]float32{}
	}
	d.recent[text] = direction
}

// direction returns the vector of a query. One that was learnt from the corpus
// itself is made in no time.
func (i *Index) direction(ctx context.Context, v *view, text string) ([]float32, error) {
	if v.learnt {
		return v.direction(ctx, text)
	}
	if known, ok := i.asked.get(v.Embedder, text); ok {
		return known, nil
	}
	made, err := v.direction(ctx, text)
	if err == nil && len(text) <= longestQuery {
		i.asked.put(v.Embedder, text, made)
	}
	i.noteTrouble(ctx, err)
	return made, err
}
