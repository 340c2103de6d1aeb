package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// salvaging makes a database of what can be read of a wreck.
type salvaging struct {
	*session

	wreck     *sqlite.Wreck
	documents []quarry.Document // whose bytes are whole
	jobs      []quarry.Job      // that can go on
	report    *salvageReport
}

// count says what there is to save, and what is lost.
func (w *salvaging) count() {
	for _, lost := range w.wreck.Lost() {
		w.lose(quarry.Document{ID: lost.ID, Collection: lost.Collection, Path: lost.Path}, lost.Reason)
	}
	for _, job := range w.wreck.Jobs() {
		err := w.uploads(job)
		switch {
		case err == nil && (!job.State.Ended() || len(job.Order.Files) > 0):
			w.jobs = append(w.jobs, job)
		case err != nil && !job.State.Ended():
			w.report.LostJobs = append(w.report.LostJobs, lostReport{ID: string(job.ID), Reason: quarry.Explain(err).Message})
		}
	}
	w.report.Missing = w.wreck.MissingPages()
	w.report.Documents, w.report.Keys, w.report.Jobs = len(w.documents), len(w.wreck.Keys()), len(w.jobs)
}

func (w *salvaging) lose(d quarry.Document, reason string) {
	w.report.Lost = append(w.report.Lost, lostReport{ID: string(d.ID), Collection: d.Collection, Path: d.Path, Reason: reason})
}

// uploads reports whether the files that a job waits with are those that were handed in.
func (w *salvaging) uploads(job quarry.Job) error {
	for _, file := range job.Order.Files {
		upload, err := w.Disk.Open(filepath.Join(w.Spool(), filepath.Base(file.Spooled)))
		if err != nil {
			return quarry.Errorf(quarry.KindUnavailable, "its upload of %s is not there any more", file.Path).Because(err)
		}
		content, err := io.ReadAll(upload)
		if err := errors.Join(err, upload.Close()); err != nil || ingest.Hash(content) != file.SHA256 {
			return quarry.Errorf(quarry.KindUnavailable, "its upload of %s is not what was handed in", file.Path).Because(err)
		}
	}
	return nil
}

// fill puts all that is saved into a new database. Documents are read again from their
// bytes: those alone have a hash that says whether they are as they were, and what is
// read of them has the same ids.
func (w *salvaging) fill(ctx context.Context, incoming string) (sqlite.Held, error) {
	store, err := sqlite.Open(ctx, incoming, w.StoreOptions())
	if err != nil {
		return sqlite.Held{}, err
	}
	err = w.readAgain(ctx, store)
	if err == nil {
		err = w.carryOver(ctx, store)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return sqlite.Held{}, err
	}
	if err := sqlite.Alone(ctx, incoming); err != nil {
		return sqlite.Held{}, err
	}
	return sqlite.Examine(ctx, incoming)
}

// readAgain reads the documents. One that is refused now is lost, and named.
func (w *salvaging) readAgain(ctx context.Context, store *sqlite.Store) error {
	shown := (&ingestCommand{Progress: "auto"}).displays(w.session)(stageReading, nil)
	defer shown.end()
	reasons, read := map[quarry.Place]string{}, map[quarry.DocumentID]time.Time{}
	for _, d := range w.documents {
		read[d.ID] = d.IngestedAt
	}
	run := ingest.Run{
		Pipeline: w.pipeline(), Library: store, Workers: max(1, runtime.NumCPU()/2),
		Writer: datedWriter{store, read},
		Observe: func(o ingest.Outcome) {
			reason := ""
			if o.Status == ingest.Rejected {
				reason = "it cannot be read any more: " + o.Rejection.Reason
			}
			reasons[quarry.Place{Collection: o.Collection, Path: o.Path}] = reason
			shown.show(len(reasons), len(w.documents))
		},
	}
	if _, err := run.Again(ctx, w.wreck, func(int) {}); err != nil {
		return err
	}
	for _, d := range w.documents {
		reason, done := reasons[quarry.Place{Collection: d.Collection, Path: d.Path}]
		if done && reason == "" {
			continue
		}
		if !done {
			reason = "its text cannot be read any more"
		}
		w.report.Documents--
		w.lose(d, reason)
	}
	return nil
}

// datedWriter stores documents with the times at which they were read first.
type datedWriter struct {
	*sqlite.Store

	read map[quarry.DocumentID]time.Time
}

// SaveDocument stores a document.
func (w datedWriter) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	k.Document.IngestedAt = w.read[k.Document.ID]
	return w.Store.SaveDocument(ctx, k)
}

// carryOver stores the keys, the jobs and what is done once.
func (w *salvaging) carryOver(ctx context.Context, store *sqlite.Store) error {
	var failed []error
	for _, key := range w.wreck.Keys() {
		failed = append(failed, store.AddKey(ctx, key))
	}
	for _, job := range w.jobs {
		_, err := store.AddJob(ctx, job, quarry.JobKey{}, time.Time{})
		failed = append(failed, err)
	}
	for _, what := range w.wreck.Done() {
		failed = append(failed, store.MarkDone(ctx, what))
	}
	return errors.Join(failed...)
}
