package searchtest

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
)

// Vectors is a store of vectors in memory. Its methods may be called side by
// side.
type Vectors struct {
	mu          sync.Mutex
	generations []quarry.Embedding
	vectors     map[int64]map[quarry.EntryRef]quarry.Vector
	failing     error
}

// NewVectors returns an empty store of vectors.
func NewVectors() *Vectors {
	return &Vectors{vectors: map[int64]map[quarry.EntryRef]quarry.Vector{}}
}

// Fail lets every write end with an error from now on; nil ends that.
func (v *Vectors) Fail(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.failing = err
}

// Embeddings returns all generations, the oldest first.
func (v *Vectors) Embeddings(context.Context) ([]quarry.Embedding, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.generations), nil
}

// BeginEmbedding begins a generation.
func (v *Vectors) BeginEmbedding(_ context.Context, e quarry.Embedding) (int64, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	e.Number, e.Serving = 1, false
	for _, other := range v.generations {
		e.Number = max(e.Number, other.Number+1)
	}
	v.generations = append(v.generations, e)
	v.vectors[e.Number] = map[quarry.EntryRef]quarry.Vector{}
	return e.Number, v.failing
}

// ServeEmbedding makes one the only generation that serves.
func (v *Vectors) ServeEmbedding(_ context.Context, number int64) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range v.generations {
		v.generations[i].Serving = v.generations[i].Number == number
	}
	return v.failing
}

// DropEmbedding deletes a generation.
func (v *Vectors) DropEmbedding(_ context.Context, number int64) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.generations = slices.DeleteFunc(v.generations, func(e quarry.Embedding) bool { return e.Number == number })
	delete(v.vectors, number)
	return v.failing
}

// ApplyVectors puts and deletes vectors.
func (v *Vectors) ApplyVectors(_ context.Context, e quarry.Embedding, puts []quarry.Vector, deletes []quarry.EntryRef) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failing != nil {
		return v.failing
	}
	at := slices.IndexFunc(v.generations, func(g quarry.Embedding) bool { return g.Number == e.Number })
	if at < 0 {
		return quarry.Errorf(quarry.KindNotFound, "there is no embedding %d", e.Number)
	}
	g := &v.generations[at]
	g.Cursor, g.Session, g.Changed = e.Cursor, e.Session, e.Changed
	for _, ref := range deletes {
		delete(v.vectors[e.Number], ref)
	}
	for _, put := range puts {
		put.Values, put.About = slices.Clone(put.Values), slices.Clone(put.About)
		v.vectors[e.Number][put.EntryRef] = put
	}
	return nil
}

// ScanVectors returns the vectors behind a reference.
func (v *Vectors) ScanVectors(_ context.Context, number int64, after quarry.EntryRef, most int) ([]quarry.Vector, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var behind []quarry.Vector
	for ref, one := range v.vectors[number] {
		if compareRefs(ref, after) > 0 {
			behind = append(behind, one)
		}
	}
	slices.SortFunc(behind, func(a, b quarry.Vector) int { return compareRefs(a.EntryRef, b.EntryRef) })
	return behind[:min(most, len(behind))], nil
}

// Vectors returns those of the vectors that are there.
func (v *Vectors) Vectors(_ context.Context, number int64, refs []quarry.EntryRef) ([]quarry.Vector, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var found []quarry.Vector
	for _, ref := range refs {
		if one, ok := v.vectors[number][ref]; ok {
			found = append(found, one)
		}
	}
	slices.SortFunc(found, func(a, b quarry.Vector) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}
