package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

type backupCommand struct {
	File  string   `arg:"" optional:"" help:"File to write. With --every or --keep a folder, in which backups are named by their time (backups, in the data directory)." type:"path" placeholder:"FILE"`
	Force bool     `help:"Replace the file where there is one."`
	Every distance `help:"Make one so often until stopped, counted from the newest sound one in the folder." placeholder:"6h"`
	Keep  keeping  `help:"Remove old ones from the folder, but for so many, or for the newest of so many hours, days, weeks, months or years (7)." placeholder:"7d,4w"`
	Then  string   `help:"Command that is run with the path of each backup, such as one that sends it elsewhere." placeholder:"COMMAND"`
	JSON  bool     `help:"Print what the backup holds as JSON."`
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
func (c *backupCommand) Run(ctx context.Context, s *session) error {
	if err := mayRun(c.Then); err != nil {
		return err
	}
	if c.Every != 0 || c.Keep != nil || c.File == "" {
		return c.intoFolder(ctx, s)
	}
	if err := mayBackUp(ctx, &s.Dir, c.File); err != nil {
		return err
	}
	if err := s.MayReplace(c.File, c.Force); err != nil {
		return err
	}
	held, err := makeBackup(ctx, &s.Dir, c.File)
	if err != nil && ctx.Err() != nil {
		return &interruption{done: "nothing was written to " + c.File}
	}
	if err != nil {
		return err
	}
	if err := c.print(s, c.File, held); err != nil || c.Then == "" {
		return err
	}
	return runThen(ctx, c.Then, c.File, thenLimit)
}

func (c *backupCommand) print(s *session, file string, held sqlite.Held) error {
	if c.JSON {
		return printJSON(s.out, newHeldReport(file, held))
	}
	_, err := fmt.Fprintf(s.out, "quarry: %s in %s\n", describeHeld(held), file)
	return err
}

// intoFolder makes one backup under a name of its own, or one after the other until the
// session ends.
func (c *backupCommand) intoFolder(ctx context.Context, s *session) error {
	if err := mayBeFolder(c.File); err != nil {
		return err
	}
	if err := mayBackUp(ctx, &s.Dir, c.File); err != nil {
		return err
	}
	folder := newBackupFolder(&s.Dir, c.File, c.Keep, c.Then)
	once := func(ctx context.Context) error {
		name, held, err := folder.makeBackup(ctx)
		if name == "" {
			return err
		}
		return errors.Join(c.print(s, filepath.Join(folder.path, name), held), err)
	}
	if c.Every == 0 {
		return once(ctx)
	}
	repeat{every: time.Duration(c.Every), newest: folder.newest, now: time.Now, do: func(ctx context.Context) error {
		err := once(ctx)
		if err != nil && ctx.Err() == nil {
			complain(s.stdio, err)
		}
		return err
	}}.run(ctx)
	return nil
}

// mayBackUp refuses to copy a database that is not there, or onto itself or another file
// of Quarry's.
func mayBackUp(ctx context.Context, d *datadir.Dir, to string) error {
	if err := d.Present(ctx); err != nil {
		return err
	}
	if err := d.MayBeAnother(to); err != nil {
		return err
	}
	return d.MayWrite(to)
}

// makeBackup copies the database to a file that appears under its name once it is complete
// and was examined: what is damaged is refused (database_damaged). Only its owner
// may read it.
func makeBackup(ctx context.Context, d *datadir.Dir, to string) (sqlite.Held, error) {
	held, err := makeDatabase(ctx, d, to, func(beside string) (sqlite.Held, error) { // so a target that cannot be written costs nothing
		if err := sqlite.Sound(ctx, d.Database()); err != nil {
			return sqlite.Held{}, err
		}
		held, err := sqlite.Copy(ctx, d.Database(), beside)
		if err == nil {
			err = mustBeWell(ctx, d, beside, held)
		}
		return held, err
	})
	return held, blame(ctx, d, to, err)
}

// makeDatabase makes a database that appears under its name when it is complete. Only
// its owner may read it, and nothing is left of one that could not be made, or whose
// new name may be gone after a power cut.
func makeDatabase(ctx context.Context, d *datadir.Dir, path string, fill func(beside string) (sqlite.Held, error)) (sqlite.Held, error) {
	leave, err := enterFolder(ctx, d, path)
	if err != nil {
		return sqlite.Held{}, err
	}
	defer leave()
	file, err := d.Disk.Create(filepath.Dir(path), "."+filepath.Base(path)+copyingMark+"*")
	if errors.Is(err, os.ErrNotExist) {
		return sqlite.Held{}, quarry.Errorf(quarry.KindUnavailable, "cannot write %s: there is no folder %s, make it first", path, filepath.Dir(path)).Because(err)
	}
	if err != nil {
		return sqlite.Held{}, datadir.CannotWrite(path, err)
	}
	beside, held, replaced := file.Name(), sqlite.Held{}, datadir.Exists(path)
	if err = file.Close(); err == nil {
		held, err = fill(beside)
	}
	if err == nil {
		if err = d.Disk.Rename(beside, path); err != nil {
			err = datadir.CannotWrite(path, err)
		}
	}
	if err != nil {
		return held, errors.Join(err, d.RemoveDatabase(beside))
	}
	err = d.SyncFolder(filepath.Dir(path))
	if err != nil && !replaced { // what was replaced is gone already: this is all there is
		err = errors.Join(err, d.Disk.Remove(path))
	}
	return held, err
}

// heldReport is what a backup holds, in JSON.
type heldReport struct {
	File      string       `json:"file"`
	Bytes     int64        `json:"bytes"`
	Documents int          `json:"documents"`
	Counts    countsReport `json:"counts"`
	Revision  int64        `json:"revision"`
	Schema    int64        `json:"schema"`
	Kept      string       `json:"kept,omitempty"` // the file that holds what was there before
	datadir.KeptUploads

	ValidAgain []string `json:"keys_valid_again,omitempty"` // their ids
}

func newHeldReport(file string, held sqlite.Held) heldReport {
	return heldReport{
		File: file, Bytes: held.Bytes, Documents: held.Documents, Counts: counts(held.Counts),
		Revision: int64(held.Revision), Schema: held.Schema,
	}
}

func describeHeld(h sqlite.Held) string {
	return fmt.Sprintf("%d documents with %d questions, %d facts, %d specs and %d passages (revision %d, %s)",
		h.Documents, h.Counts.Question, h.Counts.Fact, h.Counts.Spec, h.Counts.Passage, h.Revision, megabytes(h.Bytes))
}
