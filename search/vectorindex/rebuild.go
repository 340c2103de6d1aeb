package vectorindex

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Rebuild begins a generation beside the one that serves. With an embedder that is
// given it goes on with one that was interrupted, and asks for no vector that is
// stored of the same text.
func (i *Index) Rebuild(ctx context.Context) (search.Rebuild, error) {
	if i.options.Embedder == nil {
		return &learning{of: i, trainer: i.options.Learner.NewTrainer()}, nil
	}
	if err := i.meet(ctx); err != nil {
		return nil, err
	}
	before, interrupted, err := i.earlierThan(ctx)
	if err != nil {
		return nil, err
	}
	next := quarry.Embedding{Embedder: i.options.Embedder.ID(), Dim: i.options.Embedder.Dim(), Number: interrupted.Number}
	g := i.newGeneration(next, i.options.Embedder)
	g.before = before
	if g.Number == 0 {
		err = g.begin(ctx, nil)
	}
	return &rebuild{generation: g}, err
}

// meet asks an embedder for a vector that does not know yet how long one is.
func (i *Index) meet(ctx context.Context) error {
	if i.options.Embedder.Dim() > 0 {
		return nil
	}
	if _, err := i.options.Embedder.Embed(ctx, []string{"dimension"}, search.TextEntry); err != nil {
		return fmt.Errorf("ask the embedder for its dimension: %w", err)
	}
	if i.options.Embedder.Dim() < 1 {
		return quarry.Errorf(quarry.KindUnavailable, "the embedder does not tell how long its vectors are")
	}
	return nil
}

// begin writes a generation without vectors.
func (g *generation) begin(ctx context.Context, model []byte) error {
	first := g.Embedding
	first.Model = model
	number, err := g.of.store.BeginEmbedding(ctx, first)
	g.Number = number
	return err
}

// commit lets a generation serve in the place of the one before.
func (g *generation) commit(ctx context.Context) error {
	i := g.of
	if err := i.store.ServeEmbedding(ctx, g.Number); err != nil {
		g.discard(ctx)
		return err
	}
	i.serve(g)
	i.sweep(ctx, g.Number)
	return nil
}

// sweep drops all generations but one.
func (i *Index) sweep(ctx context.Context, keep int64) {
	all, err := i.store.Embeddings(ctx)
	if err != nil {
		return // they are dropped at the next opening
	}
	for _, e := range all {
		if e.Number != keep {
			i.drop(ctx, e.Number)
		}
	}
}

// discard drops a generation that no search saw, even if the caller waits no more.
func (g *generation) discard(ctx context.Context) {
	g.of.drop(context.WithoutCancel(ctx), g.Number)
}

// rebuild is a generation of an embedder that was given ready.
type rebuild struct{ *generation }

// Cursor returns the change up to which the new generation has read.
func (r *rebuild) Cursor(context.Context) (quarry.Sequence, error) { return r.generation.Cursor, nil }

// Apply embeds a batch into the new generation.
func (r *rebuild) Apply(ctx context.Context, b search.Batch) error { return r.apply(ctx, b) }

// Commit lets the new generation serve, without what an interrupted build has made
// of entries that are no more.
func (r *rebuild) Commit(ctx context.Context) error {
	if r.before != nil && r.before.number == r.Number {
		var gone []quarry.EntryRef
		for ref := range r.before.texts {
			if _, known := r.rows.at[ref]; !known {
				gone = append(gone, ref)
			}
		}
		for some := range slices.Chunk(gone, rowsOfWrite) {
			if err := r.write(ctx, r.Embedding, nil, some); err != nil {
				return err
			}
		}
	}
	r.before = nil
	return r.commit(ctx)
}

// Discard leaves the new generation to a build that goes on with it, and drops it
// where none would.
func (r *rebuild) Discard() error {
	ctx := context.Background()
	all, err := r.of.store.Embeddings(ctx)
	if err != nil {
		return err
	}
	if last, goesOn := r.of.unfinished(all); goesOn && last.Number == r.Number {
		return nil
	}
	return r.of.store.DropEmbedding(ctx, r.Number)
}

// exactTraining is up to how many entries a model is always trained on exactly
// those that are there.
const exactTraining = 20_000

// Stale says why the vectors have to be made anew, or "".
func (i *Index) Stale(context.Context) string {
	v := i.shown.Load()
	i.mu.Lock()
	broken, pause := i.broken, i.options.Now().Sub(i.changed)
	i.mu.Unlock()
	switch {
	case v == nil:
		return broken
	case i.options.Embedder != nil && v.Embedder != i.options.Embedder.ID(), i.options.Embedder == nil && !v.learnt:
		return otherEmbedder
	case i.options.Embedder == nil && v.outgrown(pause, i.options.Settle):
		return fmt.Sprintf("%d texts have changed since %d were learnt from", v.Changed, v.Trained)
	}
	return ""
}

// isSmall reports whether a model is always trained on exactly the entries that are there.
func (v *view) isSmall() bool { return max(v.entries, v.Trained) <= exactTraining }

// outgrown reports whether a model has to be trained anew: of a small corpus once
// the changes have paused for long enough, or are so many that it cannot wait; of
// a large one when it is worth the time.
func (v *view) outgrown(pause, enough time.Duration) bool {
	const half, fifth = 2, 5
	switch {
	case v.Changed == 0:
		return false
	case v.isSmall():
		return pause >= enough || v.Changed*half > v.Trained
	}
	return v.Changed*fifth >= v.Trained
}
