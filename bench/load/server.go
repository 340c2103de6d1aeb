package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/quarrykb/quarry/bench/generate"
)

// readyWithin is how long a server may take to be ready, the starter corpus read, and
// stopWithin how long to end.
const (
	readyWithin = 5 * time.Minute
	stopWithin  = 20 * time.Second
)

// readyLine is what a server says before its address.
const readyLine = "ready at "

// server is a process that serves.
type server struct {
	url  string
	stop func() error // ends it and waits for it
	pid  int
}

// start starts a server and waits until it says that it is ready. It logs to a file,
// as a server usually does: every request has its line.
func start(ctx context.Context, log, binary string, args ...string) (*server, error) {
	//nolint:gosec // What its user names is run as its user.
	command := exec.CommandContext(ctx, binary, args...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = stopWithin
	said, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	logged, err := os.Create(log) //nolint:gosec // It is in a folder that this program made.
	if err != nil {
		return nil, err
	}
	command.Stderr = logged
	if err := errors.Join(command.Start(), logged.Close()); err != nil {
		return nil, err
	}
	stop := func() error {
		if err := command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return command.Wait()
	}
	late := time.AfterFunc(readyWithin, func() { _ = command.Process.Kill() })
	address := readAddress(said)
	late.Stop()
	if address == "" {
		ended := stop()
		complaint, _ := os.ReadFile(log) //nolint:gosec // as above
		return nil, errors.Join(fmt.Errorf("%s did not get ready: %s", filepath.Base(binary), complaint), ended)
	}
	return &server{url: address, stop: stop, pid: command.Process.Pid}, nil
}

// readAddress returns the address that a server names when it is ready, "" where it
// ends before. What it says later is passed over by its owner, who waits for it.
func readAddress(said io.Reader) string {
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, address, ready := strings.Cut(lines.Text(), readyLine); ready {
			return strings.TrimSpace(address)
		}
	}
	return ""
}

// memory returns how many kilobytes of memory a process has.
func memory(ctx context.Context, pid int) (int, error) {
	//nolint:gosec // The argument is a number.
	said, err := exec.CommandContext(ctx, "ps", "-o", "rss=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return 0, fmt.Errorf("read the memory of process %d: %w", pid, err)
	}
	return strconv.Atoi(strings.TrimSpace(string(said)))
}

// processor returns how long a process has had a processor, 0 where the machine does
// not say: only Linux does, in hundredths of a second.
func processor(pid int) time.Duration {
	const tick = 10 * time.Millisecond
	said, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	_, behind, named := strings.Cut(string(said), ") ") // of the name, which may have spaces
	fields := strings.Fields(behind)
	const user, system = 11, 12
	if err != nil || !named || len(fields) <= system {
		return 0
	}
	sum := 0
	for _, field := range fields[user : system+1] {
		ticks, _ := strconv.Atoi(field)
		sum += ticks
	}
	return time.Duration(sum) * tick
}

// seed makes the same documents on every machine, of which each comes to about so
// many entries.
const (
	seed            = 20260101
	entriesDocument = 41
)

// fill makes a data directory: of the starter corpus, of generated entries, or of one that
// there is.
func (c *commandLine) fill(ctx context.Context, binary, data string) error {
	if c.Data != "" {
		return os.CopyFS(data, os.DirFS(c.Data))
	}
	args := []string{"--data", data, "serve", "--addr", c.Host + ":0"}
	if c.Entries > 0 {
		if err := c.ingest(ctx, binary, data); err != nil {
			return err
		}
		args = append(args, "--no-starter")
	}
	first, err := start(ctx, data+".log", binary, args...)
	if err != nil {
		return err
	}
	return errors.Join(first.settled(ctx), first.stop())
}

// settled waits until everything has followed the changes: what is derived in the
// background would be measured, too.
func (s *server) settled(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	for {
		var ready struct{ Reasons []string }
		if err := getJSON(ctx, s.url+"/readyz", &ready); err == nil && len(ready.Reasons) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s did not come to rest: %q", s.url, ready.Reasons)
		case <-look.C:
		}
	}
}

// ingest writes generated documents and lets quarry read them.
func (c *commandLine) ingest(ctx context.Context, binary, data string) error {
	folder := data + "-documents"
	for _, document := range generate.Documents(seed, c.Entries/entriesDocument+1) {
		file := filepath.Join(folder, filepath.FromSlash(document.Path))
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if err == nil {
			err = os.WriteFile(file, document.Text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	//nolint:gosec // What its user names is run as its user.
	read := exec.CommandContext(ctx, binary, "--data", data, "ingest", "--progress", "none", folder)
	read.Stderr = os.Stderr
	return errors.Join(read.Run(), os.RemoveAll(folder))
}
