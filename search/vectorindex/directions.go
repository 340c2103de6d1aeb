package vectorindex

import (
	"context"
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Queries are known by their vectors as long as these take no more than so much
// memory, fewDirections of them always and no more than manyDirections, where they are
// no longer than longestQuery.
const (
	directionBytes = 32 << 20
	fewDirections  = 2048
	manyDirections = 16384
	longestQuery   = 4096 // bytes
)

// directions are the vectors that one embedder made of queries: who asks the same
// again, such as a follower that asks every question after each change, need not
// wait for an embedder elsewhere, nor pay for it.
type directions struct {
	mu       sync.Mutex
	embedder string
	half     int                  // how many of them each of the two has room for
	recent   map[string][]float32 // those asked for last
	older    map[string][]float32 // those before them
}

// get returns what the embedder made of a text. The caller does not change it.
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
// forgotten that was not asked for the longest; when the embedder is another one,
// all are.
func (d *directions) put(v *view, text string, direction []float32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.embedder != v.Embedder || d.recent == nil {
		d.embedder, d.recent, d.older = v.Embedder, map[string][]float32{}, nil
		const number, half = 4, 2 // bytes of a number
		d.half = min(manyDirections, max(fewDirections, directionBytes/(number*max(1, v.Dim)))) / half
	}
	d.keep(text, direction)
}

// keep has a text among the recent ones, of which the half of all is full.
func (d *directions) keep(text string, direction []float32) {
	if len(d.recent) >= d.half {
		d.older, d.recent = d.recent, map[string][]float32{}
	}
	d.recent[text] = direction
}

// direction returns the vector of a query and of what it means, nil where the embedder
// abstains from all of them.
func (i *Index) direction(ctx context.Context, v *view, q quarry.Query) ([]float32, error) {
	asked := append([]quarry.Meant{{Name: meantBy(q.Text), Weight: 1}}, q.Meant...)
	texts := make([]string, len(asked))
	for n, one := range asked {
		texts[n] = one.Name
	}
	made, err := i.known(ctx, v, texts)
	if err != nil || len(made) < 2 {
		return made[0], err
	}
	sum := make([]float32, v.Dim)
	for n, direction := range made {
		for at, value := range direction {
			sum[at] += float32(asked[n].Weight) * value
		}
	}
	return unit(sum, v.Dim)
}

// known returns the vectors of texts in their order, nil where the embedder abstains. It is
// asked at once for those that are not known. One that was learnt from the corpus itself
// makes them in no time.
func (i *Index) known(ctx context.Context, v *view, texts []string) ([][]float32, error) {
	known := make([][]float32, len(texts))
	var unknown []string
	var places []int
	for n, text := range texts {
		direction, ok := i.asked.get(v.Embedder, text)
		if known[n] = direction; !ok {
			unknown, places = append(unknown, text), append(places, n)
		}
	}
	if len(unknown) == 0 {
		return known, nil
	}
	made, err := v.directions(ctx, unknown)
	if !v.learnt {
		i.noteTrouble(ctx, err)
	}
	for n, direction := range made {
		known[places[n]] = direction
		if !v.learnt && len(unknown[n]) <= longestQuery {
			i.asked.put(v, unknown[n], direction)
		}
	}
	return known, err
}

// Foresee embeds queries that are asked next, as many as are not known, at once. What
// fails is left to each of them.
func (i *Index) Foresee(ctx context.Context, texts []string) {
	v := i.shown.Load()
	if v == nil || v.learnt || v.Dim == 0 {
		return
	}
	var unknown []string
	for _, text := range texts {
		text = meantBy(text)
		if _, known := i.asked.get(v.Embedder, text); text != "" && len(text) <= longestQuery && !known {
			unknown = append(unknown, text)
		}
	}
	if len(unknown) < 2 {
		return
	}
	made, err := v.embedder.Embed(ctx, unknown, search.TextQuery)
	if err != nil || len(made) != len(unknown) {
		return
	}
	for n, values := range made {
		if direction, err := unit(values, v.Dim); err == nil {
			i.asked.put(v, unknown[n], direction)
		}
	}
}
