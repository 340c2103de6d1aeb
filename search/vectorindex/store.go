package vectorindex

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Store keeps generations of vectors.
type Store interface {
	Generations
	Vectors
}

// Generations begins, switches and drops generations.
type Generations interface {
	// Embeddings returns all generations, the oldest first.
	Embeddings(ctx context.Context) ([]quarry.Embedding, error)
	// BeginEmbedding begins an empty generation and returns its number.
	BeginEmbedding(ctx context.Context, e quarry.Embedding) (int64, error)
	// ServeEmbedding makes one the only generation that serves.
	ServeEmbedding(ctx context.Context, number int64) error
	// DropEmbedding deletes a generation without keeping other writers waiting.
	DropEmbedding(ctx context.Context, number int64) error
}

// Vectors writes and reads the vectors of a generation.
type Vectors interface {
	// ApplyVectors puts and deletes vectors and notes the generation's cursor,
	// session and changed texts, all of it or nothing.
	ApplyVectors(ctx context.Context, e quarry.Embedding, puts []quarry.Vector, deletes []quarry.EntryRef) error
	// ScanVectors returns the vectors behind a reference, in order, at most so many.
	ScanVectors(ctx context.Context, number int64, after quarry.EntryRef, most int) ([]quarry.Vector, error)
	// Vectors returns those of the vectors that are there.
	Vectors(ctx context.Context, number int64, refs []quarry.EntryRef) ([]quarry.Vector, error)
}
