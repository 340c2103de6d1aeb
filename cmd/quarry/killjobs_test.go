package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// How many documents are handed in before a server is killed, and when it is: after
// so many jobs are done, the last one while the others wait.
const (
	killedJobs   = 8
	killedRounds = 3
)

// keptServer is a server that a test starts, kills and starts again.
type keptServer struct {
	data   string
	cmd    *exec.Cmd
	holder datadir.Holder
}

func startServer(t *testing.T, data string) *keptServer {
	t.Helper()
	s := &keptServer{data: data, cmd: command(t, data, "serve", "--addr", "127.0.0.1:0", "--no-starter")}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	waitFor(ctx, t, "the server to be ready", func() bool { return serverReady(t, data) })
	held, err := datadir.ReadHolder(filepath.Join(data, "quarry.lock"))
	if err != nil || held.PID != s.cmd.Process.Pid {
		t.Fatalf("the lock file names %+v (%v), want the server", held, err)
	}
	s.holder = held
	return s
}

// kill ends the server as a power cut would end it, as far as the system lets it.
func (s *keptServer) kill(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // it was killed
	if err := os.Truncate(filepath.Join(s.data, "quarry.lock"), 0); err != nil {
		t.Fatal(err) // so that the next server is not taken for this one
	}
}

// ask is what is asked of a server; a body is posted.
type ask struct{ path, body, key, method, prefer string }

// do sends a request by who reads the lock file, and decodes the answer.
func (s *keptServer) do(t *testing.T, asked ask, into any) int {
	t.Helper()
	method := cmp.Or(asked.method, http.MethodGet)
	if asked.body != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.holder.Addr+asked.path, strings.NewReader(asked.body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.holder.Token)
	request.Header.Set("Content-Type", "application/json")
	if asked.key != "" {
		request.Header.Set("Idempotency-Key", asked.key)
	}
	if asked.prefer != "" {
		request.Header.Set("Prefer", asked.prefer)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if into != nil && answer.StatusCode < http.StatusBadRequest {
		if err := json.Unmarshal(content, into); err != nil {
			t.Fatalf("%s: %v in %s", asked.path, err, content)
		}
	}
	return answer.StatusCode
}

// hand hands a note in and returns its job. The note is long enough to take a while.
func (s *keptServer) hand(t *testing.T, number int) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "# Lighthouse %d\n", number)
	for i := range 120 {
		fmt.Fprintf(&text, "\n### How high is step %d of lighthouse %d?\n**Answer:** %d metres.\n", i, number, i+number)
	}
	body, err := json.Marshal(map[string]string{"path": fmt.Sprintf("light/%03d.md", number), "content": text.String()})
	if err != nil {
		t.Fatal(err)
	}
	var job view.Job
	if status := s.do(t, ask{path: "/v1/documents", body: string(body), key: fmt.Sprintf("note-%d", number)}, &job); status != http.StatusAccepted && status != http.StatusOK {
		t.Fatalf("note %d: status %d, want it accepted", number, status)
	}
	return job.ID
}

func (s *keptServer) job(t *testing.T, id string) view.Job {
	t.Helper()
	var job view.Job
	if status := s.do(t, ask{path: "/v1/jobs/" + id}, &job); status != http.StatusOK {
		t.Fatalf("job %s: status %d", id, status)
	}
	return job
}

// ended waits until a job has ended.
func (s *keptServer) ended(t *testing.T, id string) view.Job {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var job view.Job
	waitFor(ctx, t, "the end of job "+id, func() bool {
		job = s.job(t, id)
		return job.State == "done" || job.State == "failed"
	})
	return job
}

// What a server accepted is done, whenever it is killed: before it began, in the
// middle, and between two jobs.
func TestAnAcceptedJobIsDoneAlthoughTheServerIsKilled(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	jobs := map[int]string{}
	open := 0
	for round := range killedRounds {
		handAndKill(t, data, round, jobs)
		open += openJobs(t, data)
	}
	if open == 0 {
		t.Error("no server was killed before its jobs were done")
	}
	writeOrphan(t, data)
	server := startServer(t, data)
	defer server.kill(t)
	for number := range killedRounds * killedJobs {
		if again := server.hand(t, number); again != jobs[number] {
			t.Errorf("note %d is job %s when it is sent again, want %s", number, again, jobs[number])
		}
		checkDone(t, server, jobs[number])
	}
	checkFound(t, server)
	if left, err := os.ReadDir(filepath.Join(data, "spool")); err != nil || len(left) != 0 {
		t.Errorf("%d uploads are left (%v), want none", len(left), err)
	}
	t.Logf("%d jobs were open when their server was killed", open)
}

// handAndKill hands notes to a server and kills it: in the first round as soon as the
// last one is accepted, and later once some of the jobs from before are done.
func handAndKill(t *testing.T, data string, round int, jobs map[int]string) {
	t.Helper()
	server := startServer(t, data)
	for i := range killedJobs {
		number := round*killedJobs + i
		jobs[number] = server.hand(t, number)
	}
	if round > 0 {
		server.ended(t, jobs[(round-1)*killedJobs+round])
	}
	server.kill(t)
}

// checkDone fails unless a job is done and its document is stored.
func checkDone(t *testing.T, server *keptServer, id string) {
	t.Helper()
	job := server.ended(t, id)
	if job.State != "done" || len(job.Documents) != 1 || job.Documents[0].Status == "rejected" {
		t.Fatalf("job = %+v, want it done", job)
	}
	if status := server.do(t, ask{path: *job.Documents[0].URL}, nil); status != http.StatusOK {
		t.Errorf("%s: status %d, want it stored", job.Documents[0].Path, status)
	}
}

// checkFound fails unless the last note can be searched.
func checkFound(t *testing.T, server *keptServer) {
	t.Helper()
	last := killedRounds*killedJobs - 1
	var found view.Search
	target := fmt.Sprintf("/v1/search?q=how+high+is+step+7+of+lighthouse+%d&document=light/%03d.md", last, last)
	if status := server.do(t, ask{path: target}, &found); len(found.Items) == 0 {
		t.Errorf("status %d and %+v, want the last note found", status, found)
	}
}

// openJobs counts the jobs that a killed server has left.
func openJobs(t *testing.T, data string) int {
	t.Helper()
	store := openStored(t, data)
	defer closeStore(t, store)
	jobs, err := store.KeptJobs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(jobs)
}

// writeOrphan leaves an upload behind that broke off when its server was killed.
func writeOrphan(t *testing.T, data string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(data, "spool", "upload-0"), bytes.Repeat([]byte("x"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
}

// openStored opens a database beside its writer.
func openStored(t *testing.T, data string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return store
}
