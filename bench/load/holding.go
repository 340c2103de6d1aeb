package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry/grounding"
	"github.com/quarrykb/quarry/ingest/acronym"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/answerable"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/embed/lsa"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

// holding is what quarry holds open, wired as cmd/quarry wires it.
type holding struct {
	lexicon  *lexicon.Lexicon
	store    *sqlite.Store
	words    *bleveindex.Index
	vectors  *vectorindex.Index
	searcher *search.Searcher
	builder  *grounding.Builder
}

// openHolding opens a data directory that a quarry left.
func openHolding(ctx context.Context, data string) (*holding, error) {
	log := slog.New(slog.DiscardHandler)
	known, err := lexicon.Load() //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	h := &holding{lexicon: known}
	if h.store, err = sqlite.Open(ctx, filepath.Join(data, "quarry.db"), sqlite.Options{Log: log, Now: time.Now}); err != nil {
		return nil, err
	}
	if err := h.follow(ctx, data, log); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// follow opens both engines and lets them catch up, which have nothing to read.
func (h *holding) follow(ctx context.Context, data string, log *slog.Logger) error {
	glossary := derive.NewGlossary(h.store, acronym.NewMiner(h.lexicon), 0, log)
	var err error
	h.words, err = bleveindex.Open(ctx, filepath.Join(data, "index"), bleveindex.Options{Log: log, Lexicon: h.lexicon, Names: glossary})
	if err != nil {
		return err
	}
	terms, err := bleveindex.NewTerms(h.lexicon)
	if err != nil {
		return err
	}
	h.vectors, err = vectorindex.Open(ctx, h.store, vectorindex.Options{
		Learner: relatedTerms{terms}, Devices: h.lexicon, Topics: h.lexicon, Requirements: h.words, Entries: h.store, Log: log,
	})
	if err != nil {
		return err
	}
	judge, err := answerable.New(h.lexicon)
	if err != nil {
		return err
	}
	h.searcher = search.NewSearcher(search.Setup{
		Entries: h.store, Highlighter: h.words, Devices: h.lexicon, Asking: h.lexicon, Judge: judge, Log: log,
		Engines: []search.Named{{Name: search.EngineLexical, Engine: h.words}, {Name: search.EngineVector, Engine: h.vectors}},
	})
	h.builder = grounding.NewBuilder(grounding.Setup{Searcher: h.searcher, Reader: h.store, Lexicon: h.lexicon})
	return errors.Join(glossary.CatchUp(ctx),
		search.NewFollower(search.EngineLexical, h.store, h.words, search.Pace{}, log).CatchUp(ctx),
		search.NewFollower(search.EngineVector, h.store, h.vectors, search.Pace{}, log).CatchUp(ctx))
}

func (h *holding) close() error {
	var err error
	if h.words != nil {
		err = h.words.Close()
	}
	if h.vectors != nil {
		err = errors.Join(err, h.vectors.Close())
	}
	return errors.Join(err, h.store.Close())
}

// relatedTerms reads what quarry learnt of which terms keep the same company.
type relatedTerms struct{ terms lsa.Terms }

const termsHead = "terms/" + bleveindex.TermsVersion + "\n"

// NewTrainer returns a trainer that knows nothing yet.
func (r relatedTerms) NewTrainer() vectorindex.Trainer {
	return relatedTrainer{lsa.NewTrainer(r.terms)}
}

// Decode reads a model.
func (r relatedTerms) Decode(encoded []byte) (vectorindex.Model, error) {
	model, err := lsa.Decode(r.terms, bytes.TrimPrefix(encoded, []byte(termsHead)))
	return relatedModel{model}, err
}

type relatedTrainer struct{ *lsa.Trainer }

// Train makes a model of all texts.
func (t relatedTrainer) Train(ctx context.Context) (vectorindex.Model, error) {
	model, err := t.Trainer.Train(ctx)
	return relatedModel{model}, err
}

type relatedModel struct{ *lsa.Model }

// Encode returns the model with how its terms were split.
func (m relatedModel) Encode() []byte { return append([]byte(termsHead), m.Model.Encode()...) }
