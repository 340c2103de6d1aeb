package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

const killDocuments = 400

// A run that is killed at any moment is completed by the next one, and what
// comes out is what a run that nobody disturbed gives.
func TestAKilledIngestIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	notes := writeNotes(t, killDocuments)
	undisturbed, disturbed := t.TempDir(), t.TempDir()
	ingestAll(t, undisturbed, notes)
	for _, after := range []int{0, 1, 40, 150, 300} {
		killAfter(t, disturbed, notes, after)
	}
	ingestAll(t, disturbed, notes)
	if diff := cmp.Diff(allIDs(t, undisturbed), allIDs(t, disturbed)); diff != "" {
		t.Errorf("a killed run left something else behind (-want +got):\n%s", diff)
	}
	out := command(t, disturbed, "doctor")
	if content, err := out.CombinedOutput(); err != nil || !strings.Contains(string(content), "all is well") {
		t.Errorf("doctor says %s (%v)", content, err)
	}
	found, err := command(t, disturbed, "search", "--kind", "question", "-n", "1", "harbour 17").CombinedOutput()
	if err != nil || !strings.Contains(string(found), "harbour 17?") {
		t.Errorf("search finds %s (%v)", found, err)
	}
}

// The starter corpus is several documents. A server that is killed between two
// of them goes on where it stopped.
func TestAStarterCorpusThatWasInterruptedIsCompleted(t *testing.T) {
	t.Parallel()
	whole, broken := t.TempDir(), t.TempDir()
	serveUntil(t, whole, func() bool { return serverReady(t, whole) })
	for _, after := range []int{1, 2, 3} {
		serveUntil(t, broken, func() bool { return stored(t, broken) >= after })
	}
	serveUntil(t, broken, func() bool { return serverReady(t, broken) })
	if diff := cmp.Diff(allIDs(t, whole), allIDs(t, broken)); diff != "" {
		t.Errorf("the starter corpus is not whole (-want +got):\n%s", diff)
	}
}

// serveUntil starts a server and kills it as soon as something holds.
func serveUntil(t *testing.T, data string, holds func() bool) {
	t.Helper()
	server := command(t, data, "serve", "--addr", "127.0.0.1:0")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !holds() {
		<-look.C
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err == nil {
		t.Error("a killed server ended well")
	}
}

func serverReady(t *testing.T, data string) bool {
	t.Helper()
	held, err := readHolder(filepath.Join(data, "quarry.lock"))
	if err != nil || held.Addr == "" {
		return false
	}
	status, _, err := fetch(t.Context(), "http://"+held.Addr+"/readyz", nil)
	return err == nil && status == http.StatusOK
}

func writeNotes(t *testing.T, count int) string {
	t.Helper()
	folder := t.TempDir()
	for i := range count {
		text := fmt.Sprintf("# Harbour %d\n\n### 1. How deep is harbour %d?\n**Answer:** %d metres at low tide.\n\n"+
			"## Quays\n\n- **Length**: %d m\n- **Cranes**: those of quay %d\n", i, i, i+5, 10*i, i)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("harbour-%03d.md", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// command is this test binary under the name quarry, which TestMain dispatches
// on.
func command(t *testing.T, data string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0] = "quarry"
	cmd.Env = append(os.Environ(), "QUARRY_DATA="+data)
	return cmd
}

func ingestAll(t *testing.T, data, notes string) {
	t.Helper()
	if out, err := command(t, data, "ingest", notes).CombinedOutput(); err != nil {
		t.Fatalf("ingest: %v\n%s", err, out)
	}
}

// killAfter starts an ingest and kills it once so many documents are stored.
// Where it is quicker than the killer, it ends by itself: that is a moment too.
func killAfter(t *testing.T, data, notes string, documents int) {
	t.Helper()
	ingest := command(t, data, "ingest", notes)
	if err := ingest.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- ingest.Wait() }()
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("ingest: %v", err)
			}
			return
		case <-look.C:
		}
		if stored(t, data) >= documents {
			if err := ingest.Process.Kill(); err != nil {
				t.Logf("it ended before it could be killed: %v", err)
			}
			<-ended //nolint:errcheck // a killed process ends with an error
			return
		}
	}
}

// stored counts the documents of a database that another process writes; 0
// while there is none yet.
func stored(t *testing.T, data string) int {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		return 0
	}
	defer closeStore(t, store)
	stats, err := store.Stats(t.Context())
	if err != nil {
		return 0
	}
	return stats.Documents
}

func closeStore(t *testing.T, store *sqlite.Store) {
	t.Helper()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

// allIDs returns every entry's id and place, in order.
func allIDs(t *testing.T, data string) []string {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, store)
	var ids []string
	for after := (quarry.EntryRef{}); ; {
		entries, err := store.ScanEntries(context.WithoutCancel(t.Context()), after, 500)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 {
			return ids
		}
		for _, entry := range entries {
			ids = append(ids, fmt.Sprintf("%s %s:%d", entry.ID, entry.Source.Path, entry.Source.LineStart))
			after = entry.EntryRef
		}
	}
}
