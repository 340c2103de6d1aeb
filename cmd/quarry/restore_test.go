package main

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/store/sqlite"
)

// A backup that an older Quarry made is brought up to date on its way; one of a newer
// is refused, and nothing is touched.
func TestABackupOfAnotherSchemaIsBroughtUpToDateOrRefused(t *testing.T) {
	t.Parallel()
	old := databaseOfSchema1(t)
	if held, err := sqlite.Examine(t.Context(), old); err != nil || held.Schema != 1 {
		t.Fatalf("the old one holds %+v (%v), want schema 1", held, err)
	}
	data := t.TempDir()
	restoreFrom(t, data, old)
	held, err := sqlite.Examine(t.Context(), filepath.Join(data, "quarry.db"))
	if err != nil || held.Schema == 1 {
		t.Errorf("restored it holds %+v (%v), want today's schema", held, err)
	}
	ingestAll(t, data, writeNotes(t, 0, 3))

	newer := databaseOfSchema1(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (90000, 1)")
	out, err := command(t, data, "restore", "--force", newer).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "written by a newer Quarry") {
		t.Errorf("restoring one of a newer Quarry says %s (%v)", out, err)
	}
	if found := stored(t, data); found != 3 {
		t.Errorf("afterwards %d documents are stored, want the 3 of before", found)
	}
}

// A backup that was asked for over the API holds the job that made it, as one that is
// under way. Restored, it makes no other backup, which would push an older one out.
func TestTheJobThatMadeABackupIsNotDoneAgainWhereItIsRestored(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fillStanding(t, opened)
	made := quarry.Job{ID: "j_made", State: quarry.JobRunning, Attempts: 1, Order: quarry.JobOrder{Kind: quarry.JobBackup}}
	waits := quarry.Job{ID: "j_waits", State: quarry.JobQueued, Order: quarry.JobOrder{Kind: quarry.JobReindex}}
	for _, job := range []quarry.Job{made, waits} {
		if _, err := opened.Store.AddJob(t.Context(), job, quarry.JobKey{}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	outcome, err := backup.NewFolder(&s.Dir, "", nil, "").Runner()(t.Context(), made, func(quarry.JobProgress) {})
	if err != nil {
		t.Fatal(err)
	}
	closeBase(t, opened)
	elsewhere := t.TempDir()
	restoreFrom(t, elsewhere, filepath.Join(s.Data, *outcome.Result.File))
	store := openStored(t, elsewhere)
	defer closeStore(t, store)
	open, err := store.KeptJobs(t.Context())
	if err != nil || len(open) != 1 || open[0].ID != waits.ID {
		t.Errorf("open are %+v (%v), want the other job alone", open, err)
	}
	ended, err := store.Job(t.Context(), made.ID)
	if err != nil || ended.State != quarry.JobFailed || ended.Failure.Code != "restored" || ended.FinishedAt.IsZero() {
		t.Errorf("the job that made it is %+v (%v), want it ended", ended, err)
	}
}

// A job may be restored without its uploads, which no backup holds.
func TestAJobWhoseUploadIsGoneSaysSoAndKeepsWhatIsStored(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	desk := openFollowed(t, s, opened)
	runners := app.Writers{Opened: opened, Spool: desk.Spool}
	file, err := desk.Spool.Take(strings.NewReader("### What is a warp?\n**Answer:** 32 threads.\n"))
	if err != nil {
		t.Fatal(err)
	}
	file.Collection, file.Path = "main", "gpu.md"
	job := quarry.Job{Order: quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{file}}}
	outcome, err := runners.Ingest(t.Context(), job, func(quarry.JobProgress) {})
	if err != nil || len(outcome.Documents) != 1 || outcome.Documents[0].Status != "added" {
		t.Fatalf("outcome = %+v (%v), want it added", outcome, err)
	}
	desk.Spool.Discard(job.Order.Files)
	outcome, err = runners.Ingest(t.Context(), job, func(quarry.JobProgress) {})
	if quarry.Explain(err).Code != "upload_missing" || len(outcome.Documents) != 0 {
		t.Errorf("outcome = %+v (%v), want that the upload is missing", outcome, err)
	}
	if stats, err := opened.Store.Stats(t.Context()); err != nil || stats.Documents != 1 || stats.Counts.Question != 1 {
		t.Errorf("stored = %+v (%v), want the document of before", stats, err)
	}
}

// openFollowed opens a desk over what is followed until the test ends, as jobs wait
// for.
func openFollowed(t *testing.T, s *app.Session, opened *app.App) *app.Desk {
	t.Helper()
	desk, err := s.OpenDesk(t.Context(), opened, backup.NewFolder(&s.Dir, "", nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var following sync.WaitGroup
	following.Go(func() { _ = opened.Follow(ctx) })
	t.Cleanup(func() {
		cancel()
		following.Wait()
		closeBase(t, opened)
	})
	return desk
}

// databaseOfSchema1 makes a database of Quarry's as the first migration made it.
func databaseOfSchema1(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	up, _, _ := strings.Cut(readText(t, "../../migrations/sqlite/00001_spine.sql"), "-- +goose Down")
	first := []string{
		"PRAGMA application_id = 0x51524b42", up,
		`CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL,
			is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')))`,
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1)",
	}
	for _, statement := range slices.Concat(first, statements) {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
