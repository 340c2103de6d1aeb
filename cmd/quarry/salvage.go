package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

type salvageCommand struct {
	File   string `arg:"" optional:"" help:"Database to read, such as a backup that cannot be restored: with --out or --dry-run. The one in the data directory, unless told." type:"path" placeholder:"FILE"`
	Out    string `help:"Write the salvaged database to this file, and leave the data directory as it is." type:"path" placeholder:"FILE"`
	DryRun bool   `help:"Say what would be saved and what is lost, and write nothing."`
	JSON   bool   `help:"Print what came of it as JSON."`
}

// Help says what is saved.
func (c *salvageCommand) Help() string {
	return "Stop the server first. Reads what is left of the database and of its log, also where the log alone is left, and makes " +
		"a new database of it: documents whose stored bytes are those that were read (by their hashes), keys, and jobs whose " +
		"uploads wait. Documents are read again from their bytes, so that their entries have the ids that they had. What was " +
		"there is kept beside it as quarry.db.before-TIME, with its log. Indexes and vectors are made anew. A sound database is " +
		"left as it is. The exit code is 1 where something was lost; a backup, if there is one, may have it."
}

// Run salvages the database, unless it is sound.
func (c *salvageCommand) Run(ctx context.Context, s *session) (err error) {
	switch err := s.Present(ctx); {
	case c.File != "" && c.Out == "" && !c.DryRun:
		return quarry.Errorf(quarry.KindInvalid, "say with --out where the database goes that is made of %s", c.File)
	case c.File == "" && quarry.IsKind(err, quarry.KindNotFound):
		return err
	}
	if err := s.MayReplace(c.Out, false); c.Out != "" && err != nil {
		return err
	}
	held, err := s.Acquire(ctx, "salvage")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	sound, err := isSound(ctx, &s.Dir, c.source(s))
	if err != nil {
		return err
	}
	report := &salvageReport{Data: cmp.Or(c.File, s.Data), DryRun: c.DryRun, Sound: sound, Lost: []lostReport{}, LostJobs: []lostReport{}}
	if !sound {
		err = c.salvage(ctx, s, report)
	}
	if err != nil && ctx.Err() != nil {
		return &interruption{done: "nothing was changed"}
	}
	if err != nil {
		return err
	}
	return c.tell(s, report)
}

// source is the database that is read.
func (c *salvageCommand) source(s *session) string { return cmp.Or(c.File, s.Database()) }

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
	said, err := damages(ctx, d, database, (*examiner).written, noRest)
	return said == "", err
}

// salvage makes a database of what is left, and puts it where it is wanted.
func (c *salvageCommand) salvage(ctx context.Context, s *session, report *salvageReport) (err error) {
	wreck, err := sqlite.OpenWreck(ctx, c.source(s))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, wreck.Close()) }()
	found, err := wreck.Documents(ctx, quarry.Filter{}, quarry.PageRequest{})
	if err != nil {
		return err
	}
	if found.Total+len(wreck.Keys())+len(wreck.Jobs()) == 0 {
		return quarry.Errorf(quarry.KindUnavailable, "nothing can be read any more of %s and its log: "+
			"restore a backup (quarry restore %s). Nothing was changed", c.source(s), cmp.Or(s.NewestBackup(ctx), "FILE")).WithCode("database_damaged")
	}
	s.warnOfOwnLexicon(found.Items)
	work := &salvaging{session: s, wreck: wreck, report: report, documents: found.Items}
	work.count()
	if c.DryRun {
		return nil
	}
	if c.Out != "" {
		return c.writeOut(ctx, s, work)
	}
	swap := s.NewSwap(time.Now())
	swap.Untouched = true
	if _, err := swap.Prepare(ctx, func(incoming string) (sqlite.Held, error) { return work.fill(ctx, incoming) }); err != nil {
		return err
	}
	if err := swap.PutInPlace(ctx); err != nil {
		return err
	}
	report.File, report.Kept, report.KeptUploads = s.Database(), swap.KeptFile(), swap.UploadsKept()
	return nil
}

// writeOut makes the database at a place of the caller's.
func (c *salvageCommand) writeOut(ctx context.Context, s *session, work *salvaging) error {
	work.report.File = c.Out
	_, err := makeDatabase(ctx, &s.Dir, c.Out, func(incoming string) (sqlite.Held, error) { return work.fill(ctx, incoming) })
	return err
}

// warnOfOwnLexicon says that documents were read with a lexicon that is not given now,
// with which they would be read again.
func (s *session) warnOfOwnLexicon(documents []quarry.Document) {
	others := 0
	for _, d := range documents {
		if by := ingest.LexiconOf(d.Fingerprint); lexicon.IsOwn(by) && by != s.Lexicon.Fingerprint() {
			others++
		}
	}
	if others > 0 {
		_, _ = fmt.Fprintf(s.err, "quarry: %d documents were read with a lexicon of your own that is not given now: "+
			"quarry reindex --extract --lexicon FILE reads them with it\n", others)
	}
}

// salvageReport is what came of salvaging, in JSON.
type salvageReport struct {
	Data      string       `json:"data"`
	DryRun    bool         `json:"dry_run"`
	Sound     bool         `json:"sound"` // there was nothing to do
	Documents int          `json:"documents"`
	Keys      int          `json:"keys"`
	Jobs      int          `json:"jobs"`
	Lost      []lostReport `json:"lost"`
	LostJobs  []lostReport `json:"lost_jobs"`
	Missing   int          `json:"missing_pages"`  // of the database: what they held may be lost without a name
	File      string       `json:"file,omitempty"` // that holds what was saved
	Kept      string       `json:"kept,omitempty"` // the file that holds what was there before
	datadir.KeptUploads
}

// lostReport is a document or a job that was stored and is not saved.
type lostReport struct {
	ID         string `json:"id"`
	Collection string `json:"collection,omitempty"`
	Path       string `json:"path,omitempty"`
	Reason     string `json:"reason"`
}

// tell prints what came of it; the exit code says whether something was lost.
func (c *salvageCommand) tell(s *session, r *salvageReport) error {
	if c.JSON {
		if err := printJSON(s.out, r); err != nil {
			return err
		}
	} else if err := r.text(s); err != nil {
		return err
	}
	if len(r.Lost)+len(r.LostJobs)+r.Missing > 0 {
		return &exitError{code: exitCouldNot}
	}
	return nil
}

func (r *salvageReport) text(s *session) error {
	if r.Sound {
		_, err := fmt.Fprintf(s.out, "quarry: the database of %s is sound: there is nothing to salvage\n", r.Data)
		return err
	}
	for _, lost := range r.Lost {
		_, _ = fmt.Fprintf(s.out, "lost       %s: %s\n", printable(cmp.Or(lost.Path, lost.ID)), printable(lost.Reason))
	}
	for _, lost := range r.LostJobs {
		_, _ = fmt.Fprintf(s.out, "lost job   %s: %s\n", printable(lost.ID), lost.Reason)
	}
	if r.Missing > 0 {
		_, _ = fmt.Fprintf(s.out, "missing    %d pages of the database are not there: what stood on them alone is lost without a name\n", r.Missing)
	}
	verb := "saved"
	if r.DryRun {
		verb = "to save"
	}
	_, err := fmt.Fprintf(s.out, "%-10s %d documents, %d keys, %d jobs; %d documents and %d jobs are lost\n",
		verb, r.Documents, r.Keys, r.Jobs, len(r.Lost), len(r.LostJobs))
	if err == nil && r.File != "" {
		_, err = fmt.Fprintf(s.out, "database   %s\n", r.File)
	}
	if err == nil && r.Kept != "" {
		_, err = fmt.Fprintf(s.out, "before     kept as %s\n", r.Kept)
	}
	if err == nil && r.Uploads > 0 {
		_, err = fmt.Fprintf(s.out, "uploads    %d, of no job that was saved, are kept in %s\n", r.Uploads, r.KeptIn)
	}
	return err
}
