package sqlite_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

// The client that handed a job in was told that it is kept, its files are let go of once it
// has ended; a key that was revoked lets no caller in. No power cut takes that back. Triggers note how careful the commit
// is that they are part of: 2 is FULL, which waits for the disk, 1 is NORMAL.
func TestJobsAndKeysAreOnTheDiskBeforeAnybodyIsToldOfThem(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	for _, statement := range []string{
		`CREATE TABLE noted (what TEXT, synchronous INTEGER)`,
		`CREATE TRIGGER added AFTER INSERT ON jobs BEGIN
			INSERT INTO noted SELECT 'added', synchronous FROM pragma_synchronous; END`,
		`CREATE TRIGGER saved AFTER UPDATE ON jobs BEGIN
			INSERT INTO noted SELECT NEW.state, synchronous FROM pragma_synchronous; END`,
		`CREATE TRIGGER key AFTER INSERT ON keys BEGIN
			INSERT INTO noted SELECT 'key', synchronous FROM pragma_synchronous; END`,
		`CREATE TRIGGER revoked AFTER UPDATE OF revoked ON keys BEGIN
			INSERT INTO noted SELECT 'revoked', synchronous FROM pragma_synchronous; END`,
		`CREATE TRIGGER other AFTER INSERT ON done BEGIN
			INSERT INTO noted SELECT NEW.what, synchronous FROM pragma_synchronous; END`,
	} {
		if err := store.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	job := quarry.Job{ID: "j_a", State: quarry.JobQueued, Order: quarry.JobOrder{Kind: quarry.JobIngest}}
	if _, err := store.AddJob(t.Context(), job, quarry.JobKey{}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := store.MarkDone(t.Context(), "something between"); err != nil {
		t.Fatal(err)
	}
	job.State, job.FinishedAt = quarry.JobDone, time.Now()
	if err := store.SaveJob(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if err := store.AddKey(t.Context(), quarry.Key{ID: "k_a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := store.RevokeKey(t.Context(), "k_a", time.Now()); err != nil {
		t.Fatal(err)
	}
	got, err := store.Column(t.Context(), `SELECT what || ' ' || synchronous FROM noted ORDER BY rowid`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"added 2", "something between 1", "done 2", "key 2", "revoked 2"}, got); diff != "" {
		t.Errorf("how careful commits are (-want +got):\n%s", diff)
	}
}

// A write that is refused, or given up, leaves the connection as it was.
func TestAJobThatIsNotStoredLeavesTheNextCommitAsItWas(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := store.SaveJob(gone, quarry.Job{ID: "j_a"}); err == nil {
		t.Error("a job is stored for who is gone")
	}
	if err := store.SaveJob(t.Context(), quarry.Job{ID: "j_a"}); !quarry.IsKind(err, quarry.KindNotFound) {
		t.Errorf("error = %v of a job that is not stored, want not found", err)
	}
	if got, err := store.Setting(t.Context(), "synchronous"); err != nil || got[0] != "1" {
		t.Errorf("synchronous = %v (%v), want 1", got, err)
	}
}
