package main

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
