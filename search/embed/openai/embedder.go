package openai

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

var _ search.Embedder = (*Embedder)(nil)

// Embedder asks an endpoint. Its methods may be called side by side.
type Embedder struct {
	options  Options
	endpoint string
	client   *http.Client
	dim      atomic.Int64 // 0 until it is known
	breaker  breaker
}

// New returns an embedder. It asks nothing yet; options that cannot work are
// quarry.KindInvalid.
func New(o Options) (*Embedder, error) {
	endpoint, err := o.endpoint()
	if err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	e := &Embedder{options: o.withDefaults(), endpoint: endpoint, client: newClient()}
	e.dim.Store(int64(o.Dim))
	return e, nil
}

// ID returns "openai", the model, a digest of the prefixes where there are any,
// and the dimension. While the dimension is unknown it is 0 here, too.
func (e *Embedder) ID() string { return fmt.Sprintf("%s/%d", e.options.family(), e.Dim()) }

// Dim returns how many numbers a vector has, 0 while neither the options nor an
// answer has said so.
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
	_, err := e.send(ctx, []string{"probe"}, search.TextQuery)
	return err
}

// Embed asks for vectors, in as many requests as the limits make of it. Entries
// are tried again where that may help; a query is answered soon or not at all, and
// at once where the endpoint answered none of the last three. A text without a
// letter or digit has no vector, nor has one of which the endpoint makes nothing
// but zeros.
func (e *Embedder) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	if kind == search.TextQuery && e.breaker.open() {
		return nil, e.away(ctx)
	}
	return e.send(ctx, texts, kind)
}

// send asks for vectors, however often that failed.
func (e *Embedder) send(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	prefix, tries, pause, within := e.options.EntryPrefix, e.options.Tries, e.options.Pause, ctx
	if kind == search.TextQuery {
		prefix, tries, pause = e.options.QueryPrefix, min(tries, queryTries), pause/queryHaste
		soon, cancel := context.WithTimeout(ctx, e.options.QueryWithin)
		defer cancel()
		within = soon
	}
	vectors := make([][]float32, len(texts))
	for _, some := range e.batches(texts, prefix) {
		some.tries, some.pause = tries, pause
		made, err := e.embed(within, some)
		if ctx.Err() == nil {
			e.breaker.note(err, kind)
		}
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
	if refusal := (*refusedError)(nil); !asRefused(err, &refusal) {
		return made, err
	}
	first, second, ok := b.halves()
	if !ok {
		shorter, ok := b.shortened()
		if !ok {
			return nil, unavailable(err)
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
	if quarry.IsKind(cause, quarry.KindUnavailable) {
		return cause
	}
	return quarry.Errorf(quarry.KindUnavailable, "the embedder cannot be used now").
		WithCode("embedder_unavailable").Because(cause)
}
