package datadir

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/internal/disk"
)

// unsynced is a disk on which names do not last.
type unsynced struct {
	disk.Disk

	sync func() error
}

func (u unsynced) SyncFolder(string) error { return u.sync() }

// Whatever stands in the data directory after a kill in the middle of a swap, the
// next command makes one state of it, and loses neither.
func TestASwapIsCompletedFromEveryStep(t *testing.T) {
	t.Parallel()
	const db, waiting, kept = "quarry.db", "quarry.db.restoring-T", "quarry.db.before-T"
	for name, tc := range map[string]struct{ found, want map[string]string }{
		"it is decided": {
			map[string]string{db: "old", waiting: "new"}, map[string]string{db: "new", kept: "old"},
		},
		"a log that could not be closed": {
			map[string]string{db: "old", db + "-wal": "log", db + "-shm": "shared", waiting: "new"},
			map[string]string{db: "new", kept: "old", kept + "-wal": "log"},
		},
		"the log was moved": {
			map[string]string{db: "old", kept + "-wal": "log", waiting: "new"},
			map[string]string{db: "new", kept: "old", kept + "-wal": "log"},
		},
		"the old one has both names": {
			map[string]string{db: "old", kept: "old", waiting: "new"}, map[string]string{db: "new", kept: "old"},
		},
		"the old one was moved": {
			map[string]string{kept: "old", waiting: "new"}, map[string]string{db: "new", kept: "old"},
		},
		"there was none": {map[string]string{waiting: "new"}, map[string]string{db: "new"}},
		"it is done":     {map[string]string{db: "new", kept: "old"}, map[string]string{db: "new", kept: "old"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newDir(t)
			writeContents(t, s.Data, tc.found)
			held, err := s.Acquire(t.Context(), "test")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, contents(t, s.Data)); diff != "" {
				t.Errorf("the files are (-want +got):\n%s", diff)
			}
			if err := held.Release(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Who is told that a swap failed may rely on it that the next command does not do it
// all the same.
func TestASwapThatFailsToBeginIsTakenBack(t *testing.T) {
	t.Parallel()
	const db, incoming = "quarry.db", ".quarry.db-incoming-1"
	s := newDir(t)
	writeContents(t, s.Data, map[string]string{db: "old", incoming: "new"})
	w := s.NewSwap(time.Now())
	failed := errors.New("the disk is gone")
	s.Disk = unsynced{Disk: s.Disk, sync: func() error { return failed }}
	if err := w.begin(t.Context(), filepath.Join(s.Data, incoming)); !errors.Is(err, failed) {
		t.Errorf("beginning says %v, want %v", err, failed)
	}
	want := map[string]string{db: "old", incoming: "new"}
	if diff := cmp.Diff(want, contents(t, s.Data)); diff != "" {
		t.Errorf("the files are (-want +got):\n%s", diff)
	}
	if err := s.completeSwaps(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, contents(t, s.Data)); diff != "" {
		t.Errorf("behind the next command they are (-want +got):\n%s", diff)
	}
}

// What cannot be taken back is decided, and so it is no failure.
func TestASwapThatCannotBeTakenBackIsDecided(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	incoming := filepath.Join(s.Data, "incoming")
	writeContents(t, s.Data, map[string]string{"quarry.db": "old", "incoming": "new"})
	w := s.NewSwap(time.Now())
	s.Disk = unsynced{Disk: s.Disk, sync: func() error { // the name was taken meanwhile
		return errors.Join(errors.New("the disk is gone"), os.Mkdir(incoming, 0o700))
	}}
	if err := w.begin(t.Context(), incoming); err != nil {
		t.Errorf("beginning says %v", err)
	}
	if !Exists(w.Waiting()) {
		t.Error("what waits is gone")
	}
}

func writeContents(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for file, content := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// contents returns what stands in a folder, but for the lock.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, entry := range entries {
		if entry.Name() == "quarry.lock" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[entry.Name()] = string(content)
	}
	return found
}
