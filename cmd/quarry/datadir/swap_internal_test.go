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

// contents returns what stands in a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[entry.Name()] = string(content)
	}
	return found
}
