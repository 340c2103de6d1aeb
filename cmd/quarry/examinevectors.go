package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/vectorindex"
)

const vectorsAgain = "start quarry serve: it makes what is amiss anew"

// vectors says whose vectors answer, and how far they have read, and holds those
// that have read everything against the entries.
func (e *examiner) vectors(ctx context.Context) error {
	all, err := e.store.Embeddings(ctx)
	revision, revisionErr := e.store.Revision(ctx)
	if err := errors.Join(err, revisionErr); err != nil {
		return e.orDamage(ctx, "vectors", "cannot be read", err)
	}
	for _, of := range all {
		if of.Serving {
			e.say("vectors", "of %s, which has read %d of %d changes", of.Embedder, of.Cursor, revision)
			e.lackVectors(revision-of.Cursor, revision)
			return e.heldAgainstEntries(ctx, of, revision)
		}
	}
	e.say("vectors", "are made by the next serve, ingest or search")
	e.lackVectors(revision, revision)
	return nil
}

// lackVectors qualifies the verdict where changes have no vectors yet.
func (e *examiner) lackVectors(lag, revision quarry.Sequence) {
	if lag > 0 {
		e.chart.later = fmt.Sprintf("%d of %d changes have no vectors yet: searches go by words until then", lag, revision)
	}
}

// heldAgainstEntries complains of entries without a vector of their text, and of
// vectors of what is no entry, unless something was changing.
func (e *examiner) heldAgainstEntries(ctx context.Context, of quarry.Embedding, revision quarry.Sequence) error {
	if of.Cursor != revision {
		return nil
	}
	found, err := vectorindex.Examine(ctx, e.store, of, e.store)
	if err != nil {
		return e.orDamage(ctx, "vectors", "cannot be read", err)
	}
	if now, err := e.store.Revision(ctx); err != nil || now != revision {
		return err
	}
	if amiss := found.Missing + found.Outdated + found.Surplus; amiss > 0 {
		e.chart.complain(finding{
			Check: "vectors", Remedy: vectorsAgain,
			Problem: fmt.Sprintf("of %d entries %d have no vector and %d one of another text, and %d vectors are of no entry",
				found.Entries, found.Missing, found.Outdated, found.Surplus),
		})
	}
	return nil
}
