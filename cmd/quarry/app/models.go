package app

import (
	"context"
	"log/slog"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer/entail"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/openai"
	"github.com/quarrykb/quarry/search/embed/static"
	"github.com/quarrykb/quarry/search/rerank"
	"github.com/quarrykb/quarry/store/sqlite"
)

// EmbedderChoice says what makes vectors of texts.
type EmbedderChoice struct {
	Embedder string `help:"What meanings are told by: lsa learns from what is stored, openai asks an endpoint, static reads a directory." enum:"lsa,openai,static" default:"lsa" env:"QUARRY_EMBEDDER"`

	EmbedderURL   string `help:"Endpoint that speaks OpenAI's /v1/embeddings, such as http://127.0.0.1:11434/v1." env:"QUARRY_EMBEDDER_URL" placeholder:"URL"`
	EmbedderModel string `help:"Model that the endpoint is asked for." env:"QUARRY_EMBEDDER_MODEL" placeholder:"NAME"`
	EmbedderKey   string `help:"Key for the endpoint; the variable keeps it out of the list of processes." env:"QUARRY_EMBEDDER_KEY" placeholder:"KEY"`
	EmbedderDir   string `help:"Directory of a static model: model.safetensors and tokenizer.json." env:"QUARRY_EMBEDDER_DIR" placeholder:"DIR"`

	EmbedderQueryPrefix string `help:"What the endpoint's model wants before a query." env:"QUARRY_EMBEDDER_QUERY_PREFIX" placeholder:"TEXT"`
	EmbedderEntryPrefix string `help:"What the endpoint's model wants before an entry." env:"QUARRY_EMBEDDER_ENTRY_PREFIX" placeholder:"TEXT"`
}

// open returns the embedder that was chosen, nil where one is to be learnt. Which dimension the
// vectors of an endpoint have is known from those that are stored, or has to be asked; if there
// is no answer it becomes known later.
func (c EmbedderChoice) open(
	ctx context.Context, store *sqlite.Store, log *slog.Logger,
) (search.Embedder, error) {
	switch c.Embedder {
	case "openai":
		if c.EmbedderURL == "" || c.EmbedderModel == "" {
			return nil, quarry.Errorf(quarry.KindInvalid,
				"--embedder openai needs --embedder-url and --embedder-model")
		}
		embedder, err := openai.New(openai.Options{
			URL: c.EmbedderURL, Model: c.EmbedderModel, Key: c.EmbedderKey,
			QueryPrefix: c.EmbedderQueryPrefix, EntryPrefix: c.EmbedderEntryPrefix,
		})
		if err != nil {
			return nil, err
		}
		if err = embedder.Probe(ctx); err == nil {
			return embedder, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		log.WarnContext(ctx, "the embedder does not answer: it is asked again", slog.Any("error", err))
		all, err := store.Embeddings(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range all {
			if e.Serving {
				embedder.Recall(e.Embedder)
			}
		}
		return embedder, nil
	case "static":
		if c.EmbedderDir == "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "--embedder static needs --embedder-dir")
		}
		return static.Load(c.EmbedderDir)
	}
	return nil, nil //nolint:nilnil // none is given: it is learnt
}

// RerankerChoice says what reads the best hits of a search once more.
type RerankerChoice struct {
	RerankerURL   string `help:"Server that ranks texts by a query, by the /rerank of llama.cpp, vLLM, Jina, Cohere or TEI, such as http://127.0.0.1:8081/v1." env:"QUARRY_RERANKER_URL" placeholder:"URL"`
	RerankerModel string `help:"Model that the server is asked for, where it has several." env:"QUARRY_RERANKER_MODEL" placeholder:"NAME"`
	RerankerKey   string `help:"Key for the server; the variable keeps it out of the list of processes." env:"QUARRY_RERANKER_KEY" placeholder:"KEY"`
}

// open returns the reranker that was chosen, nil where none was.
func (c RerankerChoice) open() (*rerank.Reranker, error) {
	if c.RerankerURL == "" {
		if c.RerankerModel != "" || c.RerankerKey != "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "--reranker-model and --reranker-key need --reranker-url")
		}
		return nil, nil //nolint:nilnil // none is given: the order stays
	}
	return rerank.New(rerank.Options{URL: c.RerankerURL, Model: c.RerankerModel, Key: c.RerankerKey})
}

// JudgeChoice says what judges free answers.
type JudgeChoice struct {
	Judge string `help:"What judges free answers: builtin asks nobody, openai asks a model as well what an answer means." enum:"builtin,openai" default:"builtin" env:"QUARRY_JUDGE"`

	JudgeURL   string `help:"Server that speaks OpenAI's /v1/chat/completions, such as http://127.0.0.1:11434/v1." env:"QUARRY_JUDGE_URL" placeholder:"URL"`
	JudgeModel string `help:"Model that the server is asked for." env:"QUARRY_JUDGE_MODEL" placeholder:"NAME"`
	JudgeKey   string `help:"Key for the server; the variable keeps it out of the list of processes." env:"QUARRY_JUDGE_KEY" placeholder:"KEY"`
}

// open returns the model that was chosen as a judge, nil where none was.
func (c JudgeChoice) open() (*entail.Judge, error) {
	if c.Judge != "openai" {
		return nil, nil //nolint:nilnil // none is asked
	}
	if c.JudgeURL == "" || c.JudgeModel == "" {
		return nil, quarry.Errorf(quarry.KindInvalid, "--judge openai needs --judge-url and --judge-model")
	}
	return entail.New(entail.Options{URL: c.JudgeURL, Model: c.JudgeModel, Key: c.JudgeKey})
}

// modelState says of a server with a model what followers say of themselves: which model
// it is, and why it is not asked. It has read everything, and no answer waits for it.
func (b *App) modelState(name, model string, trouble func() string) stated {
	return func(ctx context.Context) quarry.FollowerState {
		revision, err := b.Store.Revision(ctx)
		return quarry.FollowerState{
			Name: name, Cursor: revision, Ready: err == nil, Aside: true, Reason: trouble(), Model: model,
		}
	}
}
