package faults_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/faults"
)

// rows is how many rows a trial writes, each in a commit of its own.
const rows = 6

// fill writes rows, and returns which were acknowledged.
func fill(t *testing.T, path, settings string, machine *faults.Machine) []int {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?"+settings)
	must(t, err)
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	var told []int
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE IF NOT EXISTS r (n INTEGER PRIMARY KEY, filler BLOB)"); err != nil {
		return nil
	}
	for i := range rows {
		_, err := db.ExecContext(t.Context(), "INSERT OR REPLACE INTO r VALUES (?, zeroblob(3000))", i)
		if err == nil && !machine.IsCut() {
			told = append(told, i)
		}
	}
	return told
}

// missing returns how many rows are not there that should be, and fails where the
// database is damaged.
func missing(t *testing.T, path string, told []int) int {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path)
	must(t, err)
	defer func() { _ = db.Close() }()
	var sound string
	must(t, db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&sound))
	if sound != "ok" {
		t.Fatalf("the database is damaged: %s", sound)
	}
	lost := 0
	for _, n := range told {
		var found int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM r WHERE n = ?", n).Scan(&found); err != nil || found == 0 {
			lost++
		}
	}
	return lost
}

// cutEverywhere cuts the power at every operation, and returns how many acknowledged
// rows were lost, and how many trials there were.
func cutEverywhere(t *testing.T, settings string) (int, int) {
	t.Helper()
	lost := 0
	for n := 1; ; n++ {
		for _, seed := range []uint64{0, 1, 2} {
			machine, folder := newMachine(t)
			path := filepath.Join(folder, "some.db")
			machine.Begin(faults.Plan{Kind: faults.Cut, N: n})
			told := fill(t, path, settings, machine)
			if !machine.Reached() {
				return lost, n - 1
			}
			var random *rand.Rand
			if seed > 0 {
				random = rand.New(rand.NewPCG(seed, uint64(n)))
			}
			must(t, machine.Restart(random))
			lost += missing(t, path, told)
			machines.Remove(machine)
		}
	}
}

func TestSQLiteLosesNothingThatItSyncedWhereverThePowerIsCut(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]string{
		"a write-ahead log": "_journal_mode=WAL&_synchronous=FULL", "a rollback journal": "_journal_mode=DELETE&_synchronous=EXTRA",
	} {
		lost, trials := cutEverywhere(t, settings)
		if lost > 0 || trials < 4*rows {
			t.Errorf("%s: %d rows were lost in %d trials", name, lost, trials)
		}
	}
}

// If it did not, the test above could not fail.
func TestSQLiteLosesWhatItDidNotSync(t *testing.T) {
	t.Parallel()
	if lost, trials := cutEverywhere(t, "_journal_mode=WAL&_synchronous=NORMAL"); lost == 0 {
		t.Errorf("nothing was lost in %d trials", trials)
	}
}

func TestFaultsReachSQLiteUnderTheirNames(t *testing.T) {
	t.Parallel()
	for kind, want := range map[faults.Kind]string{
		faults.EIO: "disk I/O error", faults.ENOSPC: "database or disk is full", faults.Short: "database or disk is full", faults.Sync: "disk I/O error",
	} {
		machine, folder := newMachine(t)
		path := filepath.Join(folder, "some.db")
		db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous=FULL")
		must(t, err)
		_, err = db.ExecContext(t.Context(), "CREATE TABLE r (n INTEGER PRIMARY KEY)")
		must(t, err)
		machine.Begin(faults.Plan{Kind: kind, N: 1})
		_, err = db.ExecContext(t.Context(), "INSERT INTO r VALUES (1)")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", kind, err, want)
		}
		machine.Heal()
		_, err = db.ExecContext(t.Context(), "INSERT INTO r VALUES (1)")
		must(t, errors.Join(err, db.Close()))
	}
}

// A database that belongs to no machine is none of anybody's concern.
func TestOtherDatabasesPass(t *testing.T) {
	t.Parallel()
	machine, _ := newMachine(t)
	machine.Begin(faults.Plan{Kind: faults.EIO, N: 1, Lasting: true})
	path := filepath.Join(t.TempDir(), "other.db")
	told := fill(t, path, "_journal_mode=WAL&_synchronous=FULL", machine)
	if fmt.Sprint(told) != "[0 1 2 3 4 5]" || machine.Count(faults.EIO) != 0 || missing(t, path, told) > 0 {
		t.Errorf("told %v, %d operations were counted", told, machine.Count(faults.EIO))
	}
}
