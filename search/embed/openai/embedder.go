package openai

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/modelserver"
	"github.com/quarrykb/quarry/search"
)

var _ search.Embedder = (*Embedder)(nil)

// Embedder asks an endpoint. Its methods may be called side by side.
type Embedder struct {
	options Options
	server  *modelserver.Client
	dim     atomic.Int64 // 0 until it is known
}

// New returns an embedder. It asks nothing yet; options that cannot work are
// quarry.KindInvalid.
func New(o Options) (*Embedder, error) {
	server, err := modelserver.New(modelserver.Options{
		Role: "embedder", URL: o.URL, Path: "/embeddings", Model: o.Model, Key: o.Key, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	if o.Model == "" {
		return nil, quarry.Errorf(quarry.KindInvalid, "the embedder needs the name of a model: --embedder-model")
	}
	return &Embedder{options: o.withDefaults(), server: server}, nil
}

// ID returns "openai", the model, a digest of the prefixes where there are any,
// and the dimension. While the dimension is unknown it is 0 here, too.
func (e *Embedder) ID() string { return fmt.Sprintf("%s/%d", e.options.family(), e.Dim()) }

// Dim returns how many numbers a vector has, 0 while no answer has said so.
func (e *Embedder) Dim() int { return int(e.dim.Load()) }

// Recall takes the dimension from an id that this model had before, so that its
// vectors can be told from others while the endpoint does not answer. It reports whether the id
// is one of this model.
func (e *Embedder) Recall(id string) bool {
	var dim int
	rest, ok := strings.CutPrefix(id, e.options.family()+"/")
	if !ok {
		return false
	}
	if _, err := fmt.Sscanf(rest, "%d", &dim); err != nil || strconv.Itoa(dim) != rest || dim < 1 || dim > mostDim {
		return false
	}
	return e.dim.CompareAndSwap(0, int64(dim)) || e.Dim() == dim
}

// Probe embeds one word, from which the dimension becomes known.
func (e *Embedder) Probe(ctx context.Context) error {
	_, err := e.Embed(ctx, []string{"probe"}, search.TextQuery)
	return err
}

// Close ends what the embedder does in the background and waits for it. It must
// not be asked afterwards.
func (e *Embedder) Close() error { return e.server.Close() }

// Embed asks for vectors, in as many requests as the limits make of it. Entries
// are tried again where that may help; a query is answered soon or not at all, and
// at once where the endpoint answered none of the last three. A text without a
// letter or digit has no vector, nor has one of which the endpoint makes nothing
// but zeros.
func (e *Embedder) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	o := e.options
	var vectors [][]float32
	var err error
	if kind != search.TextQuery {
		vectors, err = e.send(ctx, texts, o.EntryPrefix, modelserver.Patience{Tries: o.Tries, Pause: o.Pause})
	} else {
		patience := modelserver.Patience{Tries: min(o.Tries, queryTries), Pause: o.Pause / queryHaste}
		err = e.server.Hurry(ctx, o.QueryWithin, func(ctx context.Context) error {
			made, err := e.send(ctx, texts, o.QueryPrefix, patience)
			vectors = made
			return err
		}, func(ctx context.Context) error {
			_, err := e.send(ctx, []string{"probe"}, o.QueryPrefix, patience)
			return err
		})
	}
	if err != nil {
		return nil, unavailable(err)
	}
	return vectors, nil
}

// send asks for vectors, however often that failed.
func (e *Embedder) send(ctx context.Context, texts []string, prefix string, p modelserver.Patience) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for _, some := range e.batches(texts, prefix) {
		some.patience = p
		made, err := e.embed(ctx, some)
		if err != nil {
			return nil, err
		}
		for i, at := range some.at {
			vectors[at] = made[i]
		}
	}
	return vectors, nil
}

// A caller waits for a query: it is sent twice at most, after a pause that is so
// much shorter.
const (
	queryTries = 2
	queryHaste = 10
)

// embed asks for the vectors of a batch. One that is refused is cut into halves,
// because it may be a single text that is too long, and such a text is shortened.
func (e *Embedder) embed(ctx context.Context, b batch) ([][]float32, error) {
	made, err := e.ask(ctx, b)
	if !modelserver.Refused(err) {
		return made, err
	}
	first, second, ok := b.halves()
	if !ok {
		shorter, ok := b.shortened()
		if !ok {
			return nil, err
		}
		return e.embed(ctx, shorter)
	}
	head, err := e.embed(ctx, first)
	if err != nil {
		return nil, err
	}
	tail, err := e.embed(ctx, second)
	return append(head, tail...), err
}

// request is what the endpoint is asked.
type request struct {
	Model  string   `json:"model"`
	Input  []string `json:"input"`
	Format string   `json:"encoding_format"`
}

// ask sends a batch and returns its vectors.
func (e *Embedder) ask(ctx context.Context, b batch) ([][]float32, error) {
	var vectors [][]float32
	err := e.server.Ask(ctx, request{Model: e.options.Model, Input: b.texts, Format: "float"}, b.patience, func(answer []byte) error {
		read, err := e.read(answer, len(b.texts))
		vectors = read
		return err
	})
	return vectors, err
}

// learn takes the dimension of a first answer, and holds all others to it.
func (e *Embedder) learn(dim int) error {
	if dim < 1 || dim > mostDim {
		return fmt.Errorf("the endpoint's vectors have %d numbers", dim)
	}
	e.dim.CompareAndSwap(0, int64(dim))
	if known := e.Dim(); known != dim {
		return quarry.Errorf(quarry.KindUnavailable,
			"the endpoint's vectors have %d numbers, not %d as before: where its model was changed, start Quarry anew", dim, known).
			WithCode("embedder_unavailable")
	}
	return nil
}

func unavailable(cause error) error {
	if known, ok := errors.AsType[*quarry.Error](cause); ok && known.Code != "" {
		return cause
	}
	return quarry.Errorf(quarry.KindUnavailable, "the embedder cannot be used now").
		WithCode("embedder_unavailable").Because(cause)
}
