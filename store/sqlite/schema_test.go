package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// prepared returns the path of a closed database on which statements were run.
func prepared(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if err := store.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A copy of a database has a journal beside it while it is opened for the first time, and
// keeps it where the power is cut then.
func TestAWriteThatWasCutOffIsTakenBackBeforeADatabaseIsLookedAt(t *testing.T) {
	t.Parallel()
	path := prepared(t, "CREATE TABLE filler (text TEXT)")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	run(t, db, "PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 2", "BEGIN",
		"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO filler SELECT hex(randomblob(500)) FROM n")
	cut := filepath.Join(t.TempDir(), "quarry.db")
	for _, end := range []string{"", "-journal"} {
		text, err := os.ReadFile(path + end)
		if err == nil {
			err = os.WriteFile(cut+end, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	reader := openReader(t, cut)
	if err := reader.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(cut + "-journal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is still there (%v)", err)
	}
}

// foreign returns the path of a database of another program.
func foreign(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "music.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE songs (title TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAFileThatIsNotOursIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, bytes.Repeat([]byte("not a database\n"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ path, message string }{
		"another program's database": {foreign(t), "another program"},
		"another application id":     {prepared(t, "PRAGMA application_id = 7"), "another program"},
		"a newer schema":             {prepared(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)"), "newer Quarry"},
		"no database at all":         {text, "not a SQLite database"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := contents(t, filepath.Dir(c.path))
			_, err := sqlite.Open(t.Context(), c.path, options())
			refused(t, "open", err, c.message)
			_, err = sqlite.OpenReadOnly(t.Context(), c.path, options())
			refused(t, "open read-only", err, c.message)
			if after := contents(t, filepath.Dir(c.path)); after != before {
				t.Errorf("the folder changed from %q to %q", before, after)
			}
		})
	}
}

// refused checks that an error says why a file is not for us.
func refused(t *testing.T, what string, err error, message string) {
	t.Helper()
	shown := quarry.Explain(err)
	if shown.Kind != quarry.KindUnsupported || !strings.Contains(shown.Message, message) {
		t.Errorf("%s: error = %v, want one that says %q", what, err, message)
	}
}

// contents returns the names and the bytes of a folder's files. Files that
// SQLite keeps beside a database while it is open hold nothing of it.
func contents(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "-shm") || strings.HasSuffix(entry.Name(), "-wal") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(entry.Name() + string(text))
	}
	return all.String()
}

func TestAReaderNeitherCreatesNorMigrates(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		kind quarry.Kind
	}{
		"no file":         {filepath.Join(t.TempDir(), "none.db"), quarry.KindNotFound},
		"an empty file":   {empty, quarry.KindNotFound},
		"an older schema": {prepared(t, "DELETE FROM goose_db_version WHERE version_id > 0"), quarry.KindUnavailable},
	} {
		_, err := sqlite.OpenReadOnly(t.Context(), c.path, options())
		if !quarry.IsKind(err, c.kind) {
			t.Errorf("%s: error = %v, want one of kind %d", name, err, c.kind)
		}
	}
}

func TestAnEmptyFileBecomesADatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, path).Stats(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestACrashBeforeTheFirstMigrationIsMadeGood(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA application_id = 1364347714"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, path).Stats(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAPathMayHoldAnyCharacter(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "what? #1 100% & mode=ro; 'x'")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	k := storetest.Mixed("a.md")
	if _, err := open(t, filepath.Join(dir, "quarry.db")).SaveDocument(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "quarry.db")); err != nil {
		t.Error(err)
	}
}

func TestAFolderThatIsNotThereIsAClearError(t *testing.T) {
	t.Parallel()
	_, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "none", "quarry.db"), options())
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
}

func TestEveryConnectionHasItsSettings(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	for name, want := range map[string][2]string{
		"journal_mode": {"wal", "wal"},
		"synchronous":  {"1", "1"},
		"foreign_keys": {"1", "1"},
		"query_only":   {"0", "1"},
		"busy_timeout": {"10000", "10000"},
	} {
		got, err := store.Setting(t.Context(), name)
		if err != nil || got != want {
			t.Errorf("%s = %v (%v), want %v", name, got, err, want)
		}
	}
}
