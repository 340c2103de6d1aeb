package main

import (
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/vectorindex"
)

const vectorsAgain = "start quarry serve: it makes what is amiss anew"

// vectors says whose vectors answer, and how far they have read, and holds those
// that have read everything against the entries.
func (d *doctor) vectors() error {
	all, err := d.store.Embeddings(d.ctx)
	if err != nil {
		return err
	}
	revision, err := d.store.Revision(d.ctx)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Serving {
			d.say("vectors", "of %s, which has read %d of %d changes", e.Embedder, e.Cursor, revision)
			d.lackVectors(revision-e.Cursor, revision)
			return d.heldAgainstEntries(e, revision)
		}
	}
	d.say("vectors", "are made by the next serve, ingest or search")
	d.lackVectors(revision, revision)
	return nil
}

// lackVectors qualifies the verdict where changes have no vectors yet.
func (d *doctor) lackVectors(lag, revision quarry.Sequence) {
	if lag > 0 {
		d.chart.later = fmt.Sprintf("%d of %d changes have no vectors yet: searches go by words until then", lag, revision)
	}
}

// heldAgainstEntries complains of entries without a vector of their text, and of
// vectors of what is no entry, unless something was changing.
func (d *doctor) heldAgainstEntries(e quarry.Embedding, revision quarry.Sequence) error {
	if e.Cursor != revision {
		return nil
	}
	found, err := vectorindex.Examine(d.ctx, d.store, e, d.store)
	if err != nil && d.ctx.Err() == nil {
		d.chart.complain(finding{Check: "vectors", Problem: "cannot be read: " + err.Error(), Remedy: restore})
		return nil
	}
	if err != nil {
		return err
	}
	if now, err := d.store.Revision(d.ctx); err != nil || now != revision {
		return err
	}
	if amiss := found.Missing + found.Outdated + found.Surplus; amiss > 0 {
		d.chart.complain(finding{
			Check: "vectors", Remedy: vectorsAgain,
			Problem: fmt.Sprintf("of %d entries %d have no vector and %d one of another text, and %d vectors are of no entry",
				found.Entries, found.Missing, found.Outdated, found.Surplus),
		})
	}
	return nil
}
