package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Wreck is what can still be read of a database that is damaged, or of which the log
// alone is left. Rows are taken from the pages that hold them, with no regard to the
// schema and the trees that lead to them, and are known by their shape. A document
// counts as saved where its row has its digest and its bytes have their hashes: nothing
// is made up. What was deleted stays deleted as far as that can be told.
type Wreck struct {
	pages  *pageFile
	memory *handle // holds an empty database of today's schema, and reads values
	shapes map[string]shape

	documents map[quarry.DocumentID]wreckDocument
	damaged   map[quarry.DocumentID]LostDocument // rows without their digest
	contents  map[int64][]cell                   // by the document's number
	feed      map[quarry.DocumentID]wreckChange
	places    map[quarry.Place]bool // that indexes name
	keys      map[quarry.KeyID]quarry.Key
	jobs      map[quarry.JobID]quarry.Job
	done      []string

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

// wreckChange is the last that the feed says of a document.
type wreckChange struct {
	sequence int64
	op       string
	at       int64
}

// OpenWreck reads what is left of the database at path and of its log, either of which
// may be missing. It writes to neither, and lets SQLite see neither.
func OpenWreck(ctx context.Context, path string) (*Wreck, error) {
	w := &Wreck{
		shapes: map[string]shape{}, documents: map[quarry.DocumentID]wreckDocument{},
		damaged: map[quarry.DocumentID]LostDocument{}, contents: map[int64][]cell{},
		feed: map[quarry.DocumentID]wreckChange{}, places: map[quarry.Place]bool{},
		keys: map[quarry.KeyID]quarry.Key{}, jobs: map[quarry.JobID]quarry.Job{},
	}
	err := w.openMemory(ctx)
	if err == nil {
		w.pages, err = openPages(path)
	}
	if err == nil {
		err = w.read(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read what is left of %q: %w", path, explain(err)), w.Close())
	}
	return w, nil
}

// Close lets go of the files.
func (w *Wreck) Close() error {
	if w.pages == nil {
		return w.memory.close()
	}
	return errors.Join(w.memory.close(), w.pages.close())
}

// The tables that are looked for.
const (
	tableDocuments = "documents"
	tableContents  = "contents"
	tableChanges   = "changes"
	tableKeys      = "keys"
	tableJobs      = "jobs"
	tableDone      = "done"
)

// openMemory makes an empty database, whose tables say what rows look like.
func (w *Wreck) openMemory(ctx context.Context) error {
	known, err := knownSchema()
	if err != nil {
		return err
	}
	if w.memory, err = openHandle(ctx, "file::memory:?"+sharedSettings, 1); err != nil {
		return err
	}
	if err := migrate(ctx, w.memory, identity{missing: true, known: known}, nil); err != nil {
		return err
	}
	for _, table := range []string{tableDocuments, tableContents, tableChanges, tableKeys, tableJobs, tableDone} {
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
	if isPlace(c, types) {
		w.takePlace(c)
	}
	for table, shape := range w.shapes {
		if !shape.fits(c, types) {
			continue
		}
		if table == tableContents {
			c.local = slices.Clone(c.local) // the page goes
			w.contents[c.number] = append(w.contents[c.number], c)
			continue
		}
		record, whole := w.pages.record(c)
		values, readable := valuesOf(record)
		if !whole || !readable {
			continue
		}
		read := func(columns string) scanFunc { return shape.scanner(ctx, w.memory, values, columns) }
		switch table {
		case tableDocuments:
			w.takeDocument(c.number, values, read)
		case tableChanges:
			w.takeChange(c.number, read)
		case tableKeys:
			w.takeKey(read)
		case tableJobs:
			w.takeJob(read)
		case tableDone:
			w.takeDone(read)
		}
	}
}

// isPlace reports whether a row may be of the index of documents by collection and
// path, which names documents whose rows are gone.
func isPlace(c cell, types []int64) bool {
	if !c.index || len(types) != 3 {
		return false
	}
	text := shapeColumn{kind: "TEXT"}
	return text.fits(types[0]) && text.fits(types[1]) && shapeColumn{kind: "INTEGER"}.fits(types[2])
}

func (w *Wreck) takePlace(c cell) {
	record, whole := w.pages.record(c)
	values, readable := valuesOf(record)
	if !whole || !readable {
		return
	}
	collection, _ := values[0].(string)
	path, _ := values[1].(string)
	w.places[quarry.Place{Collection: collection, Path: path}] = true
}

// takeDocument keeps a document whose row has its digest, in its last version.
func (w *Wreck) takeDocument(number int64, values []any, read func(string) scanFunc) {
	document, err := readDocument(read(documentColumns + ", ingested_at"))
	if err != nil {
		return
	}
	var digest []byte
	if read("digest")(&digest) != nil || string(digest) != w.digest(document, values) {
		w.damaged[document.ID] = LostDocument{
			ID: document.ID, Collection: document.Collection, Path: document.Path, Reason: "its row is damaged",
		}
		return
	}
	if known, ok := w.documents[document.ID]; !ok || known.IngestedAt.Before(document.IngestedAt) {
		w.documents[document.ID] = wreckDocument{document, number}
	}
}

// digest is that of the row as it stands, in the order in which rowOfDocument has it.
func (w *Wreck) digest(document quarry.Document, values []any) string {
	stored := map[string]any{}
	for i, value := range values {
		if number, ok := value.(int64); ok {
			value = int(number)
		}
		stored[w.shapes[tableDocuments].columns[i].name] = value
	}
	ordered := make([]any, 0, len(values))
	for column := range strings.SplitSeq(documentColumns, ", ") {
		ordered = append(ordered, stored[column])
	}
	ordered[len(ordered)-1] = laterEncoding(document.Encoding) // the last of the columns
	return digestOf(document, ordered)
}

func (w *Wreck) takeChange(sequence int64, read func(string) scanFunc) {
	var kind, id string
	change := wreckChange{sequence: sequence}
	err := read("kind, id, op, at")(&kind, &id, &change.op, &change.at)
	known, ok := w.feed[quarry.DocumentID(id)]
	if err != nil || kind != string(quarry.EntryDocument) || ok && known.sequence > sequence {
		return
	}
	w.feed[quarry.DocumentID(id)] = change
}

// takeKey keeps a key. Of two versions of one the revoked one counts.
func (w *Wreck) takeKey(read func(string) scanFunc) {
	key, err := scanKey(read("id, name, scope, hash, created, expires, last_used, revoked"))
	if err != nil || key.Scope.Validate() != nil {
		return
	}
	if known, ok := w.keys[key.ID]; !ok || known.Revoked.IsZero() {
		w.keys[key.ID] = key
	}
}

// takeJob keeps a job. Of two versions of one the one that came further counts.
func (w *Wreck) takeJob(read func(string) scanFunc) {
	job, err := readJob(read(jobColumns))
	if err != nil || !slices.Contains(quarry.JobStates(), job.State) {
		return
	}
	if known, ok := w.jobs[job.ID]; !ok || known.FinishedAt.IsZero() {
		w.jobs[job.ID] = job
	}
}

func (w *Wreck) takeDone(read func(string) scanFunc) {
	var what string
	if read("what")(&what) == nil && !slices.Contains(w.done, what) {
		w.done = append(w.done, what)
	}
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
		if w.feed[id].op == string(quarry.OpDelete) && w.feed[id].at >= microseconds(document.IngestedAt) {
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
		record, whole := w.pages.record(c)
		values, readable := valuesOf(record)
		if !whole || !readable {
			continue
		}
		var content quarry.Content
		content.Text, _ = values[1].([]byte)
		content.Original, _ = values[2].([]byte)
		wrong := wrongHashes(d.Document, content.Text, content.Original)
		if len(wrong) == 0 {
			return content, ""
		}
		reason = wrong[0]
	}
	return quarry.Content{}, reason
}
