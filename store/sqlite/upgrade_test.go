package sqlite_test

import (
	"database/sql"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/migrations"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// ofSchema1 returns the path of a database that the first schema was made for,
// with one document in it.
func ofSchema1(t *testing.T, k quarry.Knowledge) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "old.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	files, err := migrations.SQLite()
	if err != nil {
		t.Fatal(err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	fill(t, db, k)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// fill copies what today's store makes of a document, as far as the database's
// older tables have columns for it.
func fill(t *testing.T, db *sql.DB, k quarry.Knowledge) {
	t.Helper()
	today := filepath.Join(t.TempDir(), "today.db")
	store, err := sqlite.Open(t.Context(), today, options())
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.SaveDocument(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	run(t, db, "PRAGMA application_id = 1364347714", "ATTACH '"+today+"' AS today")
	for _, table := range []string{
		"sessions", "documents", "contents", "slots", "questions", "facts", "specs", "passages", "changes",
	} {
		var columns string
		err := db.QueryRowContext(t.Context(), "SELECT group_concat(name, ', ') FROM pragma_table_info(?)", table).Scan(&columns)
		if err != nil {
			t.Fatal(err)
		}
		run(t, db, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM today.%s", table, columns, columns, table))
	}
	run(t, db, "DETACH today")
}

func run(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// The digests are those that the first version wrote. If one of them changes,
// every entry of every database would be written and indexed anew.
func TestADatabaseFromBeforeChoicesIsMigratedAndItsEntriesStayTheSame(t *testing.T) {
	t.Parallel()
	k := storetest.Mixed("old.md")
	path := ofSchema1(t, k)
	if _, err := sqlite.OpenReadOnly(t.Context(), path, options()); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("open read-only: error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
	got := digests(t, path)
	want := []string{"053e4dea46eb06462651398c950d188a", "39d30b45cd13a37845b98493ad18cf57"}
	if !slices.Equal(got, want) {
		t.Errorf("digests = %q, want those of the first version, %q", got, want)
	}
	store := open(t, path)
	if got, _, err := store.Question(t.Context(), k.Questions[0].ID); err != nil || got.Choices != nil || got.Text != k.Questions[0].Text {
		t.Errorf("question = %+v (%v), want %+v", got, err, k.Questions[0])
	}
	// What a spec claims was not stored then, and is the one thing that is written.
	difference, err := store.SaveDocument(t.Context(), k)
	claim := quarry.Difference{Changed: []quarry.EntryRef{k.Specs[0].Entry().EntryRef}}
	if err != nil || !same(difference, claim) {
		t.Errorf("saved again: %+v (%v), want %+v", difference, err, claim)
	}
	before, _ := store.Revision(t.Context())
	difference, err = store.SaveDocument(t.Context(), k)
	after, _ := store.Revision(t.Context())
	if err != nil || !difference.Empty() || after != before {
		t.Errorf("saved once more: %+v (%v), revision %d; want no difference and revision %d", difference, err, after, before)
	}
	k.Questions[0].Choices = []string{"A lot.", "Nothing."}
	difference, err = store.SaveDocument(t.Context(), k)
	if want := (quarry.Difference{Changed: []quarry.EntryRef{k.Questions[0].Entry().EntryRef}}); err != nil || !same(difference, want) {
		t.Errorf("with choices: %+v (%v), want %+v", difference, err, want)
	}
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func same(a, b quarry.Difference) bool {
	return slices.Equal(a.Added, b.Added) && slices.Equal(a.Changed, b.Changed) && slices.Equal(a.Removed, b.Removed)
}

// digests returns the digests of a database's questions, by id.
func digests(t *testing.T, path string) []string {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(t.Context(), "SELECT digest FROM questions ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var digest []byte
		if err := rows.Scan(&digest); err != nil {
			t.Fatal(err)
		}
		all = append(all, hex.EncodeToString(digest))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestASpecOfAnOlderDatabaseIsSureUntilItIsReadAgain(t *testing.T) {
	t.Parallel()
	unsure := func(s *quarry.Spec) { s.Confidence = 0.5 }
	k := storetest.NewDraft("old.md").Spec("press-1", "power", 700, "W", unsure).Knowledge()
	store := open(t, ofSchema1(t, k))
	for _, want := range []float64{1, 0.5} {
		if got, _, err := store.Spec(t.Context(), k.Specs[0].ID); err != nil || got.Confidence != want {
			t.Errorf("confidence = %v (%v), want %v", got.Confidence, err, want)
		}
		if _, err := store.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatAQuestionAsksIsKnownOnceAnOlderDatabaseReadsItAgain(t *testing.T) {
	t.Parallel()
	k := storetest.Mixed("old.md")
	store := open(t, ofSchema1(t, k))
	for i := range k.Questions {
		k.Questions[i].Asks = "what it says"
	}
	difference, err := store.SaveDocument(t.Context(), k)
	if err != nil || len(difference.Merged) != 1 || difference.Merged[0].ID != quarry.EntryID(k.Questions[1].ID) {
		t.Errorf("merged = %v (%v), want the one without an answer", difference.Merged, err)
	}
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
