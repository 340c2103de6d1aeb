package vectorindex

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

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
