package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// Library is what a run asks of what is already stored.
type Library interface {
	// StoredFile returns the document at a path, where there is one, and those
	// at the paths below it, which its parts have.
	StoredFile(ctx context.Context, collection, path string) ([]quarry.StoredDocument, error)
	// StoredDocuments returns the documents of a root, and those imported from
	// files in it, by path; of every collection where none is named.
	StoredDocuments(ctx context.Context, collection, root string) ([]quarry.StoredDocument, error)
	// PreviewDocument returns what saving would change.
	PreviewDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error)
}

// Writer is what a run writes to. A dry run hands in one that only tells what
// would change.
type Writer interface {
	Saver
	DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error)
}

// Run ingests many documents: parsing goes on in parallel, saving one document
// after the other in the order of their paths.
type Run struct {
	Pipeline *Pipeline
	Library  Library
	Writer   Writer
	Workers  int           // documents that are parsed at a time, at least 1
	Observe  func(Outcome) // called for every document as it is done, in order; may be nil
}

// Ingest takes the sources through the pipeline. A document that is refused is
// an outcome; an error means that the run itself could not go on, and what was
// saved before it stays.
func (r *Run) Ingest(ctx context.Context, sources Sources) (Summary, error) {
	summary := newSummary()
	i := r.ingestion(&summary)
	for _, rejection := range sources.Rejections {
		i.done(Outcome{Name: rejection.Source, Status: Rejected, Rejection: rejection})
	}
	files := crew[Source, prepared]{workers: max(1, r.Workers), do: r.prepare, drop: prepared.drop}
	for file := range files.work(ctx, slices.Values(sources.Found)) {
		if err := i.finish(ctx, file); err != nil {
			return summary, err
		}
	}
	return summary, ctx.Err()
}

// ingestion is a run under way: what it did so far.
type ingestion struct {
	*Run

	summary  *Summary
	imported map[quarry.DocumentID]importedFrom
}

func (r *Run) ingestion(summary *Summary) *ingestion {
	return &ingestion{Run: r, summary: summary, imported: map[quarry.DocumentID]importedFrom{}}
}

func (i *ingestion) done(outcome Outcome) {
	i.summary.add(outcome)
	if i.Observe != nil {
		i.Observe(outcome)
	}
}

// finish saves a file's document, and then the parts that follow it.
func (i *ingestion) finish(ctx context.Context, p prepared) error {
	defer p.drop()
	if err := i.take(ctx, p); err != nil || p.rest == nil {
		return err
	}
	f := p.rest
	f.note(p)
	parts := crew[numbered, prepared]{
		workers: max(1, i.Workers), drop: prepared.drop,
		do: func(ctx context.Context, part numbered) prepared { return i.part(ctx, f, part) },
	}
	for part := range parts.work(ctx, f.rest(ctx)) {
		if err := i.take(ctx, part); err != nil {
			return err
		}
		f.note(part)
	}
	return i.end(ctx, f)
}

// end removes what a file that was read to its end has no more. Where it broke
// off, it is not known what would have followed.
func (i *ingestion) end(ctx context.Context, f *records) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.err != nil {
		return i.take(ctx, prepared{source: f.source, known: len(f.was) > 0, err: f.err})
	}
	var gone []quarry.StoredDocument // what was stored of the file and is none of its parts any more
	for _, n := range f.was.numbers() {
		if !f.texts[n] && f.was.belongs(n, f.source) {
			gone = append(gone, f.was[n])
		}
	}
	if !f.refused {
		imports, err := i.imports(ctx, f.source)
		if err != nil {
			return err
		}
		gone = append(gone, slices.DeleteFunc(imports, func(d quarry.StoredDocument) bool { return f.imported[d.ID] })...)
	}
	return i.remove(ctx, gone)
}

// take saves one document, once those that make way for it are removed.
func (i *ingestion) take(ctx context.Context, p prepared) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if fresh := p.err == nil && !p.same; fresh { // all before it are saved by now
		by := i.imported[p.tagged.Knowledge.Document.ID]
		var err error
		switch {
		case p.imported != nil:
			if p, err = i.judgeImported(ctx, p); err != nil {
				return err
			}
		case by.placed:
			p.known, p.gone = false, nil
			p.err = claimed(p.source.Name, quarry.StoredDocument{Path: p.source.Path, Root: by.file})
		}
	}
	if err := i.remove(ctx, p.gone); err != nil {
		return err
	}
	outcome, err := i.save(ctx, p)
	if err == nil {
		i.done(outcome)
	}
	return err
}

// save writes one document. Whatever a stage refused is that document's
// rejection; what the store refuses, and an interruption, end the run. Only a
// document that was extracted elsewhere may be refused by the store alone.
func (i *ingestion) save(ctx context.Context, p prepared) (Outcome, error) {
	outcome := Outcome{
		Name: p.source.Name, Collection: p.source.Collection, Path: p.source.Path, Status: Unchanged, Imported: p.imported != nil,
	}
	switch {
	case p.err != nil:
		return refused(outcome, p, p.err)
	case p.same:
		return outcome, nil
	case p.imported != nil:
		p.tagged.Knowledge = *p.imported
	}
	difference, err := i.Pipeline.Save(ctx, p.source, p.tagged, i.Writer)
	if err != nil {
		if p.imported != nil && (quarry.IsKind(err, quarry.KindInvalid) || quarry.IsKind(err, quarry.KindConflict)) {
			return refused(outcome, p, err)
		}
		return outcome, err
	}
	outcome.Difference, outcome.Report = difference, p.tagged.Knowledge.Document.Report
	switch {
	case !p.known:
		outcome.Status = Added
	case p.imported == nil || !difference.Empty() || p.stored.SHA256 != p.imported.Document.SHA256:
		outcome.Status = Changed // an imported document is saved without comparing its entries first
	}
	return outcome, nil
}

func refused(outcome Outcome, p prepared, err error) (Outcome, error) {
	stage, ok := errors.AsType[*StageError](err)
	if !ok {
		return outcome, err
	}
	outcome.Status, outcome.Rejection, outcome.Kept = Rejected, stage.Rejection(), p.known
	return outcome, nil
}

func (i *ingestion) remove(ctx context.Context, documents []quarry.StoredDocument) error {
	for _, document := range documents {
		difference, err := i.Writer.DeleteDocument(ctx, document.ID)
		if err != nil {
			return fmt.Errorf("remove %s: %w", document.Path, err)
		}
		i.done(Outcome{
			Name: document.Path, Path: document.Path, Document: document.ID, Status: Removed, Difference: difference,
		})
	}
	return nil
}

// Status says what became of a document.
type Status string

// The statuses.
const (
	Added     Status = "added"
	Changed   Status = "changed"
	Unchanged Status = "unchanged"
	Removed   Status = "removed"
	Rejected  Status = "rejected"
)

// Outcome is what became of one document.
type Outcome struct {
	Name       string // the file's; parts of one file share it
	Collection string // "" of what was refused before it had one
	Path       string
	Document   quarry.DocumentID // of one that was removed, which may have been of another collection
	Status     Status
	Difference quarry.Difference
	Report     quarry.Report
	Rejection  quarry.Rejection // of a rejected document
	Kept       bool             // a rejected document of which an earlier state is stored
	Imported   bool             // it came in an export, with a collection and a path of its own
}

// MostRejections is how many rejections a summary lists. Further ones are only
// counted, so that memory does not grow with the number of documents.
const MostRejections = 1000

// Summary adds the outcomes up.
type Summary struct {
	Documents  map[Status]int
	Counts     quarry.Counts // entries of the documents that were read
	Entries    map[Status]int
	Merged     int                // questions that from now on stand behind another one that asks the same
	Rejections []quarry.Rejection // the first MostRejections
}

func newSummary() Summary {
	return Summary{Documents: make(map[Status]int), Entries: make(map[Status]int)}
}

func (s *Summary) add(o Outcome) {
	s.Documents[o.Status]++
	s.Counts.Question += o.Report.Counts.Question
	s.Counts.Fact += o.Report.Counts.Fact
	s.Counts.Spec += o.Report.Counts.Spec
	s.Counts.Passage += o.Report.Counts.Passage
	s.Entries[Added] += len(o.Difference.Added)
	s.Entries[Changed] += len(o.Difference.Changed)
	s.Entries[Removed] += len(o.Difference.Removed)
	s.Merged += len(o.Difference.Merged)
	if o.Status == Rejected && len(s.Rejections) < MostRejections {
		s.Rejections = append(s.Rejections, o.Rejection)
	}
}

// Prune removes the documents of a collection and root that are not among the
// sources any more. Only roots that were looked through to the end count, and
// only documents that were put under the same name: the file of another one may
// well be there. The parts of a file are there as long as it is, and so are the
// documents that it carries.
func (r *Run) Prune(ctx context.Context, request Request, sources Sources, summary *Summary) error {
	paths, files := map[string]bool{}, map[string]bool{} // by root and path
	for _, source := range slices.Concat(sources.Refused, sources.Found) {
		paths[source.Root+"\n"+source.Path] = true
		files[source.file()] = true
	}
	there := func(d quarry.StoredDocument) bool {
		if isImport(d) {
			return files[d.Root]
		}
		file, isPart := partOf(d.Path)
		return paths[d.Root+"\n"+d.Path] || (isPart && paths[d.Root+"\n"+file])
	}
	i := r.ingestion(summary)
	for _, root := range sources.Roots {
		stored, err := r.Library.StoredDocuments(ctx, request.Collection, root)
		if err != nil {
			return fmt.Errorf("list the documents of %s: %w", root, err)
		}
		gone := slices.DeleteFunc(stored, func(d quarry.StoredDocument) bool {
			return there(d) || (d.As != request.place("") && !isImport(d))
		})
		if err := i.remove(ctx, gone); err != nil {
			return err
		}
	}
	return nil
}
