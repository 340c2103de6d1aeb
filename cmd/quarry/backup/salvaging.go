package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/sqlite/salvage"
)

// Salvaging makes a database of what can be read of a wreck, which is the one in the data
// directory unless another file is named. The data directory is held.
type Salvaging struct {
	*datadir.Dir

	File     string                  // that is read; "" for the database
	Out      string                  // file that is written; "" for the database's place
	DryRun   bool                    // whether only what there is to save is said
	Pipeline func() *ingest.Pipeline // that documents are read again with
	Told     io.Writer               // where it is said how far it is, and what else may be done

	wreck     *salvage.Wreck
	documents []quarry.Document // whose bytes are whole
	jobs      []quarry.Job      // that can go on
	report    *SalvageReport
}

// SalvageReport is what came of salvaging, in JSON.
type SalvageReport struct {
	Data      string `json:"data"`
	DryRun    bool   `json:"dry_run"`
	Sound     bool   `json:"sound"` // there was nothing to do
	Documents int    `json:"documents"`
	Keys      int    `json:"keys"`
	Jobs      int    `json:"jobs"`
	Said      int    `json:"corrections"` // also of documents that are lost: they wait for these
	Reviews   int    `json:"reviews"`     // of learners, likewise
	Lost      []Lost `json:"lost"`
	LostJobs  []Lost `json:"lost_jobs"`
	Missing   int    `json:"missing_pages"`  // of the database: what they held may be lost without a name
	File      string `json:"file,omitempty"` // that holds what was saved
	datadir.Kept
}

// Lost is a document or a job that was stored and is not saved.
type Lost struct {
	ID         string `json:"id"`
	Collection string `json:"collection,omitempty"`
	Path       string `json:"path,omitempty"`
	Reason     string `json:"reason"`
}

// Salvage makes a database of what is left, and puts it where it is wanted, unless what is
// there is sound.
func (w *Salvaging) Salvage(ctx context.Context) (_ *SalvageReport, err error) {
	source := cmp.Or(w.File, w.Database())
	sound, err := isSound(ctx, w.Dir, source)
	w.report = &SalvageReport{
		Data: cmp.Or(w.File, w.Data), DryRun: w.DryRun, Sound: sound, Lost: []Lost{}, LostJobs: []Lost{},
	}
	if err != nil || sound {
		return w.report, err
	}
	if w.wreck, err = salvage.Open(ctx, source); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.wreck.Close()) }()
	found, err := w.wreck.Documents(ctx, quarry.Filter{}, quarry.PageRequest{})
	if err != nil {
		return nil, err
	}
	if found.Total+len(w.wreck.Keys())+len(w.wreck.Jobs())+len(w.wreck.Histories()) == 0 {
		return nil, quarry.Errorf(quarry.KindUnavailable, "nothing can be read any more of %s and its log: "+
			"restore a backup (quarry restore %s). Nothing was changed", source, cmp.Or(w.NewestBackup(ctx), "FILE")).
			WithCode("database_damaged")
	}
	w.documents = found.Items
	w.count()
	switch {
	case w.DryRun:
		return w.report, nil
	case w.Out != "":
		w.report.File = w.Out
		_, err := MakeDatabase(ctx, w.Dir, w.Out, func(beside string) (sqlite.Held, error) {
			return w.fill(ctx, beside)
		})
		return w.report, err
	}
	swap := w.NewSwap(time.Now())
	swap.Untouched = true
	if _, err := swap.Prepare(ctx, func(incoming string) (sqlite.Held, error) { return w.fill(ctx, incoming) }); err != nil {
		return nil, err
	}
	if err := swap.PutInPlace(ctx); err != nil {
		return nil, err
	}
	w.report.File, w.report.Kept = w.Database(), swap.Kept()
	return w.report, nil
}

// isSound reports whether the doctor finds no damage in a database. What is of a newer
// Quarry, or of an older one and sound, is not for salvage to judge.
func isSound(ctx context.Context, d *datadir.Dir, database string) (bool, error) {
	if datadir.IsEmpty(database) {
		return false, nil
	}
	if _, err := sqlite.Examine(ctx, database); err != nil {
		if ctx.Err() != nil || quarry.Explain(err).Code == "database_newer" {
			return false, err
		}
		return false, nil
	}
	said, err := doctor.Damages(ctx, d, database, (*doctor.Examiner).Written, doctor.NoRest)
	return said == "", err
}

// count says what there is to save, and what is lost; and that documents were read with a
// lexicon that is not given now, with which they would be read again.
func (w *Salvaging) count() {
	others := 0
	for _, d := range w.documents {
		if by := ingest.LexiconOf(d.Fingerprint); lexicon.IsOwn(by) && by != w.Lexicon.Fingerprint() {
			others++
		}
	}
	if others > 0 {
		_, _ = fmt.Fprintf(w.Told,
			"quarry: %d documents were read with a lexicon of your own that is not given now: "+
				"quarry reindex --extract --lexicon FILE reads them with it\n", others)
	}
	for _, lost := range w.wreck.Lost() {
		w.lose(quarry.Document{ID: lost.ID, Collection: lost.Collection, Path: lost.Path}, lost.Reason)
	}
	for _, job := range w.wreck.Jobs() {
		err := w.uploads(job)
		switch {
		case err == nil && (!job.State.Ended() || len(job.Order.Files) > 0):
			w.jobs = append(w.jobs, job)
		case err != nil && !job.State.Ended():
			w.report.LostJobs = append(w.report.LostJobs, Lost{
				ID: string(job.ID), Reason: quarry.Explain(err).Message,
			})
		}
	}
	w.report.Missing = w.wreck.MissingPages()
	w.report.Documents, w.report.Keys, w.report.Jobs = len(w.documents), len(w.wreck.Keys()), len(w.jobs)
	w.report.Said = len(w.wreck.Corrections())
	for _, h := range w.wreck.Histories() {
		w.report.Reviews += len(h.Reviews)
	}
}

func (w *Salvaging) lose(d quarry.Document, reason string) {
	w.report.Lost = append(w.report.Lost, Lost{
		ID: string(d.ID), Collection: d.Collection, Path: d.Path, Reason: reason,
	})
}

// uploads reports whether the files that a job waits with are those that were handed in.
func (w *Salvaging) uploads(job quarry.Job) error {
	for _, file := range job.Order.Files {
		upload, err := w.Disk.Open(filepath.Join(w.Spool(), filepath.Base(file.Spooled)))
		if err != nil {
			return quarry.Errorf(quarry.KindUnavailable, "its upload of %s is not there any more", file.Path).
				Because(err)
		}
		content, err := io.ReadAll(upload)
		if err := errors.Join(err, upload.Close()); err != nil || ingest.Hash(content) != file.SHA256 {
			return quarry.Errorf(quarry.KindUnavailable, "its upload of %s is not what was handed in", file.Path).
				Because(err)
		}
	}
	return nil
}

// fill puts all that is saved into a new database, what people said of entries before the
// documents that find out whether it stands. Documents are read again from their
// bytes: those alone have a hash that says whether they are as they were, and what is
// read of them has the same ids.
func (w *Salvaging) fill(ctx context.Context, incoming string) (sqlite.Held, error) {
	store, err := sqlite.Open(ctx, incoming, w.StoreOptions())
	if err != nil {
		return sqlite.Held{}, err
	}
	err = store.KeepCorrections(ctx, w.wreck.Corrections())
	if err == nil {
		err = w.readAgain(ctx, store)
	}
	if err == nil { // what was learnt, the keys, the jobs and what is done once
		var failed []error
		for _, history := range w.wreck.Histories() {
			_, err := store.AddHistory(ctx, history)
			failed = append(failed, err)
		}
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
		err = errors.Join(failed...)
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
func (w *Salvaging) readAgain(ctx context.Context, store *sqlite.Store) error {
	shown := present.NewSteps(w.Told, "auto", "reading")
	defer shown.End()
	reasons, read := map[quarry.Place]string{}, map[quarry.DocumentID]time.Time{}
	for _, d := range w.documents {
		read[d.ID] = d.IngestedAt
	}
	run := ingest.Run{
		Pipeline: w.Pipeline(), Library: store, Workers: max(1, runtime.NumCPU()/2),
		Writer: datedWriter{store, read},
		Observe: func(o ingest.Outcome) {
			reason := ""
			if o.Status == ingest.Rejected {
				reason = "it cannot be read any more: " + o.Rejection.Reason
			}
			reasons[quarry.Place{Collection: o.Collection, Path: o.Path}] = reason
			shown.Show(len(reasons), len(w.documents))
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
