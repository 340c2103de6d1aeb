package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/present"
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
		"a new database of it: documents whose stored bytes are those that were read (by their hashes), corrections, keys, and " +
		"jobs whose uploads wait. Documents are read again from their bytes, so that their entries have the ids that they had. What was " +
		"there is kept beside it as quarry.db.before-TIME, with its log. Indexes and vectors are made anew. A sound database is " +
		"left as it is. The exit code is 1 where something was lost; a backup, if there is one, may have it."
}

// Run salvages the database, unless it is sound.
func (c *salvageCommand) Run(ctx context.Context, s *app.Session) (err error) {
	switch err := s.Present(ctx); {
	case c.File != "" && c.Out == "" && !c.DryRun:
		return quarry.Errorf(quarry.KindInvalid, "say with --out where the database goes that is made of %s",
			c.File)
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
	work := backup.Salvaging{
		Dir: &s.Dir, File: c.File, Out: c.Out, DryRun: c.DryRun, Pipeline: s.Pipeline, Told: s.Err,
	}
	report, err := work.Salvage(ctx)
	if err != nil {
		return present.Stopped(ctx, err, "nothing was changed")
	}
	if c.JSON {
		err = present.JSON(s.Out, report)
	} else {
		err = printSalvaged(s.Out, report)
	}
	if err == nil && len(report.Lost)+len(report.LostJobs)+report.Missing > 0 {
		return &present.ExitError{Code: present.ExitCouldNot}
	}
	return err
}

func printSalvaged(out io.Writer, r *backup.SalvageReport) error {
	if r.Sound {
		_, err := fmt.Fprintf(out, "quarry: the database of %s is sound: there is nothing to salvage\n", r.Data)
		return err
	}
	for _, lost := range r.Lost {
		_, _ = fmt.Fprintf(out, "lost       %s: %s\n", present.Printable(cmp.Or(lost.Path, lost.ID)),
			present.Printable(lost.Reason))
	}
	for _, lost := range r.LostJobs {
		_, _ = fmt.Fprintf(out, "lost job   %s: %s\n", present.Printable(lost.ID), lost.Reason)
	}
	if r.Missing > 0 {
		_, _ = fmt.Fprintf(out,
			"missing    %d pages of the database are not there: what stood on them alone is lost without a name\n", r.Missing)
	}
	verb := "saved"
	if r.DryRun {
		verb = "to save"
	}
	_, err := fmt.Fprintf(out, "%-10s %d documents, %d keys, %d jobs; %d documents and %d jobs are lost\n",
		verb, r.Documents, r.Keys, r.Jobs, len(r.Lost), len(r.LostJobs))
	if err == nil && r.Said > 0 {
		_, err = fmt.Fprintf(out, "said       %d corrections: quarry corrections lists them\n", r.Said)
	}
	if err == nil && r.Reviews > 0 {
		_, err = fmt.Fprintf(out, "learnt     %d reviews of learners, with their cards\n", r.Reviews)
	}
	if err == nil && r.File != "" {
		_, err = fmt.Fprintf(out, "database   %s\n", r.File)
	}
	if err == nil && r.Kept.File != "" {
		_, err = fmt.Fprintf(out, "before     kept as %s\n", r.Kept.File)
	}
	if err == nil && r.Uploads > 0 {
		_, err = fmt.Fprintf(out, "uploads    %d, of no job that was saved, are kept in %s\n", r.Uploads, r.UploadsIn)
	}
	return err
}
