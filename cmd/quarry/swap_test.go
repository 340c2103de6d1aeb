package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/store/sqlite"
)

// unsynced is a disk on which names do not last.
type unsynced struct {
	disk.Disk

	sync func() error
}

func (u unsynced) SyncFolder(string) error { return u.sync() }

// Who is told that a swap failed may rely on it that the next command does not do it
// all the same.
func TestASwapThatFailsToBeginIsTakenBack(t *testing.T) {
	t.Parallel()
	const db, incoming = "quarry.db", ".quarry.db-incoming-1"
	s := newSession(t)
	writeContents(t, s.Data, map[string]string{db: "old", incoming: "new"})
	w := s.NewSwap(time.Now())
	failed := errors.New("the disk is gone")
	s.Disk = unsynced{Disk: s.Disk, sync: func() error { return failed }}
	if err := w.Begin(t.Context(), filepath.Join(s.Data, incoming)); !errors.Is(err, failed) {
		t.Errorf("beginning says %v, want %v", err, failed)
	}
	want := map[string]string{db: "old", incoming: "new"}
	if diff := cmp.Diff(want, contents(t, s.Data)); diff != "" {
		t.Errorf("the files are (-want +got):\n%s", diff)
	}
	if err := s.CompleteSwaps(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, contents(t, s.Data)); diff != "" {
		t.Errorf("behind the next command they are (-want +got):\n%s", diff)
	}
}

// What cannot be taken back is decided, and so it is no failure.
func TestASwapThatCannotBeTakenBackIsDecided(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	incoming := filepath.Join(s.Data, "incoming")
	writeContents(t, s.Data, map[string]string{"quarry.db": "old", "incoming": "new"})
	w := s.NewSwap(time.Now())
	s.Disk = unsynced{Disk: s.Disk, sync: func() error { // the name was taken meanwhile
		return errors.Join(errors.New("the disk is gone"), os.Mkdir(incoming, 0o700))
	}}
	if err := w.Begin(t.Context(), incoming); err != nil {
		t.Errorf("beginning says %v", err)
	}
	if !datadir.Exists(w.Waiting()) {
		t.Error("what waits is gone")
	}
}

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

// checkCompleted reports an error unless the next command restores what is decided.
func checkCompleted(t *testing.T, s *app.Session) {
	t.Helper()
	if err := s.CompleteSwaps(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Examine(t.Context(), s.Database()); err != nil {
		t.Errorf("the database is not the restored one: %v", err)
	}
	if kept := restoreTraces(s.Data, datadir.KeptMark); len(kept) != 1 {
		t.Errorf("kept are %q, want what was there before", kept)
	}
}
