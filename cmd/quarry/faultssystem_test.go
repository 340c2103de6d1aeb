package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// The whole program on a file system that is full, and on one that fails: no simulation.
const (
	fullDocuments = 6
	fullSize      = 800_000 // bytes of each
	fullLeft      = 400_000 // bytes that are left on the disk while they wait
	fullDisk      = "96m"
	oddDocuments  = 12
)

// startUnder starts a server under another program, and returns it with the data
// directory as this process sees it. Where the other program does not work here, the test
// is skipped and says why; a server that dies fails it.
func startUnder(t *testing.T, data string, under ...string) (*keptServer, string) {
	t.Helper()
	if !*faultsAll {
		t.Skip("only with -faults.all")
	}
	program, err := exec.LookPath(under[0])
	if err != nil {
		t.Skipf("%s is not here", under[0])
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	quarry := filepath.Join(t.TempDir(), "quarry")
	if err := os.Symlink(self, quarry); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.CommandContext(t.Context(), program, append(under[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("%s does not work here: %v: %s", program, err, said)
	}
	args := append(under[1:], quarry, "--data", data, "serve", "--addr", "127.0.0.1:0", "--no-starter")
	var said bytes.Buffer
	s := &keptServer{data: data, cmd: exec.CommandContext(t.Context(), program, args...)}
	s.cmd.Stderr = &said
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		if err := <-ended; err != nil {
			t.Logf("the server: %v", err) // it was killed
		}
	})
	return s, s.awaitUnder(t, ended, &said)
}

// awaitUnder waits until the server listens, and returns its data directory as this
// process sees it.
func (s *keptServer) awaitUnder(t *testing.T, ended chan error, said *bytes.Buffer) string {
	t.Helper()
	seen := filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "root", s.data)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		held, err := datadir.ReadHolder(filepath.Join(seen, "quarry.lock"))
		if s.holder = held; err == nil && held.Addr != "" && held.PID == s.cmd.Process.Pid {
			return seen
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the server ended: %v: %s", err, said.String())
		case <-look.C:
		}
	}
}

// handText hands a text in, and returns its job: "" where it was refused.
func (s *keptServer) handText(t *testing.T, number, size int) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "# Harbour %d\n", number)
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, "\nIn harbour %d, at berth %d, ships wait for the tide, and those who load them write down %d casks of oil.\n", number, i, i*number)
	}
	body, err := json.Marshal(map[string]string{"path": fmt.Sprintf("harbour/%03d.md", number), "content": text.String()})
	if err != nil {
		t.Fatal(err)
	}
	var job view.Job
	switch status := s.do(t, ask{path: "/v1/documents", body: string(body), key: fmt.Sprintf("text-%d", number)}, &job); status {
	case http.StatusAccepted, http.StatusOK:
		return job.ID
	case http.StatusServiceUnavailable, http.StatusInsufficientStorage:
		return ""
	default:
		t.Fatalf("text %d: status %d", number, status)
		return ""
	}
}

// heldJobs waits until every job is done, and fails where one is not.
func (s *keptServer) holdJobs(t *testing.T, jobs []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	done := 0
	for _, id := range jobs {
		var job view.Job
		waitFor(ctx, t, "the end of job "+id, func() bool {
			job = s.job(t, id)
			return job.FinishedAt != nil
		})
		if job.State != "done" || len(job.Documents) != 1 || s.do(t, ask{path: *job.Documents[0].URL}, nil) != http.StatusOK {
			t.Errorf("job %s is %s, want its document stored: %+v", id, job.State, job.Error)
			continue
		}
		done++
	}
	tellFigures(t, "%d acknowledged, %d finished, %d lost", len(jobs), done, len(jobs)-done)
}

func TestFaultsOfAFullDiskLoseNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	server, seen := startUnder(t, filepath.Join(folder, "data"),
		"unshare", "-m", "sh", "-c", `mount -t tmpfs -o size=`+fullDisk+` none "$0" && exec "$@"`, folder)
	jobs := []string{server.handText(t, 0, 3*fullSize)} // it takes a while
	for number := 1; number <= fullDocuments; number++ {
		jobs = append(jobs, server.handText(t, number, fullSize))
	}
	filler := filepath.Join(filepath.Dir(seen), "filler")
	fillDisk(t, filler)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	waitFor(ctx, t, "a job to wait", func() bool { return server.anyIs(t, jobs, "waiting") })
	during, refused := 0, []int{}
	for number := fullDocuments + 1; number <= fullDocuments+3; number++ {
		if id := server.handText(t, number, fullSize/8); id != "" {
			jobs = append(jobs, id)
			during++
		} else {
			refused = append(refused, number)
		}
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	for _, number := range refused {
		jobs = append(jobs, server.handText(t, number, fullSize/8))
	}
	tellFigures(t, "while the disk was full %d were acknowledged, %d refused", during, len(refused))
	server.holdJobs(t, jobs)
}

// anyIs reports whether one of some jobs is in a state.
func (s *keptServer) anyIs(t *testing.T, jobs []string, state string) bool {
	t.Helper()
	for _, id := range jobs {
		if s.job(t, id).State == state {
			return true
		}
	}
	return false
}

// fillDisk leaves little room.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	_, _ = io.Copy(file, zeroes{}) // until the disk is full
	info, err := file.Stat()
	if err == nil {
		err = file.Truncate(info.Size() - fullLeft)
	}
	if err != nil {
		t.Fatal(err)
	}
}

type zeroes struct{}

// Read never ends.
func (zeroes) Read(some []byte) (int, error) {
	clear(some)
	return len(some), nil
}

// A log that cannot be written for a while, as the system says it: to each thread, which
// strace counts for itself.
func TestFaultsOfSystemCallsLoseNothing(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]string{
		"writes of the log fail": "pwrite64:error=EIO:when=20..30", "its syncs fail": "fdatasync,fsync:error=EIO:when=3..6",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(t.TempDir(), "data")
			traced, _, _ := strings.Cut(fault, ":")
			runHere(t, "--data", data, "key", "create") // so that the database is there
			trace := filepath.Join(t.TempDir(), "trace")
			server, _ := startUnder(t, data, "strace", "-D", "-f", "-qq", "-o", trace,
				"-P", filepath.Join(data, "quarry.db-wal"), "-e", "trace="+traced, "-e", "inject="+fault)
			var jobs []string
			refused := 0
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			for number := range oddDocuments {
				waitFor(ctx, t, "a request to be accepted", func() bool {
					id := server.handText(t, number, 20_000)
					if id == "" {
						refused++
						return false
					}
					jobs = append(jobs, id)
					return true
				})
			}
			server.holdJobs(t, jobs)
			checkInjected(t, trace)
			tellFigures(t, "%d requests were refused before they were acknowledged", refused)
		})
	}
}

// checkInjected looks whether any fault came.
func checkInjected(t *testing.T, trace string) {
	t.Helper()
	calls, err := os.ReadFile(trace)
	injected := strings.Count(string(calls), "(INJECTED)")
	if err != nil || injected == 0 {
		t.Errorf("no fault was injected (%v)", err)
	}
	tellFigures(t, "%d faults were injected", injected)
}
