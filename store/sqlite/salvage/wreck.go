// Package salvage reads what is left of a database that SQLite refuses: the pages of its file
// and of its log (pages.go, wal.go), the records on them (record.go), the documents, keys
// and jobs that these are the rows of (wreck.go), and what learners did (studied.go).
package salvage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
	"github.com/quarrykb/quarry/store/sqlite/jobs"
	"github.com/quarrykb/quarry/store/sqlite/keys"
)

// Wreck is what can still be read of a database that is damaged, or of which the log
// alone is left. Rows are taken from the pages that hold them, with no regard to the
// schema and the trees that lead to them, and are known by their shape. A document
// counts as saved where its row has its digest and its bytes have their hashes: nothing
// is made up. What was deleted stays deleted as far as that can be told.
type Wreck struct {
	pages  *pageFile
	memory *sql.DB // holds an empty database of today's schema, and reads values
	shapes map[string]shape

	documents map[quarry.DocumentID]wreckDocument
	damaged   map[quarry.DocumentID]LostDocument // rows without their digest
	contents  map[int64][]cell                   // by the document's number
	feed      map[quarry.DocumentID]wreckChange
	places    map[quarry.Place]bool // that indexes name
	keys      map[quarry.KeyID]quarry.Key
	jobs      map[quarry.JobID]quarry.Job
	said      map[saidOf]quarry.Correction
	done      []string
	studied   studied

	saved        []quarry.Document
	lost         []LostDocument
	missingPages int
}

// LostDocument is a document that was stored and cannot be saved. What is not known of
// it is "".
type LostDocument struct {
	ID         quarry.DocumentID
	Collection string
	Path       string
	Reason     string
}

type wreckDocument struct {
	quarry.Document

	number int64
}

// saidOf is what a document has one correction of.
type saidOf struct {
	document quarry.DocumentID
	entry    quarry.EntryID
	action   quarry.Action
}

// wreckChange is the last that the feed says of a document.
type wreckChange struct {
	sequence int64
	op       string
	at       int64
}

// Open reads what is left of the database at path and of its log, either of which
// may be missing. It writes to neither, and lets SQLite see neither.
func Open(ctx context.Context, path string) (*Wreck, error) {
	w := &Wreck{
		shapes: map[string]shape{}, documents: map[quarry.DocumentID]wreckDocument{},
		damaged: map[quarry.DocumentID]LostDocument{}, contents: map[int64][]cell{},
		feed: map[quarry.DocumentID]wreckChange{}, places: map[quarry.Place]bool{},
		keys: map[quarry.KeyID]quarry.Key{}, jobs: map[quarry.JobID]quarry.Job{},
		said: map[saidOf]quarry.Correction{}, studied: newStudied(),
	}
	var err error
	if w.memory, err = db.OpenEmpty(ctx); err == nil {
		err = w.readShapes(ctx)
	}
	if err == nil {
		w.pages, err = openPages(path)
	}
	if err == nil {
		err = w.read(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read what is left of %q: %w", path, db.Explain(err)), w.Close())
	}
	return w, nil
}

// Close lets go of the files.
func (w *Wreck) Close() error {
	var failed []error
	if w.pages != nil {
		failed = append(failed, w.pages.close())
	}
	if w.memory != nil {
		failed = append(failed, w.memory.Close())
	}
	return errors.Join(failed...)
}

// The tables that are looked for.
const (
	tableDocuments   = "documents"
	tableContents    = "contents"
	tableChanges     = "changes"
	tableKeys        = "keys"
	tableJobs        = "jobs"
	tableCorrections = "corrections"
	tableDone        = "done"
)

// readShapes reads what rows of the tables look like.
func (w *Wreck) readShapes(ctx context.Context) error {
	for _, table := range []string{
		tableDocuments, tableContents, tableChanges, tableKeys, tableJobs, tableCorrections, tableDone,
		tableLearners, tableCards, tableReviews, tableQuotes,
	} {
		var err error
		if w.shapes[table], err = readShape(ctx, w.memory, table); err != nil {
			return fmt.Errorf("read the columns of %s: %w", table, err)
		}
	}
	return nil
}

// read goes through all pages that are in use, and then decides what is saved.
func (w *Wreck) read(ctx context.Context) error {
	free := w.pages.free()
	w.missingPages = w.pages.cut
	for number := uint32(1); number <= w.pages.pages; number++ {
		if free[number] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		page := w.pages.page(number)
		if page == nil {
			w.missingPages++
			continue
		}
		for c := range w.pages.cells(page, number) {
			w.take(ctx, c)
		}
	}
	return w.decide(ctx)
}

// take keeps a row, if it is one of those that are looked for. What cannot be read of
// it was damaged, or is of another table that looks alike.
func (w *Wreck) take(ctx context.Context, c cell) {
	types, _ := serialTypes(c.local)
	w.takePlace(c, types)
	for table, shape := range w.shapes {
		if !shape.fits(c, types) {
			continue
		}
		if table == tableContents {
			c.local = slices.Clone(c.local) // the page goes
			w.contents[c.number] = append(w.contents[c.number], c)
			continue
		}
		values, readable := w.pages.values(c)
		if !readable {
			continue
		}
		read := func(columns string) db.ScanFunc { return shape.scanner(ctx, w.memory, values, columns) }
		switch table {
		case tableDocuments:
			w.takeDocument(c.number, read)
		case tableChanges:
			w.takeChange(c.number, read)
		case tableKeys: // of two versions of one the revoked one counts
			key, err := keys.Read(read(keys.Columns))
			if err == nil && key.Scope.Validate() == nil && w.keys[key.ID].Revoked.IsZero() {
				w.keys[key.ID] = key
			}
		case tableJobs: // of two versions of one the one that came further counts
			job, err := jobs.Read(read(jobs.Columns))
			if err == nil && slices.Contains(quarry.JobStates(), job.State) && w.jobs[job.ID].FinishedAt.IsZero() {
				w.jobs[job.ID] = job
			}
		case tableCorrections:
			w.takeCorrection(read(entries.CorrectionColumns))
		case tableDone:
			var what string
			if read("what")(&what) == nil && !slices.Contains(w.done, what) {
				w.done = append(w.done, what)
			}
		default:
			w.studied.take(table, read)
		}
	}
}

// takePlace keeps a row that may be of the index of documents by collection and
// path, which names documents whose rows are gone.
func (w *Wreck) takePlace(c cell, types []int64) {
	text, number := shapeColumn{kind: "TEXT"}, shapeColumn{kind: "INTEGER"}
	if !c.index || len(types) != 3 || !text.fits(types[0]) || !text.fits(types[1]) || !number.fits(types[2]) {
		return
	}
	if values, readable := w.pages.values(c); readable {
		collection, _ := values[0].(string)
		path, _ := values[1].(string)
		w.places[quarry.Place{Collection: collection, Path: path}] = true
	}
}

// takeDocument keeps a document whose row has its digest, in its last version.
func (w *Wreck) takeDocument(number int64, read func(string) db.ScanFunc) {
	document, err := entries.ReadDocument(read(entries.DocumentColumns + ", ingested_at"))
	if err != nil {
		return
	}
	var digest []byte
	row, err := entries.RowOfDocument(document)
	if err != nil || read("digest")(&digest) != nil || string(digest) != row.Digest {
		w.damaged[document.ID] = LostDocument{
			ID: document.ID, Collection: document.Collection, Path: document.Path, Reason: "its row is damaged",
		}
		return
	}
	if known, ok := w.documents[document.ID]; !ok || known.IngestedAt.Before(document.IngestedAt) {
		w.documents[document.ID] = wreckDocument{document, number}
	}
}

// takeCorrection keeps what a person said, where the columns say the same: of two versions
// the later one.
func (w *Wreck) takeCorrection(scan db.ScanFunc) {
	row, err := entries.ReadCorrectionRow(scan)
	if err != nil {
		return
	}
	c, err := row.Read()
	of := saidOf{quarry.DocumentID(row.Document), row.ID, quarry.Action(row.Action)}
	whole := err == nil && c.EntryRef == row.EntryRef && of == saidOf{c.DocumentID, c.ID, c.Action}
	if whole && c.Validate() == nil && !w.said[of].At.After(c.At) {
		w.said[of] = c
	}
}

func (w *Wreck) takeChange(sequence int64, read func(string) db.ScanFunc) {
	var kind, id string
	change := wreckChange{sequence: sequence}
	err := read("kind, id, op, at")(&kind, &id, &change.op, &change.at)
	known, ok := w.feed[quarry.DocumentID(id)]
	if err != nil || kind != string(quarry.EntryDocument) || ok && known.sequence > sequence {
		return
	}
	w.feed[quarry.DocumentID(id)] = change
}

// decide holds every document's bytes against their hashes, and finds out which are
// lost.
func (w *Wreck) decide(ctx context.Context) error {
	lost := w.damaged
	for id, document := range w.documents {
		delete(lost, id)
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.feed[id].op == string(quarry.OpDelete) && w.feed[id].at >= document.IngestedAt.UnixMicro() {
			continue
		}
		if _, reason := w.content(document); reason != "" {
			lost[id] = LostDocument{ID: id, Collection: document.Collection, Path: document.Path, Reason: reason}
			continue
		}
		w.saved = append(w.saved, document.Document)
	}
	w.addGone(lost)
	for _, document := range lost {
		w.lost = append(w.lost, document)
	}
	slices.SortFunc(w.saved, func(a, b quarry.Document) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(w.lost, func(a, b LostDocument) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID))
	})
	return nil
}

// addGone adds the documents that the feed knows and of which no row is left. An index
// may still say where they stood, for an id is made of that.
func (w *Wreck) addGone(lost map[quarry.DocumentID]LostDocument) {
	gone := map[quarry.DocumentID]bool{}
	for id, change := range w.feed {
		_, known := w.documents[id]
		_, named := lost[id]
		if change.op == string(quarry.OpPut) && !known && !named {
			gone[id] = true
			lost[id] = LostDocument{ID: id, Reason: "its row cannot be read"}
		}
	}
	if len(gone) == 0 {
		return
	}
	for place := range w.places {
		id := quarry.DocumentID(quarry.NewID(quarry.Document{Collection: place.Collection, Path: place.Path}.Identity()))
		if gone[id] {
			lost[id] = LostDocument{ID: id, Collection: place.Collection, Path: place.Path, Reason: "its row cannot be read"}
		}
	}
}

// content returns a document's bytes, or why they are not those that were stored.
func (w *Wreck) content(d wreckDocument) (quarry.Content, string) {
	reason := "its text cannot be read"
	for _, c := range w.contents[d.number] {
		values, readable := w.pages.values(c)
		if !readable {
			continue
		}
		var content quarry.Content
		content.Text, _ = values[1].([]byte)
		content.Original, _ = values[2].([]byte)
		wrong := entries.WrongHashes(d.Document, content.Text, content.Original)
		if len(wrong) == 0 {
			return content, ""
		}
		reason = wrong[0]
	}
	return quarry.Content{}, reason
}

// Documents lists the documents whose row and bytes are whole, by path and id, all at
// once: a wreck is a shelf from which they are read again.
func (w *Wreck) Documents(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[quarry.Document], error) {
	return quarry.Page[quarry.Document]{Items: w.saved, Total: len(w.saved)}, nil
}

// Content returns the bytes of a document that Documents lists, or KindNotFound.
func (w *Wreck) Content(_ context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error) {
	content, reason := w.content(w.documents[id])
	if reason != "" {
		return content, 0, quarry.Errorf(quarry.KindNotFound, "the document %q cannot be read: %s", id, reason)
	}
	return content, 0, nil
}

// Lost lists the documents that were stored and cannot be saved, by path and id.
func (w *Wreck) Lost() []LostDocument { return w.lost }

// MissingPages is how many pages of the database are not there at all. What stood on
// them alone is not among what is lost by name.
func (w *Wreck) MissingPages() int { return w.missingPages }

// Keys returns the keys that can be read, by id. Nothing but their shape says whether
// they are as they were.
func (w *Wreck) Keys() []quarry.Key {
	return slices.SortedFunc(maps.Values(w.keys), func(a, b quarry.Key) int { return cmp.Compare(a.ID, b.ID) })
}

// Jobs returns the jobs that can be read, the oldest first.
func (w *Wreck) Jobs() []quarry.Job {
	return slices.SortedFunc(maps.Values(w.jobs), func(a, b quarry.Job) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
}

// Corrections returns what people said of entries, as far as it can be read, by path, line, id
// and action, of documents that are lost too. Nothing but their shape says whether they are as
// they were.
func (w *Wreck) Corrections() []quarry.Correction {
	return slices.SortedFunc(maps.Values(w.said), func(a, b quarry.Correction) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Action, b.Action))
	})
}

// Done returns what MarkDone was called for.
func (w *Wreck) Done() []string { return w.done }
