package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// deleted is a data directory most of whose documents were deleted, and what the
// others hold.
func deleted(t *testing.T) (string, []string) {
	t.Helper()
	data, notes := t.TempDir(), writeNotes(t, 0, 200)
	ingestAll(t, data, notes)
	files, err := filepath.Glob(filepath.Join(notes, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files[10:] {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := command(t, data, "ingest", "--prune", notes).CombinedOutput(); err != nil {
		t.Fatalf("ingest: %v\n%s", err, out)
	}
	return data, allIDs(t, data)
}

func TestCompactGivesRoomBackAndSaysHowMuch(t *testing.T) {
	t.Parallel()
	data, want := deleted(t)
	code, out := runs(t, data, "compact", "--json")
	var told compactReport
	if err := json.Unmarshal([]byte(out), &told); err != nil || code != present.ExitDone {
		t.Fatalf("compact ended with %d and %s (%v)", code, out, err)
	}
	info, err := os.Stat(filepath.Join(data, "quarry.db"))
	if err != nil || info.Size() != told.Bytes || told.Bytes >= told.BytesBefore {
		t.Errorf("the file has %d bytes (%v), told was %+v", info.Size(), err, told)
	}
	if code, out := runs(t, data, "doctor"); code != present.ExitDone || !strings.Contains(out, "all is well") {
		t.Errorf("doctor ended with %d: %s", code, out)
	}
	if diff := cmp.Diff(want, allIDs(t, data)); diff != "" {
		t.Errorf("the entries are others (-before +after):\n%s", diff)
	}
}

func TestCompactNeedsADatabase(t *testing.T) {
	t.Parallel()
	if code, _ := runs(t, t.TempDir(), "compact"); code != present.ExitCouldNot {
		t.Errorf("compact of nothing ended with %d, want %d", code, present.ExitCouldNot)
	}
}

// A compact that is killed while it writes leaves the same entries.
func TestAKilledCompactLosesNothing(t *testing.T) {
	t.Parallel()
	data, want := deleted(t)
	for range 5 {
		killCompact(t, data)
		if out, err := command(t, data, "doctor").CombinedOutput(); err != nil {
			t.Fatalf("doctor says %s (%v)", out, err)
		}
		if diff := cmp.Diff(want, allIDs(t, data)); diff != "" {
			t.Fatalf("the entries are others (-before +after):\n%s", diff)
		}
	}
}

// killCompact starts a compact and kills it once it writes.
func killCompact(t *testing.T, data string) {
	t.Helper()
	compact := command(t, data, "compact")
	if err := compact.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- compact.Wait() }()
	for writes := false; !writes && len(ended) == 0; {
		log, err := os.Stat(filepath.Join(data, "quarry.db-wal"))
		writes = err == nil && log.Size() > 0
	}
	_ = compact.Process.Kill() // it may have ended by itself
	if err := <-ended; err != nil && compact.ProcessState == nil {
		t.Errorf("the compact was not waited for: %v", err)
	}
}
