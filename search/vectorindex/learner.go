package vectorindex

import (
	"context"

	"github.com/quarrykb/quarry/search"
)

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
