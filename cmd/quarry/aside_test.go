package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// A server removes uploads that no job names, and so those that were acknowledged behind
// the backup must not stand where it looks. Restoring what was replaced brings them back.
func TestARestoreKeepsTheUploadsThatTheBackupDoesNotName(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	startServerOnce(t, s)
	empty := filepath.Join(t.TempDir(), "empty.db")
	if _, err := backup.Make(t.Context(), &s.Dir, empty); err != nil {
		t.Fatal(err)
	}
	handIn(t, s)
	refused := (&restoreCommand{File: empty}).Run(t.Context(), s)
	if !quarry.IsKind(refused, quarry.KindConflict) || !strings.Contains(refused.Error(), "1 uploads whose jobs are not done") {
		t.Errorf("a restore over a job that waits says %v", refused)
	}
	restore := func(file string) backup.Report {
		t.Helper()
		report, err := backup.Restore(t.Context(), &s.Dir, file)
		if err != nil {
			t.Fatal(err)
		}
		startServerOnce(t, s)
		return report
	}
	over := restore(empty)
	if over.Uploads != 1 || len(s.NamesIn(over.UploadsIn)) != 1 || len(s.NamesIn(s.Spool())) != 0 {
		t.Errorf("kept are %+v, and %q wait", over.Kept, s.NamesIn(s.Spool()))
	}
	restore(over.Kept.File)
	if waiting := s.NamesIn(s.Spool()); len(waiting) != 1 {
		t.Errorf("behind the restore of what was there %q wait, want the upload", waiting)
	}
}

// So it is with one that was killed when it was decided.
func TestASwapThatIsCompletedLaterKeepsUploads(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	startServerOnce(t, s)
	empty := filepath.Join(t.TempDir(), "empty.db")
	if _, err := backup.Make(t.Context(), &s.Dir, empty); err != nil {
		t.Fatal(err)
	}
	handIn(t, s)
	w := decide(t, s, empty)
	startServerOnce(t, s)
	if kept := w.Kept(); kept.Uploads != 1 {
		t.Errorf("kept are %+v, want the upload", kept)
	}
}

// decide begins a restore that is not completed.
func decide(t *testing.T, s *app.Session, file string) datadir.Swap {
	t.Helper()
	w := s.NewSwap(time.Now())
	if _, err := w.Prepare(t.Context(), func(incoming string) (sqlite.Held, error) { return backup.Take(t.Context(), &s.Dir, file, incoming) }); err != nil {
		t.Fatal(err)
	}
	return w
}

// startServerOnce does what a server does with uploads when it starts.
func startServerOnce(t *testing.T, s *app.Session) {
	t.Helper()
	withDesk(t, s, func(*app.Desk) {})
}

// handIn has an upload wait.
func handIn(t *testing.T, s *app.Session) {
	t.Helper()
	withDesk(t, s, func(d *app.Desk) {
		file, err := d.Spool.Take(strings.NewReader("# Tide\n\nIt comes twice.\n"))
		if err != nil {
			t.Fatal(err)
		}
		file.Collection, file.Path = "main", "tide.md"
		order := quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{file}}
		if _, err := d.Submit(t.Context(), order, quarry.JobKey{}); err != nil {
			t.Fatal(err)
		}
	})
}

func withDesk(t *testing.T, s *app.Session, do func(*app.Desk)) {
	t.Helper()
	held, err := s.Acquire(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.OpenDesk(t.Context(), opened, backup.NewFolder(&s.Dir, "", nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	do(d)
	closeBase(t, opened)
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
}
