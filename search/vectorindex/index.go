package vectorindex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

var (
	_ search.Engine = (*Index)(nil)
	_ search.Index  = (*Index)(nil)
	_ search.Sized  = (*Index)(nil)

	_ search.Foresight = (*Index)(nil)
)

// Options says how an index works. One of Embedder and Learner is needed.
type Options struct {
	Embedder     search.Embedder    // whose vectors are kept; nil where they are learnt
	Learner      Learner            // learns embedders; beside an Embedder it only reads older models
	Devices      search.DeviceNames // nil keeps no devices apart
	Topics       search.TopicNames  // nil counts each topic for itself
	Requirements search.Requirer    // what queries require to the word; nil requires nothing
	Entries      search.EntryReader // where it is held against entries, while no index of words tells; needed beside Requirements
	Exact        int                // vectors up to which all are kept exactly in memory; 200,000 where it is 0
	Settle       time.Duration      // how long changes must have paused before a model is trained anew
	Now          func() time.Time   // nil reads the system's clock
	Log          *slog.Logger       // nil logs nothing
}

// Index is the engine of meaning. Its methods may be called side by side, except
// that one goroutine writes at a time.
type Index struct {
	options Options
	store   Store
	shown   atomic.Pointer[view] // nil where nothing can answer

	mu      sync.Mutex
	serving *generation
	broken  string    // why there is none; "" where there is
	changed time.Time // the last time that a text did
	trouble string    // why the last query that was sent to the embedder has no vector; "" where it has
}

// exactRows is up to how many vectors there is room for them in full.
const exactRows = 200_000

// Open reads the generation that serves, and drops what interrupted builds left,
// except for what the next one goes on with. One that is missing, damaged or of an embedder that is not there is no error:
// nothing answers until it is built anew, which Stale asks for.
func Open(ctx context.Context, store Store, o Options) (*Index, error) {
	if o.Embedder == nil && o.Learner == nil {
		return nil, errors.New("an index of vectors needs an embedder or a learner")
	}
	if o.Exact == 0 {
		o.Exact = exactRows
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	i := &Index{options: o, store: store}
	all, err := store.Embeddings(ctx)
	if err != nil {
		return nil, err
	}
	i.broken = "there are no vectors"
	interrupted, _ := i.unfinished(all)
	for _, e := range all {
		if e.Number == interrupted.Number {
			continue
		}
		if !e.Serving {
			i.drop(ctx, e.Number)
			continue
		}
		if err := i.load(ctx, e); err != nil {
			return nil, err
		}
	}
	return i, nil
}

// drop deletes a generation that is not read. What is left of one is dropped at
// the next opening.
func (i *Index) drop(ctx context.Context, number int64) {
	if err := i.store.DropEmbedding(ctx, number); err != nil {
		i.options.Log.WarnContext(ctx, "old vectors remain", slog.Int64("embedding", number), slog.Any("error", err))
	}
}

// load reads a generation into memory, or notes why it cannot serve.
func (i *Index) load(ctx context.Context, e quarry.Embedding) error {
	embedder, why := i.embedderOf(ctx, e)
	if embedder == nil {
		i.broken = why
		return nil
	}
	g := i.newGeneration(e, embedder)
	err := g.read(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		i.options.Log.WarnContext(ctx, "vectors cannot be read", slog.Any("error", err))
		i.broken = "the vectors are damaged"
		return nil
	}
	i.serve(g)
	return nil
}

// embedderOf returns what embeds queries for a generation, or why nothing does.
func (i *Index) embedderOf(ctx context.Context, e quarry.Embedding) (search.Embedder, string) {
	if known, ok := i.options.Embedder.(recaller); ok {
		known.Recall(e.Embedder)
	}
	switch {
	case i.options.Embedder != nil && i.options.Embedder.ID() == e.Embedder:
		return i.options.Embedder, ""
	case i.options.Learner == nil || len(e.Model) == 0:
		return nil, otherEmbedder
	}
	model, err := i.options.Learner.Decode(e.Model)
	if err != nil || model.Dim() != e.Dim {
		i.options.Log.WarnContext(ctx, "a model cannot be read", slog.Any("error", err))
		return nil, "the model is damaged"
	}
	return model, ""
}

// recaller is an embedder that knows its dimension, and so its id, only once it
// has answered, or once it was told an id that it had before.
type recaller interface {
	// Recall takes the dimension from an id, where it is one of this embedder.
	Recall(id string) bool
}

const otherEmbedder = "the embedder has changed"

// rowsOfRead is how many vectors are read at a time.
const rowsOfRead = 5000

// read reads all vectors from the store.
func (g *generation) read(ctx context.Context) error {
	for after := (quarry.EntryRef{}); ; {
		some, err := g.of.store.ScanVectors(ctx, g.Number, after, rowsOfRead)
		if err != nil {
			return err
		}
		if len(some) == 0 {
			return nil
		}
		for _, v := range some {
			known, err := decodeAbout(v.Kind, v.About)
			var values []float32
			if err == nil {
				values, err = unit(v.Values, g.Dim)
			}
			if err != nil {
				return fmt.Errorf("read the vector of %s: %w", v.ID, err)
			}
			g.rows.put(v.EntryRef, values, known)
		}
		after = some[len(some)-1].EntryRef
	}
}

// serve lets a generation answer from now on.
func (i *Index) serve(g *generation) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.serving, i.broken = g, ""
	i.shown.Store(g.view())
}

// Cursor returns the change up to which the serving generation has read.
func (i *Index) Cursor(context.Context) (quarry.Sequence, error) {
	v := i.shown.Load()
	if v == nil {
		return 0, unavailable()
	}
	return v.Cursor, nil
}

// textsOfWrite is how many texts an embedder that is given makes vectors of before
// they are written.
const textsOfWrite = 256

// Batch returns how many entries one write should have: with an embedder that may be
// slow, and costs money, no more than can be lost. 0 leaves it to others.
func (i *Index) Batch() int {
	if i.options.Embedder == nil {
		return 0
	}
	return textsOfWrite
}

// Session returns the store's session of the last batch; "" where nothing serves.
func (i *Index) Session(context.Context) string {
	if v := i.shown.Load(); v != nil {
		return v.Session
	}
	return ""
}

// Model returns the id of the embedder whose vectors answer; "" where none do.
func (i *Index) Model() string {
	if v := i.shown.Load(); v != nil {
		return v.Embedder
	}
	return ""
}

// Given returns the id of the embedder whose vectors answer where it was given; "" where
// it was learnt from the entries, whatever it has learnt by now, and where none answer.
func (i *Index) Given() string {
	if v := i.shown.Load(); v != nil && !v.learnt {
		return v.Embedder
	}
	return ""
}

// Growing reports whether the embedder that answers is learnt anew from what has changed
// as soon as changes pause.
func (i *Index) Growing() bool {
	v := i.shown.Load()
	return v != nil && v.learnt && v.Changed > 0 && v.isSmall()
}

// Apply embeds what is new and writes it into the serving generation.
func (i *Index) Apply(ctx context.Context, b search.Batch) error {
	g, err := i.writable()
	if err != nil {
		return err
	}
	before := g.Changed
	if err := g.apply(ctx, b); err != nil {
		return err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if g.Changed != before {
		i.changed = i.options.Now()
	}
	i.shown.Store(g.view())
	return nil
}

// textOf returns what is embedded of an entry: a line of its title and of the
// headings that it stands under, which say as much of what it is about, and its
// text.
func textOf(e quarry.Entry) string {
	return text.Visible(strings.Join(append([]string{e.Title}, search.TitlesAbove(e)...), " ") + "\n" + e.Text)
}

// vector begins the vector of an entry of which this is embedded.
func (i *Index) vector(e quarry.Entry, text string) vector {
	known := aboutOf(e, text, i.options.Devices)
	return vector{Vector: quarry.Vector{EntryRef: e.EntryRef, About: known.encode()}, about: known}
}

func unavailable() *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "the vectors are being made; try again soon").
		WithCode("engine_unavailable")
}

// Close ends what the embedder does in the background. The index must not be
// asked afterwards.
func (i *Index) Close() error {
	if embedder, ok := i.options.Embedder.(io.Closer); ok {
		return embedder.Close()
	}
	return nil
}

// Store keeps generations of vectors.
type Store interface {
	Generations
	Vectors
}

// Generations begins, switches and drops generations.
type Generations interface {
	// Embeddings returns all generations, the oldest first.
	Embeddings(ctx context.Context) ([]quarry.Embedding, error)
	// BeginEmbedding begins an empty generation and returns its number.
	BeginEmbedding(ctx context.Context, e quarry.Embedding) (int64, error)
	// ServeEmbedding makes one the only generation that serves.
	ServeEmbedding(ctx context.Context, number int64) error
	// DropEmbedding deletes a generation without keeping other writers waiting.
	DropEmbedding(ctx context.Context, number int64) error
}

// Vectors writes and reads the vectors of a generation.
type Vectors interface {
	// ApplyVectors puts and deletes vectors and notes the generation's cursor,
	// session and changed texts, all of it or nothing.
	ApplyVectors(ctx context.Context, e quarry.Embedding, puts []quarry.Vector, deletes []quarry.EntryRef) error
	// ScanVectors returns the vectors behind a reference, in order, at most so many.
	ScanVectors(ctx context.Context, number int64, after quarry.EntryRef, most int) ([]quarry.Vector, error)
	// Vectors returns those of the vectors that are there.
	Vectors(ctx context.Context, number int64, refs []quarry.EntryRef) ([]quarry.Vector, error)
}
