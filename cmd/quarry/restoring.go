package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// backupCalled returns the file that a name stands for: where there is none of that
// path, it may be the name of one of the server's backups, as lists and jobs have it.
func (s *session) backupCalled(name string) string {
	if name == "" {
		return ""
	}
	path := kong.ExpandPath(name)
	if exists(path) || !filepath.IsLocal(name) {
		return path
	}
	own := filepath.Join(s.backups(), strings.TrimPrefix(filepath.ToSlash(name), filepath.Base(s.backups())+"/"))
	if exists(own) {
		return own
	}
	return path
}

// writeTo makes a copy of the backup at a place of the caller's. The data directory is
// not touched, and may be in use.
func (c *restoreCommand) writeTo(s *session) error {
	if err := s.mayBeAnother(c.To); err != nil {
		return err
	}
	if err := s.mayReplace(c.To, c.Force); err != nil {
		return err
	}
	held, err := s.makeDatabase(s.ctx, c.To, func(incoming string) (sqlite.Held, error) { return c.take(s, incoming) })
	if err != nil && s.ctx.Err() != nil {
		return &interruption{done: "nothing was written to " + c.To}
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s.out, newHeldReport(c.To, held))
	}
	_, err = fmt.Fprintf(s.out, "quarry: %s in %s\n", describeHeld(held), c.To)
	return err
}

// backups is the folder of the server's backups in the data directory.
func (s *session) backups() string { return filepath.Join(s.data, backupsName) }

// backupView is a backup of the server's, in JSON.
type backupView struct {
	File      string    `json:"file"` // below the data directory
	Time      time.Time `json:"time"` // when it was written
	Bytes     int64     `json:"bytes"`
	Documents int       `json:"documents"`
	Sound     bool      `json:"sound"`
	Problem   string    `json:"problem,omitempty"`
}

// list reads every backup of the server's, the newest first, and says what it holds.
func (c *restoreCommand) list(s *session) error {
	backups := []backupView{}
	for _, name := range s.namesIn(s.backups()) {
		info, err := os.Stat(filepath.Join(s.backups(), name))
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(name, ".") || filepath.Ext(name) != backupEnd {
			continue
		}
		view := backupView{File: filepath.ToSlash(filepath.Join(filepath.Base(s.backups()), name)), Time: info.ModTime().UTC(), Bytes: info.Size()}
		held, err := sqlite.Examine(s.ctx, filepath.Join(s.backups(), name))
		if view.Documents, view.Sound = held.Documents, err == nil; err != nil {
			view.Problem, _, _ = strings.Cut(quarry.Explain(err).Message, ": restore a backup")
		}
		backups = append(backups, view)
	}
	slices.SortFunc(backups, func(a, b backupView) int { return b.Time.Compare(a.Time) })
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case c.JSON:
		return printJSON(s.out, map[string]any{"items": backups})
	case len(backups) == 0:
		_, err := fmt.Fprintf(s.err, "quarry: there is no backup in %s\n", s.backups())
		return err
	}
	table := columns{head: []string{"FILE", "WRITTEN", "SIZE", "DOCUMENTS", "STATE"}}
	for _, b := range backups {
		state := "sound"
		if !b.Sound {
			state = b.Problem
		}
		table.add([]string{printable(b.File), b.Time.Format(time.RFC3339), megabytes(b.Bytes), strconv.Itoa(b.Documents), printable(state)})
	}
	return table.print(s.out)
}
