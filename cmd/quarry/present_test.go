package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// Whatever a command does with a database, it does not make one where one is lost, and
// SQLite does not see what is left.
func TestEveryCommandRefusesALostDatabaseAndTouchesNothing(t *testing.T) {
	t.Parallel()
	notes := writeNotes(t, 0, 1)
	sound := readText(t, backupOf(t, notes))
	var commands [][]string
	for _, line := range []string{
		"serve --addr 127.0.0.1:0", "ingest " + notes, "ingest --dry-run " + notes, "key create --name a", "key list",
		"search bread", "random", "doctor", "reindex", "compact", "bench", "mcp", "eval difficulty",
		"export --output " + filepath.Join(t.TempDir(), "all.jsonl"), "backup " + filepath.Join(t.TempDir(), "backup.db"),
	} {
		commands = append(commands, strings.Fields(line))
	}
	for name, tc := range map[string]struct{ empty, left string }{
		"missing beside a log":       {"", "quarry.db-wal"},
		"missing beside a backup":    {"", "backups/notes.txt"},
		"empty beside a backup":      {"quarry.db", "backups/notes.txt"},
		"missing beside an index":    {"", "index/lexical/generation-000001"},
		"missing beside an upload":   {"", "spool/upload-1"},
		"empty beside a log":         {"quarry.db", "quarry.db-wal"},
		"empty beside a vector file": {"quarry.db", "index/vector/current"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			leave(t, data, tc.left, "what was written last")
			if tc.empty != "" {
				leave(t, data, tc.empty, "")
			}
			leave(t, data, "backups/quarry-20240501T120000.000Z.db", sound)
			leave(t, data, "backups/quarry-20240601T120000.000Z.db", "newer, and damaged")
			checkAllRefused(t, data, commands)
			checkLeftAlone(t, data, tc.left)
		})
	}
}

// backupOf makes a backup of a database of some notes.
func backupOf(t *testing.T, notes string) string {
	t.Helper()
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "backup.db")
	for _, args := range [][]string{{"ingest", notes}, {"backup", file}} {
		if code, said := complains(t, data, args...); code != present.ExitDone {
			t.Fatalf("quarry %s ended with %d: %s", args[0], code, said)
		}
	}
	return file
}

// A way out that leads nowhere is not named: without a log there is nothing to salvage.
func TestALostDatabaseNamesTheWaysThatThereAre(t *testing.T) {
	t.Parallel()
	for left, salvage := range map[string]bool{"quarry.db-wal": true, "index/lexical/generation-000001": false, "spool/upload-1": false} {
		s := newSession(t)
		leave(t, s.Data, left, "x")
		said := s.Lost(t.Context())
		if said == nil || strings.Contains(said.Error(), "quarry salvage") != salvage || !strings.Contains(said.Error(), "quarry restore FILE") {
			t.Errorf("beside %s it says %v, want salvage named: %v", left, said, salvage)
		}
	}
}

// A database of no documents that was backed up may be begun anew.
func TestABackupWithoutDocumentsShowsNoLostDatabase(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	startServerOnce(t, s)
	folder := backup.NewFolder(&s.Dir, "", nil, "")
	if _, _, err := folder.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{s.Database(), s.Index(), s.Spool()} {
		if err := os.RemoveAll(gone); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Lost(t.Context()); err != nil {
		t.Errorf("it is refused: %v", err)
	}
}

// checkLeftAlone reports an error unless what was left is as it was, and no database is there.
func checkLeftAlone(t *testing.T, data, left string) {
	t.Helper()
	if content, err := os.ReadFile(filepath.Join(data, left)); err != nil || string(content) != "what was written last" {
		t.Errorf("what was left is %q (%v)", content, err)
	}
	if info, err := os.Stat(filepath.Join(data, "quarry.db")); err == nil && info.Size() > 0 {
		t.Error("a database was made")
	}
}

func checkAllRefused(t *testing.T, data string, commands [][]string) {
	t.Helper()
	for _, args := range commands {
		checkRefused(t, data, args)
	}
}

// checkRefused reports an error unless a command ends with the ways out.
func checkRefused(t *testing.T, data string, args []string) {
	t.Helper()
	code, said := complains(t, data, args...)
	if code != present.ExitCouldNot {
		t.Errorf("quarry %s ended with %d", strings.Join(args, " "), code)
	}
	for _, way := range []string{
		"is missing or empty, but there was one", "quarry restore quarry-20240501T120000.000Z.db puts", "to begin anew, move " + data,
	} {
		if !strings.Contains(said, way) {
			t.Errorf("quarry %s does not say %q: %s", strings.Join(args, " "), way, said)
		}
	}
}

func TestADirectoryThatNeverHadADatabaseGetsOne(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{
		"an empty directory":               nil,
		"an empty file":                    {"quarry.db"},
		"a log without a byte":             {"quarry.db-wal"},
		"folders without a file":           {"index/lexical/", "spool/"},
		"another's backup":                 {"backups/mine.db"},
		"no backup that can be restored":   {"backups/quarry-20240601T120000.000Z.db"},
		"a database that waited, unfilled": {".quarry.db-incoming-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			for _, file := range files {
				leave(t, data, file, "")
			}
			if code, said := complains(t, data, "ingest", writeNotes(t, 0, 1)); code != present.ExitDone {
				t.Errorf("ingest ended with %d: %s", code, said)
			}
		})
	}
}

// Between the steps of a restore there may be no database under the name; the next
// command completes it.
func TestARestoreUnderWayIsNoLostDatabase(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	leave(t, s.Data, "quarry.db-wal", "of the one before")
	if err := s.Lost(t.Context()); err == nil {
		t.Fatal("a log alone is no lost database")
	}
	leave(t, s.Data, "quarry.db.restoring-20240601T120000Z", "the new one")
	if err := s.Lost(t.Context()); err != nil {
		t.Errorf("a restore under way is refused: %v", err)
	}
	nextCommand(t, s)
	got := filesIn(t, s.Data)
	if got["quarry.db"] != "the new one" || got["quarry.db.before-20240601T120000Z-wal"] != "of the one before" {
		t.Errorf("the files are %q, want the log kept", got)
	}
}

// leave makes a file, or a folder where the name ends with a slash.
func leave(t *testing.T, data, name, content string) {
	t.Helper()
	path := filepath.Join(data, name)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	switch {
	case err != nil:
	case strings.HasSuffix(name, "/"):
		err = os.MkdirAll(path, 0o700)
	default:
		err = os.WriteFile(path, []byte(content), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// complains runs a command in this process, and returns what it said on its error
// stream.
func complains(t *testing.T, data string, args ...string) (int, string) {
	t.Helper()
	var out, said bytes.Buffer
	code := execute(t.Context(), append([]string{"--data", data}, args...), app.Streams{In: strings.NewReader(""), Out: &out, Err: &said})
	return code, said.String()
}
