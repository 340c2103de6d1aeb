package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
)

// Library is what a run asks of what is already stored.
type Library interface {
	StoredDocument(ctx context.Context, collection, path string) (quarry.StoredDocument, error)
	StoredDocuments(ctx context.Context, collection, root string) ([]quarry.StoredDocument, error)
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
	Name       string
	Path       string
	Status     Status
	Difference quarry.Difference
	Report     quarry.Report
	Rejection  quarry.Rejection // of a rejected document
	Kept       bool             // a rejected document of which an earlier state is stored
}

// Summary adds the outcomes up.
type Summary struct {
	Documents  map[Status]int
	Counts     quarry.Counts // entries of the documents that were read
	Entries    map[Status]int
	Rejections []quarry.Rejection
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
	if o.Status == Rejected {
		s.Rejections = append(s.Rejections, o.Rejection)
	}
}

// Ingest takes the sources through the pipeline. A document that is refused is
// an outcome; an error means that the run itself could not go on, and what was
// saved before it stays.
func (r *Run) Ingest(ctx context.Context, sources Sources) (Summary, error) {
	summary := Summary{Documents: make(map[Status]int), Entries: make(map[Status]int)}
	for _, rejection := range sources.Rejections {
		r.done(&summary, Outcome{Name: rejection.Source, Status: Rejected, Rejection: rejection})
	}
	ctx, stop := context.WithCancel(ctx)
	queue, wait := r.prepareAll(ctx, sources.Found)
	defer wait()
	defer stop()
	for next := range queue {
		outcome, err := r.save(ctx, <-next)
		if err != nil {
			return summary, err
		}
		r.done(&summary, outcome)
	}
	return summary, ctx.Err()
}

func (r *Run) done(summary *Summary, outcome Outcome) {
	summary.add(outcome)
	if r.Observe != nil {
		r.Observe(outcome)
	}
}

// prepared is a document that is ready to be saved, or the reason why not.
type prepared struct {
	source Source
	stored quarry.StoredDocument
	known  bool
	same   bool
	tagged Tagged
	err    error
}

// prepareAll parses sources on a few goroutines and returns their results in
// order. The queue is bounded, so that parsing cannot run away from saving.
// The returned function waits until every goroutine has ended; the context
// must be cancelled first where the queue was not read to its end.
func (r *Run) prepareAll(ctx context.Context, sources []Source) (<-chan chan prepared, func()) {
	workers := max(1, r.Workers)
	queue := make(chan chan prepared, workers)
	var group sync.WaitGroup
	group.Go(func() {
		defer close(queue)
		slots := make(chan struct{}, workers)
		for _, source := range sources {
			result := make(chan prepared, 1)
			select {
			case queue <- result:
			case <-ctx.Done():
				return
			}
			slots <- struct{}{}
			group.Go(func() {
				defer func() { <-slots }()
				result <- r.prepare(ctx, source)
			})
		}
	})
	return queue, group.Wait
}

// prepare reads a document, and parses it unless it is unchanged: the same
// bytes, read by the same pipeline.
func (r *Run) prepare(ctx context.Context, source Source) prepared {
	p := prepared{source: source}
	p.known, p.err = r.lookUp(ctx, &p)
	if p.err != nil {
		return p
	}
	raw, err := r.Pipeline.Read(ctx, source)
	if err != nil {
		p.err = err
		return p
	}
	p.same = p.known && p.stored.SHA256 == raw.SHA256 && p.stored.Root == source.Root &&
		p.stored.Fingerprint == r.Pipeline.Fingerprint()
	if !p.same {
		p.tagged, p.err = r.Pipeline.Prepare(ctx, raw)
	}
	return p
}

// lookUp reports whether the source's path is stored, and refuses one that
// belongs to a file elsewhere.
func (r *Run) lookUp(ctx context.Context, p *prepared) (bool, error) {
	var err error
	p.stored, err = r.Library.StoredDocument(ctx, p.source.Collection, p.source.Path)
	if quarry.IsKind(err, quarry.KindNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for %s: %w", p.source.Path, err)
	}
	if p.stored.Root != p.source.Root && stillThere(p.stored) {
		return false, claimed(p.source, p.stored)
	}
	return true, nil
}

func claimed(source Source, stored quarry.StoredDocument) error {
	return stageError(StageClaim, source.Name, quarry.Errorf(quarry.KindConflict,
		"%q is already stored from %s: use --as NAME/ or another --collection", stored.Path, stored.Root))
}

// save writes one document. Whatever a stage refused is that document's
// rejection; what the store refuses, and an interruption, end the run.
func (r *Run) save(ctx context.Context, p prepared) (Outcome, error) {
	outcome := Outcome{Name: p.source.Name, Path: p.source.Path, Status: Unchanged}
	if err := ctx.Err(); err != nil {
		return outcome, err
	}
	if p.err != nil {
		refused, ok := errors.AsType[*StageError](p.err)
		if !ok {
			return outcome, p.err
		}
		outcome.Status, outcome.Rejection, outcome.Kept = Rejected, refused.Rejection(), p.known
		return outcome, nil
	}
	if p.same {
		return outcome, nil
	}
	outcome.Status = Added
	if p.known {
		outcome.Status = Changed
	}
	difference, err := r.Pipeline.Save(ctx, p.source, p.tagged, r.Writer)
	outcome.Difference, outcome.Report = difference, p.tagged.Knowledge.Document.Report
	return outcome, err
}

// Prune removes the documents of a collection and root that are not among the
// sources any more. Only roots that were looked through to the end count, and
// only documents that were put under the same name: the file of another one may
// well be there.
func (r *Run) Prune(ctx context.Context, request Request, sources Sources, summary *Summary) error {
	found := map[string]bool{}
	for _, source := range slices.Concat(sources.Refused, sources.Found) {
		found[source.Root+"\n"+source.Path] = true
	}
	for _, root := range sources.Roots {
		stored, err := r.Library.StoredDocuments(ctx, request.Collection, root)
		if err != nil {
			return fmt.Errorf("list the documents of %s: %w", root, err)
		}
		gone := slices.DeleteFunc(stored, func(d quarry.StoredDocument) bool {
			return found[root+"\n"+d.Path] || d.As != request.place("")
		})
		if err := r.remove(ctx, gone, summary); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) remove(ctx context.Context, documents []quarry.StoredDocument, summary *Summary) error {
	for _, document := range documents {
		difference, err := r.Writer.DeleteDocument(ctx, document.ID)
		if err != nil {
			return fmt.Errorf("remove %s: %w", document.Path, err)
		}
		r.done(summary, Outcome{Name: document.Path, Path: document.Path, Status: Removed, Difference: difference})
	}
	return nil
}
