package main

import (
	"context"
	"log/slog"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/openai"
	"github.com/quarrykb/quarry/search/embed/static"
	"github.com/quarrykb/quarry/store/sqlite"
)

// embedderChoice says what makes vectors of texts.
type embedderChoice struct {
	Embedder string `help:"What meanings are told by: lsa learns from what is stored, openai asks an endpoint, static reads a directory." enum:"lsa,openai,static" default:"lsa" env:"QUARRY_EMBEDDER"`

	EmbedderURL   string `help:"Endpoint that speaks OpenAI's /v1/embeddings, such as http://127.0.0.1:11434/v1." env:"QUARRY_EMBEDDER_URL" placeholder:"URL"`
	EmbedderModel string `help:"Model that the endpoint is asked for." env:"QUARRY_EMBEDDER_MODEL" placeholder:"NAME"`
	EmbedderKey   string `help:"Key for the endpoint; the variable keeps it out of the list of processes." env:"QUARRY_EMBEDDER_KEY" placeholder:"KEY"`
	EmbedderDir   string `help:"Directory of a static model: model.safetensors and tokenizer.json." env:"QUARRY_EMBEDDER_DIR" placeholder:"DIR"`

	EmbedderQueryPrefix string `help:"What the endpoint's model wants before a query." env:"QUARRY_EMBEDDER_QUERY_PREFIX" placeholder:"TEXT"`
	EmbedderEntryPrefix string `help:"What the endpoint's model wants before an entry." env:"QUARRY_EMBEDDER_ENTRY_PREFIX" placeholder:"TEXT"`
}

// embedderOpenAI is the name of what asks an endpoint.
const embedderOpenAI = "openai"

// elsewhere reports whether another program makes the vectors.
func (c embedderChoice) elsewhere() bool { return c.Embedder == embedderOpenAI }

// open returns the embedder that was chosen, nil where one is to be learnt.
func (c embedderChoice) open(ctx context.Context, store *sqlite.Store, log *slog.Logger) (search.Embedder, error) {
	switch c.Embedder {
	case embedderOpenAI:
		if c.EmbedderURL == "" || c.EmbedderModel == "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "--embedder openai needs --embedder-url and --embedder-model")
		}
		return c.ask(ctx, store, log)
	case "static":
		if c.EmbedderDir == "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "--embedder static needs --embedder-dir")
		}
		model, err := static.Load(c.EmbedderDir)
		if err != nil {
			return nil, err
		}
		return model, nil
	}
	return nil, nil //nolint:nilnil // none is given: it is learnt
}

// ask returns an embedder over the endpoint. Which dimension its vectors have is
// known from those that are stored, or has to be asked; if there is no answer it
// becomes known later.
func (c embedderChoice) ask(ctx context.Context, store *sqlite.Store, log *slog.Logger) (search.Embedder, error) {
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
}
