package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// interrupted is a context that ends as soon as a swap is decided.
type interrupted struct {
	context.Context //nolint:containedctx // it is one

	data string
}

// Err ends it.
func (c interrupted) Err() error {
	if len(restoreTraces(c.data, datadir.WaitingMark)) > 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// Behind the decision no caller is told that nothing was changed, interrupted or not.
func TestARestoreThatIsDecidedSaysSo(t *testing.T) {
	t.Parallel()
	backup := filepath.Join(t.TempDir(), "backup.db")
	store, err := sqlite.Open(t.Context(), backup, sqlite.Options{Log: newSession(t).Log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, store)
	for name, interrupts := range map[string]bool{"interrupted": true, "not interrupted": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSession(t)
			freed := obstruct(t, &s.Dir)
			writeContents(t, s.Data, map[string]string{"quarry.db": "old"})
			ctx := t.Context()
			if interrupts {
				ctx = interrupted{ctx, s.Data}
			}
			err := (&restoreCommand{File: backup, Force: true}).Run(ctx, s)
			if err == nil || strings.Contains(err.Error(), "nothing was changed") || !strings.Contains(err.Error(), "the next command completes") {
				t.Errorf("restoring says %v, want that it is decided", err)
			}
			freed()
			checkCompleted(t, s)
		})
	}
}

// obstruct puts a folder where a swap removes a file, and returns how it is taken away.
func obstruct(t *testing.T, d *datadir.Dir) func() {
	t.Helper()
	folder := d.Database() + datadir.MemoryEnd
	if err := os.MkdirAll(filepath.Join(folder, "the owner's"), 0o700); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	}
}

// nextCommand takes the data directory, as every command does that writes.
func nextCommand(t *testing.T, s *app.Session) {
	t.Helper()
	held, err := s.Acquire(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
}

// checkCompleted reports an error unless the next command restores what is decided.
func checkCompleted(t *testing.T, s *app.Session) {
	t.Helper()
	nextCommand(t, s)
	if _, err := sqlite.Examine(t.Context(), s.Database()); err != nil {
		t.Errorf("the database is not the restored one: %v", err)
	}
	if kept := restoreTraces(s.Data, datadir.KeptMark); len(kept) != 1 {
		t.Errorf("kept are %q, want what was there before", kept)
	}
}
