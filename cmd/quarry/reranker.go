package main

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/rerank"
)

// rerankerChoice says what reads the best hits of a search once more.
type rerankerChoice struct {
	RerankerURL   string `help:"Server that ranks texts by a query, by the /rerank of llama.cpp, vLLM, Jina, Cohere or TEI, such as http://127.0.0.1:8081/v1." env:"QUARRY_RERANKER_URL" placeholder:"URL"`
	RerankerModel string `help:"Model that the server is asked for, where it has several." env:"QUARRY_RERANKER_MODEL" placeholder:"NAME"`
	RerankerKey   string `help:"Key for the server; the variable keeps it out of the list of processes." env:"QUARRY_RERANKER_KEY" placeholder:"KEY"`
}

// open returns the reranker that was chosen, nil where none was.
func (c rerankerChoice) open() (*rerank.Reranker, error) {
	if c.RerankerURL == "" {
		if c.RerankerModel != "" || c.RerankerKey != "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "--reranker-model and --reranker-key need --reranker-url")
		}
		return nil, nil //nolint:nilnil // none is given: the order stays
	}
	return rerank.New(rerank.Options{URL: c.RerankerURL, Model: c.RerankerModel, Key: c.RerankerKey})
}

// rankedBy returns the reranker of a searcher; nil for none.
func (b *App) rankedBy(t *tracing) search.Reranker {
	if b.reranker == nil {
		return nil
	}
	return t.reranks(b.reranker)
}
