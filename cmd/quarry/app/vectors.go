package app

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/embed/lsa"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Settle is how long documents must have stopped coming in before a server
// learns anew from all of them.
const Settle = 3 * time.Second

// openVectors opens the index of vectors. Where no embedder is chosen it is learnt
// from what is stored; what was learnt serves until a chosen one has read all.
func (s *Session) openVectors(
	ctx context.Context, store *sqlite.Store, words *bleveindex.Index, pause time.Duration,
) (*vectorindex.Index, error) {
	terms, err := bleveindex.NewTerms(s.Lexicon)
	if err != nil {
		return nil, err
	}
	chosen, err := s.Embedder.open(ctx, store, s.Log)
	if err != nil {
		return nil, err
	}
	return vectorindex.Open(ctx, store, vectorindex.Options{
		Embedder: chosen, Learner: relatedTerms{terms}, Devices: s.Lexicon, Topics: s.Lexicon, Requirements: words,
		Entries: store,
		Settle:  pause, Log: s.Log,
	})
}

// relatedTerms learns which terms keep the same company. What it has learnt is of
// use only where texts are split into the same terms.
type relatedTerms struct{ terms lsa.Terms }

const termsHead = "terms/" + bleveindex.TermsVersion + "\n"

// NewTrainer returns a trainer that knows nothing yet.
func (r relatedTerms) NewTrainer() vectorindex.Trainer {
	return relatedTrainer{lsa.NewTrainer(r.terms)}
}

// Decode reads a model.
func (r relatedTerms) Decode(encoded []byte) (vectorindex.Model, error) {
	learnt, ok := bytes.CutPrefix(encoded, []byte(termsHead))
	if !ok {
		return nil, errors.New("the model was learnt of texts that were split in another way")
	}
	model, err := lsa.Decode(r.terms, learnt)
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
