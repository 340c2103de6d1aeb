package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

type backupCommand struct {
	File  string          `arg:"" optional:"" help:"File to write. With --every or --keep a folder, in which backups are named by their time (backups, in the data directory)." type:"path" placeholder:"FILE"`
	Force bool            `help:"Replace the file where there is one."`
	Every backup.Distance `help:"Make one so often until stopped, counted from the newest sound one in the folder." placeholder:"6h"`
	Keep  backup.Keep     `help:"Remove old ones from the folder, but for so many, or for the newest of so many hours, days, weeks, months or years (7)." placeholder:"7d,4w"`
	Then  string          `help:"Command that is run with the path of each backup, such as one that sends it elsewhere." placeholder:"COMMAND"`
	JSON  bool            `help:"Print what the backup holds as JSON."`
}

// Help says what is in a backup.
func (c *backupCommand) Help() string {
	return "The copy is of one moment, and may be made beside a running server. It holds all documents with their texts " +
		"and entries, vectors, and the keys of the API as they are stored: hashed. Indexes are not in it; they are built anew. " +
		"It gets its name once all of it was examined as quarry doctor does: a damaged database is not backed up, and " +
		"no older backup is removed for it."
}

// Run copies the database, beside a server or alone. The file appears under its
// name when it is complete, and was read back.
func (c *backupCommand) Run(ctx context.Context, s *app.Session) error {
	if err := backup.MayRunThen(c.Then); err != nil {
		return err
	}
	if c.Every != 0 || c.Keep != nil || c.File == "" {
		return c.intoFolder(ctx, s)
	}
	if err := backup.MayCopy(ctx, &s.Dir, c.File); err != nil {
		return err
	}
	if err := s.MayReplace(c.File, c.Force); err != nil {
		return err
	}
	held, err := backup.Make(ctx, &s.Dir, c.File)
	if err != nil {
		return present.Stopped(ctx, err, "nothing was written to "+c.File)
	}
	if err := printHeld(s.Out, backup.NewReport(c.File, held), c.JSON); err != nil || c.Then == "" {
		return err
	}
	return backup.RunThen(ctx, c.Then, c.File, backup.ThenLimit)
}

// printHeld says what a database holds.
func printHeld(out io.Writer, held backup.Report, asJSON bool) error { //nolint:revive // a flag of the command is what it is told
	if asJSON {
		return present.JSON(out, held)
	}
	c := held.Counts
	_, err := fmt.Fprintf(out,
		"quarry: %d documents with %d questions, %d facts, %d specs and %d passages (revision %d, %s) in %s\n",
		held.Documents, c.Question, c.Fact, c.Spec, c.Passage, held.Revision, present.Megabytes(held.Bytes), held.File)
	return err
}

// intoFolder makes one backup under a name of its own, or one after the other until the
// session ends.
func (c *backupCommand) intoFolder(ctx context.Context, s *app.Session) error {
	if err := backup.MayBeFolder(c.File); err != nil {
		return err
	}
	if err := backup.MayCopy(ctx, &s.Dir, c.File); err != nil {
		return err
	}
	folder := backup.NewFolder(&s.Dir, c.File, c.Keep, c.Then)
	once := func(ctx context.Context) error {
		name, held, err := folder.Make(ctx)
		if name == "" {
			return err
		}
		return errors.Join(printHeld(s.Out, backup.NewReport(filepath.Join(folder.Path, name), held), c.JSON), err)
	}
	if c.Every == 0 {
		return once(ctx)
	}
	makeOne := func(ctx context.Context) error {
		err := once(ctx)
		if err != nil && ctx.Err() == nil {
			complain(s.Streams, err)
		}
		return err
	}
	backup.Repeat{Every: time.Duration(c.Every), Newest: folder.Newest, Do: makeOne}.Run(ctx)
	return nil
}
