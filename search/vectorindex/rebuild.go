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
// stored of the same text, nor for one of a query that is known.
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
	if v := i.shown.Load(); v != nil && !v.learnt && v.Embedder == g.Embedder && v.Dim == g.Dim {
		g.asked = v.asked
	}
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

// learning is a generation whose embedder is still to be learnt. It hands every
// text to the trainer as the scan brings it, and keeps of the entry only what the
// row will need. What changes after the scan waits for the model.
type learning struct {
	of      *Index
	trainer Trainer
	vectors []vector // without their numbers, in the order of the trainer's texts
	later   []search.Batch
	cursor  quarry.Sequence
	session string
}

// Cursor returns the change up to which texts were read.
func (l *learning) Cursor(context.Context) (quarry.Sequence, error) { return l.cursor, nil }

// Apply takes texts in: those of the scan for the trainer, and all others for
// later, so that the trainer reads in the scan's order only.
func (l *learning) Apply(ctx context.Context, b search.Batch) error {
	l.cursor, l.session = b.Cursor, b.Session
	if b.Cursor > 0 || len(b.Deletes) > 0 || len(l.later) > 0 {
		l.later = append(l.later, b)
		return ctx.Err()
	}
	for _, entry := range b.Puts {
		text := textOf(entry)
		l.trainer.Add(text)
		l.vectors = append(l.vectors, l.of.vector(entry, text))
	}
	return ctx.Err()
}

// Commit learns, makes the vectors and lets them serve.
func (l *learning) Commit(ctx context.Context) error {
	model, err := l.trainer.Train(ctx)
	if err != nil {
		return err
	}
	g := l.of.newGeneration(quarry.Embedding{
		Embedder: model.ID(), Dim: model.Dim(), Trained: len(l.vectors), Cursor: l.cursor, Session: l.session,
	}, model)
	g.learnt = true
	if err := g.begin(ctx, model.Encode()); err != nil {
		return err
	}
	if err := l.fill(ctx, g); err != nil {
		g.discard(ctx)
		return err
	}
	return g.commit(ctx)
}

// rowsOfWrite is how many vectors one transaction writes.
const rowsOfWrite = 2000

// fill writes the vectors of the texts that were learnt from, and then what
// changed afterwards.
func (l *learning) fill(ctx context.Context, g *generation) error {
	for start := 0; start < len(l.vectors); start += rowsOfWrite {
		some := l.vectors[start:min(start+rowsOfWrite, len(l.vectors))]
		for i := range some {
			values, err := unit(l.trainer.Vector(start+i), g.Dim)
			if err != nil {
				return err
			}
			some[i].Values = values
		}
		if err := g.write(ctx, g.Embedding, some, nil); err != nil {
			return err
		}
	}
	for _, b := range l.later {
		if err := g.apply(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// Discard forgets what was taken in.
func (l *learning) Discard() error { return nil }

// Learner makes embedders out of the corpus's own texts.
type Learner interface {
	// NewTrainer returns a trainer that knows nothing yet.
	NewTrainer() Trainer
	// Decode returns the model that Encode wrote.
	Decode(encoded []byte) (Model, error)
}

// Trainer learns from texts.
type Trainer interface {
	// Add takes one more text in.
	Add(text string)
	// Train makes a model of all texts: always the same one of the same texts in
	// the same order. Of texts that teach nothing it makes one that abstains.
	Train(ctx context.Context) (Model, error)
	// Vector returns what the model makes of the i-th text that was added.
	Vector(i int) []float32
}

// Model is an embedder that was learnt.
type Model interface {
	search.Embedder

	// Encode returns the model as bytes.
	Encode() []byte
}
