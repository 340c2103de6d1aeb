package vectorindex

import (
	"context"

	"github.com/quarrykb/quarry"
)

// earlier is what the store has of an embedder's vectors before a build of all of
// them: what an interrupted build has made, or what served. An embedder may be slow
// and cost money, and makes the same of the same text: it is not asked again.
type earlier struct {
	number int64                      // of the generation
	texts  map[quarry.EntryRef]uint64 // hashes of what was embedded
}

// text returns the hash of what was embedded of an entry.
func (e *earlier) text(ref quarry.EntryRef) (uint64, bool) {
	if e == nil {
		return 0, false
	}
	hash, known := e.texts[ref]
	return hash, known
}

// isOwn reports whether a generation is of the embedder that is given. One that
// does not know yet how long its vectors are may learn it from the generation.
func (i *Index) isOwn(e quarry.Embedding) bool {
	if i.options.Embedder == nil || len(e.Model) > 0 {
		return false
	}
	if known, ok := i.options.Embedder.(recaller); ok {
		known.Recall(e.Embedder)
	}
	return e.Embedder == i.options.Embedder.ID() && e.Dim == i.options.Embedder.Dim()
}

// unfinished returns the last build that was interrupted and can be gone on with.
// Where vectors of the same embedder serve there is none: their texts are known.
func (i *Index) unfinished(all []quarry.Embedding) (quarry.Embedding, bool) {
	var last quarry.Embedding
	for _, e := range all {
		switch {
		case !i.isOwn(e):
		case e.Serving:
			return quarry.Embedding{}, false
		default:
			last = e
		}
	}
	return last, last.Number != 0
}

// earlierThan reads what an embedder has made before, nil where that is nothing.
// It returns the build that was interrupted, too, where one was.
func (i *Index) earlierThan(ctx context.Context) (*earlier, quarry.Embedding, error) {
	all, err := i.store.Embeddings(ctx)
	if err != nil {
		return nil, quarry.Embedding{}, err
	}
	interrupted, goesOn := i.unfinished(all)
	if goesOn {
		known, err := earlierOf(ctx, i.store, interrupted)
		return known, interrupted, err
	}
	for _, e := range all {
		if e.Serving && i.isOwn(e) {
			known, err := earlierOf(ctx, i.store, e)
			return known, quarry.Embedding{}, err
		}
	}
	return nil, quarry.Embedding{}, nil
}

// earlierOf reads what a generation has. Rows that are damaged are passed over.
func earlierOf(ctx context.Context, vectors Vectors, e quarry.Embedding) (*earlier, error) {
	known := &earlier{number: e.Number, texts: map[quarry.EntryRef]uint64{}}
	for after := (quarry.EntryRef{}); ; {
		some, err := vectors.ScanVectors(ctx, e.Number, after, rowsOfRead)
		if err != nil {
			return nil, err
		}
		if len(some) == 0 {
			return known, nil
		}
		for _, v := range some {
			text, err := decodeText(v.Kind, v.About)
			if err == nil && (len(v.Values) == 0 || len(v.Values) == e.Dim) {
				known.texts[v.EntryRef] = text
			}
		}
		after = some[len(some)-1].EntryRef
	}
}
