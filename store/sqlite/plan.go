package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// future is what a document is to become.
type future struct {
	knowledge quarry.Knowledge // as the text has it
	document  entries.DocumentRow
	content   quarry.Content
	rows      []entries.Row // as corrections have them
}

func prepare(k quarry.Knowledge) (future, error) {
	d := k.Document
	if d.ID == "" || d.Collection == "" || d.Path == "" {
		return future{}, quarry.Errorf(quarry.KindInvalid,
			"a document needs an id, a collection and a path, not %q, %q and %q", d.ID, d.Collection, d.Path)
	}
	document, err := entries.RowOfDocument(d)
	if err != nil {
		return future{}, err
	}
	for _, c := range k.Corrections {
		if err := c.Validate(); err != nil {
			return future{}, err
		}
	}
	rows, err := entries.RowsOf(entries.Corrected(k))
	return future{knowledge: k, document: document, content: k.Content, rows: rows}, err
}

// past is what the database holds of a document: the zero value where it holds
// none.
type past struct {
	number  int64 // 0 where there is no document
	id      string
	digest  string
	text    entries.TextHashes
	entries []pastEntry
}

type pastEntry struct {
	quarry.EntryRef

	number int64
	digest string
	claim  string // of a spec, or what a question asks
	leads  bool   // of a question
}

func readPast(ctx context.Context, tx db.Querier, id quarry.DocumentID) (past, error) {
	was := past{id: string(id)}
	err := tx.QueryRowContext(ctx, `SELECT number, digest, sha256, text_sha256 FROM documents WHERE id = ?`, string(id)).
		Scan(&was.number, &was.digest, &was.text.SHA256, &was.text.TextSHA256)
	if errors.Is(err, sql.ErrNoRows) {
		return was, nil
	}
	if err != nil {
		return was, fmt.Errorf("read what is stored: %w", err)
	}
	was.entries, err = db.Collect(ctx, tx, db.Into(func(e *pastEntry) []any {
		return []any{&e.Kind, &e.ID, &e.number, &e.digest, &e.claim, &e.leads}
	}), selectPast, was.number)
	return was, db.Wrap(err, "read what is stored")
}

const selectPast = `SELECT 'question', id, number, digest, asks, leads FROM questions WHERE document = ?1
	UNION ALL SELECT 'fact', id, number, digest, '', 1 FROM facts WHERE document = ?1
	UNION ALL SELECT 'spec', id, number, digest, claim, 1 FROM specs WHERE document = ?1
	UNION ALL SELECT 'passage', id, number, digest, '', 1 FROM passages WHERE document = ?1`

// plan is what has to be written to get from the past to the future.
type plan struct {
	was     past
	next    future
	added   []entries.Row
	changed []entries.Row
	stale   []pastEntry // the rows that the changed ones replace
	removed []pastEntry
	asking  map[string]*asking // by what the questions that it is about ask

	corrections *[]entries.CorrectionRow // of the document; nil where they stay as they are
}

// compare plans what has to be written; what is touched is written even where it is the same.
func compare(was past, next future, touched map[quarry.EntryID]bool) plan {
	p := plan{was: was, next: next}
	before := make(map[quarry.EntryRef]pastEntry, len(was.entries))
	for _, entry := range was.entries {
		before[entry.EntryRef] = entry
	}
	for _, r := range next.rows {
		entry, known := before[r.EntryRef]
		delete(before, r.EntryRef)
		switch {
		case !known:
			p.added = append(p.added, r)
		case entry.digest != r.Digest || entry.claim != r.Claim || touched[r.ID]:
			r.Number = entry.number
			p.changed = append(p.changed, r)
			p.stale = append(p.stale, entry)
		}
	}
	for _, entry := range was.entries {
		if _, gone := before[entry.EntryRef]; gone {
			p.removed = append(p.removed, entry)
		}
	}
	return p
}

// planSave plans what saving a document takes, where that may replace what is stored.
func planSave(ctx context.Context, tx db.Querier, next future, may func(past) error) (plan, error) {
	was, err := readPast(ctx, tx, next.document.ID)
	if err == nil {
		err = may(was)
	}
	if err != nil {
		return plan{}, err
	}
	stored, err := entries.CorrectionRows(ctx, tx, "document = ?", string(next.document.ID))
	if err != nil {
		return plan{}, err
	}
	return planCorrected(ctx, tx, was, next, stored)
}

// planDelete plans what deleting a document takes, which has to be there.
func planDelete(ctx context.Context, tx db.Querier, id quarry.DocumentID) (plan, error) {
	was, err := readPast(ctx, tx, id)
	if err == nil && was.number == 0 {
		err = quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
	}
	if err != nil {
		return plan{}, err
	}
	p := plan{was: was, removed: was.entries}
	err = p.settle(ctx, tx)
	return p, err
}

// documentChanged reports whether the document's own row is another one.
func (p plan) documentChanged() bool { return p.was.digest != p.next.document.Digest }

// textChanged reports whether the content is another one.
func (p plan) textChanged() bool {
	return p.was.number == 0 || p.was.text != p.next.document.Text
}

// empty reports whether there is nothing to write.
func (p plan) empty() bool {
	return !p.documentChanged() && len(p.added)+len(p.changed)+len(p.removed) == 0 && p.corrections == nil
}

func (p *plan) difference() quarry.Difference {
	var d quarry.Difference
	for _, r := range p.added {
		d.Added = append(d.Added, r.EntryRef)
	}
	for _, r := range p.changed {
		d.Changed = append(d.Changed, r.EntryRef)
	}
	for _, entry := range p.removed {
		d.Removed = append(d.Removed, entry.EntryRef)
	}
	d.Merged = p.merged()
	return d
}
