package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

type backupCommand struct {
	File  string `arg:"" help:"File to write." type:"path" placeholder:"FILE"`
	Force bool   `help:"Replace the file where there is one."`
	JSON  bool   `help:"Print what the backup holds as JSON."`
}

// Help says what is in a backup.
func (c *backupCommand) Help() string {
	return "The copy is of one moment, and may be made beside a running server. It holds all documents with their texts " +
		"and entries, vectors, and the keys of the API as they are stored: hashed. Indexes are not in it; they are built anew."
}

// Run copies the database, beside a server or alone. The file appears under its
// name when it is complete, and was read back.
func (c *backupCommand) Run(s *session) error {
	if err := s.mayBackUp(c.File); err != nil {
		return err
	}
	if err := (target{c.File, c.Force}).mayReplace(); err != nil {
		return err
	}
	held, err := s.copyWhole(s.ctx, s.database(), c.File)
	if err != nil && s.ctx.Err() != nil {
		return &interruption{done: "nothing was written to " + c.File}
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s.out, newHeldReport(c.File, held))
	}
	_, err = fmt.Fprintf(s.out, "quarry: %s in %s\n", describeHeld(held), c.File)
	return err
}

// mayBackUp refuses to copy a database onto itself.
func (s *session) mayBackUp(to string) error {
	if err := s.present(); err != nil {
		return err
	}
	from, err := os.Stat(s.database())
	there, otherErr := os.Stat(to)
	if err == nil && otherErr == nil && os.SameFile(from, there) {
		return quarry.Errorf(quarry.KindInvalid, "%s is the database itself: name another file", to)
	}
	return nil
}

// copyWhole copies a database to a file that appears under its name when it is
// complete. Nobody but its owner may read it.
func (s *session) copyWhole(ctx context.Context, from, to string) (sqlite.Held, error) {
	beside, err := s.placeBeside(to)
	if err != nil {
		return sqlite.Held{}, err
	}
	held, err := sqlite.Copy(ctx, from, beside)
	if err == nil {
		err = s.disk.Rename(beside, to)
	}
	if err == nil {
		return held, s.syncFolder(filepath.Dir(to))
	}
	_ = s.disk.Remove(beside)
	if _, ours := errors.AsType[*os.LinkError](err); ours {
		return held, cannotWrite(to, err)
	}
	return held, err
}

// placeBeside makes an empty file beside another one's place.
func (s *session) placeBeside(path string) (string, error) {
	file, err := s.disk.Create(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return "", cannotWrite(path, err)
	}
	return file.Name(), file.Close()
}

// syncFolder makes a rename last.
func (s *session) syncFolder(path string) error {
	if err := s.disk.SyncFolder(path); err != nil {
		return cannotWrite(path, err)
	}
	return nil
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
