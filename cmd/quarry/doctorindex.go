package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
)

// search checks the index, unless another process has it.
func (d *doctor) search(ctx context.Context) error {
	if _, ok := d.Server(); ok {
		d.say("index", "in use by the server; ask its /readyz")
		return nil
	}
	held, err := d.Acquire(ctx, "doctor")
	if err != nil {
		d.say("index", "not checked: %v", err)
		return nil
	}
	defer func() { _ = held.Release() }()
	index, err := bleveindex.Open(ctx, d.Index(), bleveindex.Options{Log: d.Log, Lexicon: d.Lexicon})
	if err != nil {
		d.damaged(err)
		return nil
	}
	defer func() { _ = index.Close() }()
	if err := d.indexState(ctx, index); err != nil {
		d.damaged(err)
	}
	return ctx.Err()
}

func (d *doctor) damaged(err error) {
	d.chart.complain(finding{
		Check: "index", Problem: err.Error(), Remedy: "delete the folder " + d.Index() + ": it is built anew",
	})
}

// indexState looks how far the index has read, and whether it holds what it
// has read.
func (d *doctor) indexState(ctx context.Context, index *bleveindex.Index) error {
	if damage := index.Damage(ctx); damage != "" {
		d.chart.complain(finding{Check: "index", Problem: damage, Remedy: indexAgain})
		return nil
	}
	if reason := index.Stale(ctx); reason != "" {
		d.say("index", "will be built anew by the next serve, ingest or search: %s", reason)
		return nil
	}
	cursor, err := index.Cursor(ctx)
	revision, revisionErr := d.store.Revision(ctx)
	goesOn, sessionErr := d.store.Continues(ctx, index.Session(ctx), cursor)
	if err := errors.Join(err, revisionErr, sessionErr); err != nil {
		return err
	}
	if cursor == 0 && revision > 0 && !goesOn { // bleve goes back to what it can still read
		d.chart.complain(finding{Check: "index", Problem: "the index has lost what it had read: its files are damaged", Remedy: indexAgain})
		return nil
	}
	if !goesOn {
		d.say("index", "will be built anew by the next serve, ingest or search: it has read what the database does not hold")
		return nil
	}
	d.say("index", "has read %d of %d changes", cursor, revision)
	if cursor < revision {
		d.say("index", "the next serve, ingest or search reads the rest")
		return nil
	}
	return d.inStep(ctx, index)
}

// inStep looks whether an index that has read everything holds the entries of
// the database and no others.
func (d *doctor) inStep(ctx context.Context, index *bleveindex.Index) error {
	var after quarry.EntryRef
	live, missing := 0, 0
	for {
		entries, err := d.store.ScanEntries(ctx, after, pageSize)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			break
		}
		refs := make([]quarry.EntryRef, 0, len(entries))
		for _, entry := range entries {
			refs = append(refs, entry.EntryRef)
		}
		absent, err := index.Missing(ctx, refs)
		if err != nil {
			return err
		}
		live, missing, after = live+len(refs), missing+len(absent), refs[len(refs)-1]
	}
	held, err := index.Count(ctx)
	if surplus := held - (live - missing); err == nil && missing+surplus > 0 {
		d.damaged(fmt.Errorf("%d entries are missing in it, and %d are in it that are not stored", missing, surplus))
	}
	return err
}
