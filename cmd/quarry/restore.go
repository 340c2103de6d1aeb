package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

type restoreCommand struct {
	File  string `arg:"" optional:"" help:"Backup to put in place: a file, or the name of one in the folder backups of the data directory. With --list a folder." placeholder:"FILE"`
	To    string `help:"Write the backup, checked and brought up to date, to this file, and leave the data directory as it is." type:"path" placeholder:"NEW"`
	List  bool   `help:"List the backups in a folder (backups, in the data directory), and whether they are sound."`
	Force bool   `help:"Also where the data directory holds documents, or what cannot be read, which is kept beside; or replace the file that --to names."`
	JSON  bool   `help:"Print what was restored, or the list, as JSON."`
}

// Help says what becomes of what is there.
func (c *restoreCommand) Help() string {
	return "Stop the server first. The database that was there is kept beside it as quarry.db.before-TIME, which may be " +
		"deleted once it is not wanted back, or restored itself. Keys of the API are those of the backup from then on, also those that were revoked since, which are named. " +
		"Indexes are built anew by the next command that needs them."
}

// Run puts a copy of a backup in the database's place. Until the copy is complete,
// was read back and brought up to date, nothing of what is there is touched.
func (c *restoreCommand) Run(ctx context.Context, s *app.Session) (err error) {
	if c.List {
		return c.list(ctx, s)
	}
	file := backupCalled(&s.Dir, c.File)
	if err := backup.MayRestore(file); err != nil {
		return err
	}
	if c.To != "" {
		return c.writeTo(ctx, s, file)
	}
	held, err := s.Acquire(ctx, "restore")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	if err := s.MayBeAnother(file); err != nil {
		return err
	}
	if !c.Force {
		if err := backup.MayBeReplaced(ctx, &s.Dir); err != nil {
			return err
		}
	}
	report, err := backup.Restore(ctx, &s.Dir, file)
	if err != nil {
		return err
	}
	if c.JSON {
		return present.JSON(s.Out, report)
	}
	lines := []string{fmt.Sprintf("%s now has %d documents with %d questions, %d facts, %d specs and %d passages, of %s",
		s.Data, report.Documents, report.Counts.Question, report.Counts.Fact, report.Counts.Spec, report.Counts.Passage, file)}
	if report.Kept.File != "" {
		lines = append(lines, "what was there before is kept as "+report.Kept.File)
	}
	if report.Uploads > 0 {
		lines = append(lines, fmt.Sprintf("%d uploads of jobs that the backup does not have are kept in %s",
			report.Uploads, report.UploadsIn))
	}
	if again := report.ValidAgain; len(again) > 0 {
		lines = append(lines,
			fmt.Sprintf("%d keys that were revoked since are valid again: %s (quarry key revoke ends them)",
				len(again), strings.Join(again, ", ")))
	}
	_, err = fmt.Fprintf(s.Out, "quarry: %s\n", strings.Join(lines, "\nquarry: "))
	return err
}

// backupCalled returns the file that a name stands for: where there is none of that
// path, it may be the name of one of the server's backups, as lists and jobs have it.
func backupCalled(d *datadir.Dir, name string) string {
	if name == "" {
		return ""
	}
	path := kong.ExpandPath(name)
	if datadir.Exists(path) || !filepath.IsLocal(name) {
		return path
	}
	own := filepath.Join(d.Backups(), strings.TrimPrefix(filepath.ToSlash(name), datadir.BackupsName+"/"))
	if datadir.Exists(own) {
		return own
	}
	return path
}

// writeTo makes a copy of the backup at a place of the caller's. The data directory is
// not touched, and may be in use.
func (c *restoreCommand) writeTo(ctx context.Context, s *app.Session, file string) error {
	if err := s.MayBeAnother(c.To); err != nil {
		return err
	}
	if err := s.MayReplace(c.To, c.Force); err != nil {
		return err
	}
	held, err := backup.MakeDatabase(ctx, &s.Dir, c.To, func(incoming string) (sqlite.Held, error) {
		return backup.Take(ctx, &s.Dir, file, incoming)
	})
	if err != nil {
		return present.Stopped(ctx, err, "nothing was written to "+c.To)
	}
	return printHeld(s.Out, backup.NewReport(c.To, held), c.JSON)
}

// list says what each backup of a folder holds.
func (c *restoreCommand) list(ctx context.Context, s *app.Session) error {
	path, shown := s.Backups(), datadir.BackupsName
	if c.File != "" {
		path, shown = kong.ExpandPath(c.File), kong.ExpandPath(c.File)
	}
	backups, err := backup.NewFolder(&s.Dir, path, nil, "").List(ctx, shown)
	switch {
	case err != nil:
		return err
	case c.JSON:
		return present.JSON(s.Out, map[string]any{"items": backups})
	case len(backups) == 0:
		_, err := fmt.Fprintf(s.Err, "quarry: there is no backup in %s\n", path)
		return err
	}
	table := present.Columns{Head: []string{"FILE", "MADE", "SIZE", "DOCUMENTS", "STATE"}}
	for _, b := range backups {
		state := "sound"
		if !b.Sound {
			state = b.Problem
		}
		table.Add([]string{
			present.Printable(b.File), b.Time.Format(time.RFC3339), present.Megabytes(b.Bytes),
			strconv.Itoa(b.Documents), present.Printable(state),
		})
	}
	return table.Print(s.Out)
}
