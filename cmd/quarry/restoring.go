package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// backupCalled returns the file that a name stands for: where there is none of that
// path, it may be the name of one of the server's backups, as lists and jobs have it.
func (s *session) backupCalled(name string) string {
	if name == "" {
		return ""
	}
	path := kong.ExpandPath(name)
	if datadir.Exists(path) || !filepath.IsLocal(name) {
		return path
	}
	own := filepath.Join(s.Backups(), strings.TrimPrefix(filepath.ToSlash(name), filepath.Base(s.Backups())+"/"))
	if datadir.Exists(own) {
		return own
	}
	return path
}

// writeTo makes a copy of the backup at a place of the caller's. The data directory is
// not touched, and may be in use.
func (c *restoreCommand) writeTo(ctx context.Context, s *session) error {
	if err := s.MayBeAnother(c.To); err != nil {
		return err
	}
	if err := s.MayReplace(c.To, c.Force); err != nil {
		return err
	}
	held, err := makeDatabase(ctx, &s.Dir, c.To, func(incoming string) (sqlite.Held, error) { return c.take(ctx, s, incoming) })
	if err != nil && ctx.Err() != nil {
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

// backupView is a backup of a folder, in JSON.
type backupView struct {
	File      string    `json:"file"` // below the data directory, unless another folder is listed
	Time      time.Time `json:"time"` // when it was made
	Bytes     int64     `json:"bytes"`
	Documents int       `json:"documents"`
	Sound     bool      `json:"sound"`
	Problem   string    `json:"problem,omitempty"`
}

// list reads the backups of a folder, the newest first, and says what each holds.
func (c *restoreCommand) list(ctx context.Context, s *session) error {
	path, shown := "", datadir.BackupsName
	if c.File != "" {
		path, shown = kong.ExpandPath(c.File), kong.ExpandPath(c.File)
	}
	folder := newBackupFolder(&s.Dir, path, nil, "")
	found, err := folder.past()
	if err != nil {
		return err
	}
	backups := []backupView{}
	for _, b := range found {
		view := backupView{File: filepath.ToSlash(filepath.Join(shown, b.Name)), Time: b.Moment}
		if info, err := os.Stat(filepath.Join(folder.path, b.Name)); err == nil {
			view.Bytes = info.Size()
		}
		held, err := sqlite.Examine(ctx, filepath.Join(folder.path, b.Name))
		if view.Documents, view.Sound = held.Documents, err == nil; err != nil {
			view.Problem, _, _ = strings.Cut(quarry.Explain(err).Message, ": restore a backup")
		}
		backups = append(backups, view)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case c.JSON:
		return printJSON(s.out, map[string]any{"items": backups})
	case len(backups) == 0:
		_, err := fmt.Fprintf(s.err, "quarry: there is no backup in %s\n", folder.path)
		return err
	}
	return printBackups(s, backups)
}

func printBackups(s *session, backups []backupView) error {
	table := columns{head: []string{"FILE", "MADE", "SIZE", "DOCUMENTS", "STATE"}}
	for _, b := range backups {
		state := "sound"
		if !b.Sound {
			state = b.Problem
		}
		table.add([]string{printable(b.File), b.Time.Format(time.RFC3339), megabytes(b.Bytes), strconv.Itoa(b.Documents), printable(state)})
	}
	return table.print(s.out)
}

// validAgain names the keys that are revoked in one database and open something in another
// one; none where the first cannot be read any more.
func validAgain(ctx context.Context, before, after string, now time.Time) []string {
	revoked := map[quarry.KeyID]bool{}
	for _, key := range keysOf(ctx, before) {
		revoked[key.ID] = key.State(now) == quarry.KeyRevoked
	}
	var again []string
	for _, key := range keysOf(ctx, after) {
		if revoked[key.ID] && key.State(now) == quarry.KeyValid {
			again = append(again, string(key.ID))
		}
	}
	return again
}

// keysOf does not open an empty file, beside which a log may stand that SQLite removes.
func keysOf(ctx context.Context, database string) []quarry.Key {
	if datadir.IsEmpty(database) {
		return nil
	}
	store, err := sqlite.OpenReadOnly(ctx, database, sqlite.Options{})
	if err != nil {
		return nil
	}
	keys, err := store.Keys(ctx)
	if errors.Join(err, store.Close()) != nil {
		return nil
	}
	return keys
}
