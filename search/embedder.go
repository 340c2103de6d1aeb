package search

import "context"

// TextKind says what a text is to an embedder: some models read a question
// otherwise than what answers it.
type TextKind string

// The kinds of texts that are embedded.
const (
	TextQuery TextKind = "query"
	TextEntry TextKind = "entry"
)

// Embedder turns texts into vectors whose directions are close where the texts
// mean alike.
type Embedder interface {
	// ID names the provider, the model, its dimension and what it was trained on.
	// Vectors of different ids are never compared.
	ID() string
	// Dim returns the length of every vector.
	Dim() int
	// Embed returns a vector for each of the texts, in their order: of any length
	// but zero, nil where the embedder cannot say anything of the text. The first
	// line of an entry is its title; a query has none. An embedder that cannot be
	// reached now returns quarry.KindUnavailable.
	Embed(ctx context.Context, texts []string, kind TextKind) ([][]float32, error)
}
