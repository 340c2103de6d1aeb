package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An ingest whose server is killed in the middle says how far it came, and the same
// command completes it with the next server or without one.
func TestAnIngestWhoseServerIsKilledIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	notes, data, alone := writeNotes(t, 0, 120), t.TempDir(), t.TempDir()
	server := command(t, data, "serve", "--addr", "127.0.0.1:0", "--no-starter")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !serverReady(t, data) {
		<-look.C
	}
	ingest := command(t, data, "ingest", notes)
	said, err := ingest.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := ingest.Start(); err != nil {
		t.Fatal(err)
	}
	for stored(t, data) < 10 {
		<-look.C
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // it was killed
	text, err := io.ReadAll(said)
	if ended := ingest.Wait(); ended == nil || err != nil ||
		!strings.Contains(string(text), "does not answer any more; ") || !strings.Contains(string(text), "the same command goes on from there") {
		t.Errorf("the ingest ends with %v and says %s (%v)", ended, text, err)
	}
	ingestAll(t, data, notes)
	ingestAll(t, alone, notes)
	if diff := cmp.Diff(allIDs(t, alone), allIDs(t, data)); diff != "" {
		t.Errorf("what was stored is something else (-alone +killed):\n%s", diff)
	}
}
