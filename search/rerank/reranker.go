package rerank

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/quarrykb/quarry/internal/modelserver"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

var _ search.Reranker = (*Reranker)(nil)

// Options says which server is asked, and how. Zero fields mean their defaults.
type Options struct {
	URL   string // such as http://127.0.0.1:8080/v1
	Model string // as the server calls it; "" where it has but one
	Key   string // sent as a bearer token; "" sends none

	Within time.Duration // for the scores of a search, tries and pauses included; 5 seconds
	Pause  time.Duration // before the second try; 50 milliseconds

	Now func() time.Time // nil reads the system's clock
}

// What a server is sent of a query and of a text: together they fit into the 512 tokens that
// llama.cpp takes unless it is told otherwise, and a passage tells early what it is about.
const (
	queryBytes = 400
	textBytes  = 1200
)

// tries is how often a request is sent at most.
const tries = 2

// mostKept is how many searches' scores are kept, for their further pages.
const mostKept = 512

// Reranker asks one server. Its methods may be called side by side.
type Reranker struct {
	options Options
	server  *modelserver.Client
	form    atomic.Int32 // in which the server takes requests; 0 until it took one
	kept    *lru.Cache[[sha256.Size]byte, []float64]
}

// The forms of a request.
const (
	formDocuments int32 = 1 + iota // {model, query, documents, top_n}
	formTexts                      // {query, texts}, of TEI
)

// New returns a reranker. It asks nothing yet; options that cannot work are
// quarry.KindInvalid.
func New(o Options) (*Reranker, error) {
	server, err := modelserver.New(modelserver.Options{
		Role: "reranker", URL: o.URL, Path: "/rerank", Model: o.Model, Key: o.Key, MostBytes: 1 << 20, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	if o.Within <= 0 {
		o.Within = 5 * time.Second
	}
	if o.Pause <= 0 {
		o.Pause = 50 * time.Millisecond
	}
	kept, err := lru.New[[sha256.Size]byte, []float64](mostKept)
	if err != nil {
		return nil, fmt.Errorf("make room for scores: %w", err)
	}
	return &Reranker{options: o, server: server, kept: kept}, nil
}

// Model returns "rerank/" and the model. Where the server is does not matter to its scores.
func (r *Reranker) Model() string { return "rerank/" + r.options.Model }

// Trouble says why the server is not asked at present; "" where it is.
func (r *Reranker) Trouble() string { return r.server.Trouble() }

// Close ends what the reranker does in the background and waits for it. It must not be
// asked afterwards.
func (r *Reranker) Close() error { return r.server.Close() }

// Rerank returns the scores of texts, on the scale of the model, soon or not at all, and at
// once where the server answered none of the last three searches.
func (r *Reranker) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	p := newPairs(query, texts)
	key := p.key()
	if scores, ok := r.kept.Get(key); ok {
		return scores, nil
	}
	var scores []float64
	err := r.server.Hurry(ctx, r.options.Within, func(ctx context.Context) error {
		read, err := r.score(ctx, p)
		scores = read
		return err
	}, func(ctx context.Context) error {
		_, err := r.score(ctx, newPairs("probe", []string{"probe"}))
		return err
	})
	if err != nil {
		return nil, err
	}
	r.kept.Add(key, scores)
	return scores, nil
}

// pairs are a query and texts, each of which is read with it.
type pairs struct {
	query string
	texts []string
}

func newPairs(query string, texts []string) pairs {
	p := pairs{query: text.Clip(query, queryBytes), texts: make([]string, len(texts))}
	for i, one := range texts {
		p.texts[i] = text.Clip(one, textBytes)
	}
	return p
}

// key is equal for equal pairs.
func (p pairs) key() [sha256.Size]byte {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%q%q", p.query, p.texts) // it never fails
	return [sha256.Size]byte(sum.Sum(nil))
}

// score asks for the scores of pairs. What is refused is cut into halves: TEI takes 32 texts
// at a time unless it is told otherwise.
func (r *Reranker) score(ctx context.Context, p pairs) ([]float64, error) {
	scores, err := r.ask(ctx, p)
	if !modelserver.Refused(err) {
		return scores, err
	}
	middle := len(p.texts) / 2
	if middle == 0 {
		return nil, fmt.Errorf("the server takes no request for scores (%v): --reranker-url and --reranker-model name one that ranks texts", err) //nolint:errorlint // it is no refusal of this text
	}
	head, err := r.score(ctx, pairs{p.query, p.texts[:middle]})
	if err != nil {
		return nil, err
	}
	tail, err := r.score(ctx, pairs{p.query, p.texts[middle:]})
	return append(head, tail...), err
}

// ask sends pairs in the form that the server takes, which is tried.
func (r *Reranker) ask(ctx context.Context, p pairs) ([]float64, error) {
	form := r.form.Load()
	if form != 0 {
		return r.send(ctx, p, form)
	}
	form = formDocuments
	scores, err := r.send(ctx, p, form)
	if modelserver.Refused(err) {
		form = formTexts
		scores, err = r.send(ctx, p, form)
	}
	if err == nil {
		r.form.Store(form)
	}
	return scores, err
}

// ofDocuments asks as Jina and Cohere want it, ofTexts as TEI does.
type (
	ofDocuments struct {
		Model     string   `json:"model,omitempty"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		TopN      int      `json:"top_n"`
	}
	ofTexts struct {
		Query    string   `json:"query"`
		Texts    []string `json:"texts"`
		Truncate bool     `json:"truncate"`
	}
)

func (r *Reranker) send(ctx context.Context, p pairs, form int32) ([]float64, error) {
	var request any = ofDocuments{Model: r.options.Model, Query: p.query, Documents: p.texts, TopN: len(p.texts)}
	if form == formTexts {
		request = ofTexts{Query: p.query, Texts: p.texts, Truncate: true}
	}
	var scores []float64
	err := r.server.Ask(ctx, request, modelserver.Patience{Tries: tries, Pause: r.options.Pause}, func(answer []byte) error {
		read, err := readScores(answer, len(p.texts))
		scores = read
		return err
	})
	return scores, err
}

// result is the score of one text, by either name.
type result struct {
	Index     *int     `json:"index"`
	Relevance *float64 `json:"relevance_score"`
	Score     *float64 `json:"score"`
}

// readScores returns the scores of an answer, a list or an object that has it as results, in
// the order of the texts.
func readScores(answer []byte, texts int) ([]float64, error) {
	var whole struct {
		Results []result `json:"results"`
	}
	if err := json.Unmarshal(answer, &whole); err != nil {
		if err = json.Unmarshal(answer, &whole.Results); err != nil {
			return nil, modelserver.Later(fmt.Errorf("the answer is no list of scores: %T", err))
		}
	}
	if len(whole.Results) != texts {
		return nil, fmt.Errorf("the server returned %d scores for %d texts", len(whole.Results), texts)
	}
	scores, seen := make([]float64, texts), make([]bool, texts)
	for _, one := range whole.Results {
		value := one.Relevance
		if value == nil {
			value = one.Score
		}
		if value == nil || one.Index == nil || *one.Index < 0 || *one.Index >= texts || seen[*one.Index] {
			return nil, fmt.Errorf("the server does not say which of %d texts has which score", texts)
		}
		scores[*one.Index], seen[*one.Index] = *value, true
	}
	return scores, nil
}
