package vectorindex

import (
	"context"

	lru "github.com/hashicorp/golang-lru/v2"

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

// newDirections returns room for the vectors that one embedder made of queries: who asks the
// same again, such as a follower that asks every question after each change, need not
// wait for an embedder elsewhere, nor pay for it.
func newDirections(dim int) *lru.Cache[string, []float32] {
	const number = 4                                                                                                     // bytes
	known, _ := lru.New[string, []float32](min(manyDirections, max(fewDirections, directionBytes/(number*max(1, dim))))) // a size above 0
	return known
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
		direction, ok := v.asked.Get(text)
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
			v.asked.Add(unknown[n], direction)
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
		if known := v.asked.Contains(text); text != "" && len(text) <= longestQuery && !known {
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
			v.asked.Add(unknown[n], direction)
		}
	}
}
