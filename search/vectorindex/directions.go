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
	of       map[string][]float32
}

// get returns what the embedder made of a text, which nobody may change.
func (d *directions) get(embedder, text string) ([]float32, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	direction, known := d.of[text]
	return direction, known && d.embedder == embedder
}

// put keeps what an embedder made of a text. When there are too many, and when
// the embedder is another one, all are forgotten.
func (d *directions) put(embedder, text string, direction []float32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.embedder != embedder || len(d.of) >= mostDirections || d.of == nil {
		d.embedder, d.of = embedder, map[string][]float32{}
	}
	d.of[text] = direction
}

// direction returns the vector of a query. One that was learnt from the corpus
// itself is made in no time.
func (i *Index) direction(ctx context.Context, v *view, text string) ([]float32, error) {
	if v.learnt || len(text) > longestQuery {
		return v.direction(ctx, text)
	}
	if known, ok := i.asked.get(v.Embedder, text); ok {
		return known, nil
	}
	made, err := v.direction(ctx, text)
	if err == nil {
		i.asked.put(v.Embedder, text, made)
	}
	return made, err
}
