package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/write"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/jobs"
)

// Desk is what does the jobs of a server, and where their files wait.
type Desk struct {
	*jobs.Desk

	Spool *jobs.Spool
}

// OpenDesk returns a desk on which everything lies that an earlier server left, and whose
// backups go into a folder.
func (s *Session) OpenDesk(ctx context.Context, opened *App, backups *backup.Folder) (*Desk, error) {
	spool, err := jobs.OpenSpool(s.Disk, s.Spool(), 0, s.Log)
	if err != nil {
		return nil, datadir.NamingFull(s.Spool(), err)
	}
	runners := Writers{Opened: opened, Spool: spool}
	taken, err := jobs.New(ctx, jobs.Config{
		Ledger: opened.Store, Spool: spool, Log: s.Log, Now: time.Now, Random: rand.Reader,
		Runners: map[quarry.JobKind]jobs.Runner{
			quarry.JobIngest: runners.Ingest,
			quarry.JobDelete: runners.remove,

			quarry.JobReindex: runners.reindex,
			quarry.JobBackup:  backups.Runner(),
		},
	})
	return &Desk{taken, spool}, datadir.NamingFull(s.Database(), err)
}

// Writing is what the API hands documents to.
func (d *Desk) Writing(opened *App) write.Config {
	return write.Config{Desk: d.Desk, Corrector: Corrector{opened}, Spool: d.Spool, Kinds: opened.pipeline}
}

// Corrector keeps corrections, and tells what follows the changes of each.
type Corrector struct{ opened *App }

// Correct keeps a correction. An answer that names options by their letters is these options, as
// in a document.
func (c Corrector) Correct(ctx context.Context, said quarry.Correction) (quarry.Correction, error) {
	if err := said.Validate(); err != nil {
		return said, err
	}
	if said.Kind == quarry.EntryQuestion && said.Set.Answer != nil && isLettered(*said.Set.Answer) {
		options, err := c.options(ctx, said)
		if err != nil {
			return said, err
		}
		if len(options) > 0 && !slices.Contains(options, *said.Set.Answer) {
			said.Set.Answer = new(phrase.New(c.opened.lexicon).Named(*said.Set.Answer, options))
		}
	}
	kept, err := c.opened.Store.Correct(ctx, said)
	c.opened.notify()
	return kept, err
}

// isLettered reports whether an answer is letters of options and nothing else: "b", "(a), (c)".
func isLettered(answer string) bool {
	letters := 0
	for _, word := range text.WordsPlain(answer) {
		if utf8.RuneCountInString(word) != 1 {
			return false
		}
		letters++
	}
	return letters > 0
}

// options are what a question offers once it is corrected: what the correction says, or else the
// source.
func (c Corrector) options(ctx context.Context, said quarry.Correction) ([]string, error) {
	if len(said.Set.Choices) > 0 {
		return said.Set.Choices, nil
	}
	q, _, err := c.opened.Store.Question(ctx, quarry.QuestionID(said.ID))
	if err != nil {
		return nil, err
	}
	options, corrected := q.Choices, q.Corrected
	for _, other := range q.Variants {
		if quarry.EntryID(other.ID) == said.ID {
			options, corrected = other.Choices, other.Corrected
		}
	}
	for _, before := range corrected {
		if before.Set.Choices != nil { // which this correction takes the place of
			options = before.Was.Choices
		}
	}
	return options, nil
}

// Withdraw takes corrections back.
func (c Corrector) Withdraw(ctx context.Context, ref quarry.EntryRef, action quarry.Action) ([]quarry.Correction, error) {
	gone, err := c.opened.Store.Withdraw(ctx, ref, action)
	c.opened.notify()
	return gone, err
}

// uploadRoot begins the roots of documents that were handed in: no folders of the
// machine. Each file has a root of its own, which its parts share, so that what was
// handed in below its path is none of them.
const uploadRoot = "upload/"

// What a job does, as its progress names it.
const (
	stageDocuments = "documents"
	stageIndexing  = "indexing"
)

// Writers are the runners that change documents.
type Writers struct {
	Opened *App
	Spool  *jobs.Spool
}

// Ingest takes the files of a job through the pipeline, and waits until everything
// that answers are made of has followed.
func (w Writers) Ingest(
	ctx context.Context, job quarry.Job, tell func(quarry.JobProgress),
) (quarry.JobOutcome, error) {
	var outcome quarry.JobOutcome
	var changed []quarry.EntryRef
	dry := &sampler{DryWriter: DryWriter{w.Opened.Store}}
	sources, broken := w.sources(job.Order.Files)
	tell(quarry.JobProgress{Stage: stageDocuments, Total: len(sources.Found)})
	run := ingest.Run{
		Pipeline: w.Opened.pipeline, Library: w.Opened.Store, Writer: w.Opened.Store,
		Workers: max(1, runtime.NumCPU()/2),
		Observe: func(o ingest.Outcome) {
			add(&outcome, o, dry.take())
			if len(changed) <= fewEntries {
				changed = append(changed, touched(o.Difference)...)
			}
			done := len(outcome.Documents) + outcome.More
			tell(quarry.JobProgress{Stage: stageDocuments, Done: done, Total: max(done, len(sources.Found))})
		},
	}
	if job.Order.DryRun {
		run.Writer = dry
	}
	_, err := run.Ingest(ctx, sources)
	if unread := broken.err(); unread != nil { // what was refused for that is none of the outcome
		outcome.Documents = slices.DeleteFunc(outcome.Documents, func(d quarry.JobDocument) bool {
			return d.Rejection != nil
		})
		err = errors.Join(unread, err)
	}
	if err != nil || job.Order.DryRun {
		return outcome, err
	}
	done := len(outcome.Documents) + outcome.More
	tell(quarry.JobProgress{Stage: stageIndexing, Done: done, Total: done, Waits: true})
	return outcome, w.Opened.followed(ctx, job, changed)
}

// touched names the entries that a search finds otherwise from now on.
func touched(d quarry.Difference) []quarry.EntryRef {
	return slices.Concat(d.Added, d.Changed, d.Removed, d.Merged)
}

// sources are the files of a job, each in place of whatever is stored at its path, and
// what goes wrong with reading them.
func (w Writers) sources(files []quarry.JobFile) (ingest.Sources, *uploadFaults) {
	var sources ingest.Sources
	broken := &uploadFaults{}
	for _, file := range files {
		sources.Found = append(sources.Found, ingest.Source{
			Name: file.Path, Collection: file.Collection, Root: uploadRoot + file.Path, Path: file.Path,
			Size: file.Bytes, Replaces: true,
			Open: func() (io.ReadCloser, error) {
				opened, err := w.Spool.Open(file)
				if err != nil {
					return nil, broken.note(err)
				}
				return &uploadReader{opened, broken}, nil
			},
		})
	}
	return sources, broken
}

// uploadFaults are why uploads cannot be read. To the pipeline a file that cannot be read is a
// document that it refuses; an upload is not refused for what the disk does.
type uploadFaults struct {
	mu  sync.Mutex
	all []error
}

// note keeps an error, and returns it.
func (f *uploadFaults) note(err error) error {
	if !errors.Is(err, io.EOF) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.all = append(f.all, err)
	}
	return err
}

func (f *uploadFaults) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return errors.Join(f.all...)
}

// uploadReader reads an upload and notes what goes wrong.
type uploadReader struct {
	io.ReadCloser

	broken *uploadFaults
}

// Read reads some bytes.
func (w *uploadReader) Read(to []byte) (int, error) {
	n, err := w.ReadCloser.Read(to)
	if err != nil {
		return n, w.broken.note(err)
	}
	return n, nil
}

// add takes what became of a document, with samples of it where there are some.
func add(outcome *quarry.JobOutcome, o ingest.Outcome, samples []quarry.JobSample) {
	if len(outcome.Documents) == quarry.MostJobDocuments {
		outcome.More++
		return
	}
	document := quarry.JobDocument{
		Collection: o.Collection, Path: cmp.Or(o.Path, o.Name), Status: string(o.Status), Kept: o.Kept,
		Added: len(o.Difference.Added), Changed: len(o.Difference.Changed), Removed: len(o.Difference.Removed),
		Merged: len(o.Difference.Merged), Samples: samples,
	}
	switch o.Status {
	case ingest.Added, ingest.Changed:
		document.Report = &o.Report
	case ingest.Rejected:
		document.Rejection = &o.Rejection
	case ingest.Unchanged, ingest.Removed:
	}
	switch {
	case o.Document != "":
		document.ID = o.Document
	case o.Status != ingest.Rejected || o.Kept:
		identity := quarry.Document{Collection: o.Collection, Path: document.Path}.Identity()
		document.ID = quarry.DocumentID(quarry.NewID(identity))
	}
	outcome.Documents = append(outcome.Documents, document)
}

// remove deletes the document of a job. That it is gone already is no failure where an
// earlier attempt removed it, or may have: the program ended meanwhile.
func (w Writers) remove(
	ctx context.Context, job quarry.Job, tell func(quarry.JobProgress),
) (quarry.JobOutcome, error) {
	id := job.Order.Document
	document, _, err := w.Opened.Store.Document(ctx, id)
	if quarry.IsKind(err, quarry.KindNotFound) && (len(job.Outcome.Documents) > 0 || job.Crashes > 0) {
		tell(quarry.JobProgress{Stage: stageIndexing, Done: 1, Total: 1, Waits: true})
		return quarry.JobOutcome{}, w.Opened.followed(ctx, job, nil)
	}
	if err != nil {
		return quarry.JobOutcome{}, err
	}
	difference, err := w.Opened.Store.DeleteDocument(ctx, id)
	if err != nil {
		return quarry.JobOutcome{}, fmt.Errorf("delete %s: %w", id, err)
	}
	tell(quarry.JobProgress{Stage: stageIndexing, Done: 1, Total: 1, Waits: true})
	return quarry.JobOutcome{Documents: []quarry.JobDocument{{
		ID: id, Collection: document.Collection, Path: document.Path, Status: string(ingest.Removed),
		Removed: len(difference.Removed),
	}}}, w.Opened.followed(ctx, job, touched(difference))
}

// reindex makes everything anew, while what is there answers.
func (w Writers) reindex(
	ctx context.Context, job quarry.Job, tell func(quarry.JobProgress),
) (quarry.JobOutcome, error) {
	show := func(what string, entries func() int) *Indexing {
		show := func(done, of int) { tell(quarry.JobProgress{Stage: what, Done: done, Total: of}) }
		return &Indexing{Steps: present.Steps{Show: show, End: func() {}}, Entries: entries}
	}
	if job.Order.Options[quarry.JobOptionExtract] != "" {
		return w.Opened.Reextract(ctx, show)
	}
	return w.Opened.Reindex(ctx, show)
}
