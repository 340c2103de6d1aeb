package bleveindex_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// childFolder is the variable that makes the child write until it dies.
const childFolder = "BLEVEINDEX_TEST_FOLDER"

// TestHelperWritesUntilKilled is the child of the test below it, and does
// nothing in a usual run.
func TestHelperWritesUntilKilled(t *testing.T) {
	t.Parallel()
	dir, child := os.LookupEnv(childFolder)
	if !child {
		return
	}
	index, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	if index.Stale(t.Context()) != "" {
		build, err := index.Rebuild(t.Context())
		if err != nil {
			t.Fatalf("rebuild: %v", err)
		}
		if err := build.Commit(t.Context()); err != nil {
			t.Fatalf("commit: %v", err)
		}
	}
	cursor, err := index.Cursor(t.Context())
	for ; err == nil; cursor++ {
		if _, err := fmt.Fprintln(os.Stdout, "cursor", cursor); err != nil {
			return
		}
		entry := searchtest.Entry(quarry.EntryFact, fmt.Sprintf("n%05d", cursor+1), "", "A zeppelin.")
		err = index.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{entry}, Cursor: cursor + 1})
	}
	t.Errorf("write: %v", err)
}

func TestAKilledProcessLosesNothingThatWasWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for round := range 4 {
		written := writeAndKill(t, dir, 5+13*round)
		index, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
		if err != nil {
			t.Fatalf("open: %v", err)
		}
		if reason := index.Stale(t.Context()); reason != "" {
			t.Errorf("stale: %s", reason)
		}
		cursor, err := index.Cursor(t.Context())
		if err != nil || cursor < written {
			t.Errorf("cursor = %d, %v, but %d was written", cursor, err, written)
		}
		if got := len(found(t, index, "zeppelin")); got != int(cursor) {
			t.Errorf("%d entries at cursor %d", got, cursor)
		}
		if err := index.Close(); err != nil {
			t.Fatalf("close: %v", err)
		}
	}
}

// writeAndKill lets a child write so many batches, kills it and returns the
// last cursor that it reported.
func writeAndKill(t *testing.T, dir string, batches int) quarry.Sequence {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestHelperWritesUntilKilled$")
	child.Env = append(os.Environ(), childFolder+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatalf("pipe: %v", err)
	}
	if err := child.Start(); err != nil {
		t.Fatalf("start: %v", err)
	}
	var cursor quarry.Sequence
	reported := 0
	lines := bufio.NewScanner(out)
	for reported < batches && lines.Scan() {
		if _, err := fmt.Sscanf(lines.Text(), "cursor %d", &cursor); err == nil {
			reported++
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Errorf("kill: %v", err)
	}
	_ = child.Wait() // It was killed.
	if reported < batches {
		t.Fatalf("the child reported %d of %d batches", reported, batches)
	}
	return cursor
}
