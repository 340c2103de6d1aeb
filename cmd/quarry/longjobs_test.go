package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/quarrykb/quarry/api/view"
)

// A server that is told to end does so within this time, whatever it does.
const endTime = 5 * time.Second

// longNote is a document of so many questions that each kind of job takes a while with it.
func longNote(t *testing.T, path string) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "# Lighthouses of %s\n", path)
	for i := range 8000 {
		fmt.Fprintf(&text, "\n### How high is lighthouse %d of %s?\n**Answer:** %d metres, and %d steps.\n", i, path, i%97, i)
	}
	body, err := json.Marshal(map[string]string{"path": path, "content": text.String()})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// stockedData is a data directory with a long document, whose id is returned.
func stockedData(t *testing.T) (string, string) {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	s := startServer(t, data)
	var job view.Job
	if status := s.do(t, ask{path: "/v1/documents", body: longNote(t, "north.md")}, &job); status >= http.StatusBadRequest {
		t.Fatalf("status %d", status)
	}
	job = s.ended(t, job.ID)
	if job.State != "done" || len(job.Documents) != 1 {
		t.Fatalf("job = %+v, want one document", job)
	}
	s.terminate(t)
	return data, *job.Documents[0].ID
}

// terminate tells the server to end, and waits until it has.
func (s *keptServer) terminate(t *testing.T) {
	t.Helper()
	ended := make(chan error, 1)
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- s.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the server ends with %v", err)
		}
	case <-time.After(endTime):
		_ = s.cmd.Process.Kill()
		t.Fatalf("the server does not end within %v: %v", endTime, <-ended)
	}
}

func TestAServerEndsWithinFiveSecondsDuringEveryKindOfJob(t *testing.T) {
	t.Parallel()
	data, document := stockedData(t)
	for name, begin := range map[string]ask{
		"ingest":                         {path: "/v1/documents", body: longNote(t, "south.md")},
		"delete":                         {path: "/v1/documents/" + document, method: http.MethodDelete},
		"reindex":                        {path: "/v1/admin/reindex", body: "{}"},
		"reading all again, and reindex": {path: "/v1/admin/reindex", body: `{"extract": true}`},
		"backup":                         {path: "/v1/admin/backup", body: "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own := filepath.Join(t.TempDir(), "data")
			if err := copyFolder(data, own); err != nil {
				t.Fatal(err)
			}
			s := startServer(t, own)
			begin.prefer = "respond-async"
			var job view.Job
			if status := s.do(t, begin, &job); status != http.StatusAccepted {
				t.Fatalf("status %d, want the job accepted", status)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			waitFor(ctx, t, "the job to run", func() bool { return s.job(t, job.ID).State != "queued" })
			s.terminate(t)
			again := startServer(t, own)
			if ended := again.ended(t, job.ID); ended.State != "done" {
				t.Errorf("the job is %+v at the next start, want it done", ended)
			}
			again.terminate(t)
		})
	}
}

// A client that asked for much, and takes nothing of it, holds up no other.
func TestAServerEndsAlthoughAnAnswerIsNotTaken(t *testing.T) {
	t.Parallel()
	data, _ := stockedData(t)
	s := startServer(t, data)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.holder.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "GET /v1/export HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", s.holder.Addr, s.holder.Token)
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := conn.Read(first); err != nil {
		t.Fatal(err)
	}
	s.terminate(t)
}

// What is done in a moment does not wait for what takes long, and is found at once.
func TestASmallDocumentIsDoneBeforeTheLongJobsThatCameFirst(t *testing.T) {
	t.Parallel()
	data, _ := stockedData(t)
	s := startServer(t, data)
	defer s.terminate(t)
	var long []string
	for _, begin := range []ask{
		{path: "/v1/documents", body: longNote(t, "south.md"), prefer: "respond-async"},
		{path: "/v1/admin/reindex", body: "{}", prefer: "respond-async"},
	} {
		var job view.Job
		if status := s.do(t, begin, &job); status != http.StatusAccepted {
			t.Fatalf("status %d, want the job accepted", status)
		}
		long = append(long, job.ID)
	}
	small := s.ended(t, s.hand(t, 1))
	var found struct{ Total int }
	if status := s.do(t, ask{path: "/v1/search?mode=lexical&q=%22step+7+of+lighthouse+1%22"}, &found); status != http.StatusOK || small.State != "done" || found.Total == 0 {
		t.Errorf("the small one is %s, and %d are found (status %d)", small.State, found.Total, status)
	}
	for _, id := range long {
		if job := s.job(t, id); job.State != "running" {
			t.Errorf("the %s is %s when the small one is done, want it still running", job.Kind, job.State)
		}
	}
}
