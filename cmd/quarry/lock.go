package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/quarrykb/quarry"
)

// lockWait is how long a short command waits for another one to be done with
// the data directory, and lockLook how often it looks.
const (
	lockWait = 10 * time.Second
	lockLook = 50 * time.Millisecond
)

// lockGrace is for who is just ending, or just starting to serve. After it, who waits
// says so, and no command waits for one that has the directory for days.
const lockGrace = time.Second

// lasting is the command that has a data directory for as long as a chatbot runs.
const lasting = "mcp"

// holder is who owns a data directory: what the lock file holds.
type holder struct {
	Command string `json:"command"`
	PID     int    `json:"pid"`
	Addr    string `json:"addr"`              // "" while no API is served
	Token   string `json:"token"`             // carries the scope "write" over loopback
	Lexicon string `json:"lexicon,omitempty"` // fingerprint of the one that the API answers with
}

// String names the holder in a message.
func (h holder) String() string {
	if h.PID == 0 {
		return "another process, which quarry.lock does not name"
	}
	if h.Addr == "" {
		return fmt.Sprintf("quarry %s (pid %d)", h.Command, h.PID)
	}
	return fmt.Sprintf("quarry %s (pid %d) at http://%s", h.Command, h.PID, h.Addr)
}

// lock is the ownership of a data directory, held until release. The operating
// system gives it back when the process ends, however it ends.
type lock struct {
	file   *flock.Flock
	path   string
	holder holder
}

func (s *session) lockPath() string { return filepath.Join(s.data, "quarry.lock") }

// acquire takes the data directory for a command, waiting a little for other
// short commands. Beside a server it fails at once and names it.
func (s *session) acquire(ctx context.Context, command string) (*lock, error) {
	if err := s.makeData(); err != nil {
		return nil, err
	}
	l := &lock{file: flock.New(s.lockPath(), flock.SetPermissions(0o600)), path: s.lockPath()}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	late := time.After(lockGrace)
	for {
		taken, err := l.take(command)
		if err != nil {
			return nil, err
		}
		if taken {
			return s.settled(ctx, l) //nolint:contextcheck // what was decided is completed, whatever ends the command
		}
		other, err := readHolder(l.path)
		if err == nil && other.Addr != "" {
			return nil, inUse(s.data, other)
		}
		if err := s.pause(ctx, late, other); err != nil {
			return nil, err
		}
	}
}

// pause waits for the next look, as long as it is worth waiting.
func (s *session) pause(ctx context.Context, late <-chan time.Time, other holder) error {
	select {
	case <-ctx.Done():
		return inUse(s.data, other)
	case <-late:
		return s.goOnWaiting(other)
	case <-time.After(lockLook):
		return nil
	}
}

// goOnWaiting says for whom, or refuses where that would take days.
func (s *session) goOnWaiting(other holder) error {
	if other.Command == lasting {
		return inUse(s.data, other)
	}
	_, _ = fmt.Fprintf(s.err, "quarry: waiting up to %v for %s, which has %s\n", lockWait, other, s.data)
	return nil
}

// settled completes what another process was killed at, before the holder of the lock
// does anything.
func (s *session) settled(ctx context.Context, l *lock) (*lock, error) {
	if err := s.completeSwaps(ctx); err != nil {
		return nil, errors.Join(err, l.release())
	}
	return l, nil
}

// take reports whether the lock was free, and is now this process's.
func (l *lock) take(command string) (bool, error) {
	taken, err := l.file.TryLock()
	if err != nil {
		return false, cannotWrite(filepath.Dir(l.path), err)
	}
	if !taken {
		return false, nil
	}
	if err := l.write(holder{Command: command, PID: os.Getpid(), Token: newToken()}); err != nil {
		return false, errors.Join(err, l.file.Unlock())
	}
	return true, nil
}

func inUse(data string, by holder) error {
	if by.Command == lasting && by.Addr == "" {
		return quarry.Errorf(quarry.KindUnavailable, "%s is in use by %s: stop it first, "+
			"and start quarry serve before it, which it then asks as everybody does", data, by).WithCode("data_in_use")
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s is in use by %s: stop it first", data, by).WithCode("data_in_use")
}

// serving puts the server's address and the fingerprint of its lexicon into the
// lock file, for other commands to find.
func (l *lock) serving(addr, lexicon string) error {
	next := l.holder
	next.Addr, next.Lexicon = addr, lexicon
	return l.write(next)
}

// write replaces the file's content in one step short enough that a reader
// sees the old or the new one, or tries again.
func (l *lock) write(h holder) error {
	l.holder = h
	content, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("write the lock file: %w", err)
	}
	_ = os.Chmod(l.path, 0o600) // of a file that was there before; some disks have no modes
	if err := os.WriteFile(l.path, content, 0o600); err != nil {
		return cannotWrite(filepath.Dir(l.path), err)
	}
	return nil
}

// release gives the data directory back. The file stays, for removing it could
// take a lock away that another process just got.
func (l *lock) release() error {
	return errors.Join(os.Truncate(l.path, 0), l.file.Unlock())
}

// server returns who serves the data directory, if anybody does.
func (s *session) server() (holder, bool) {
	if _, err := os.Stat(s.lockPath()); err != nil {
		return holder{}, false
	}
	probe := flock.New(s.lockPath(), flock.SetPermissions(0o600))
	free, err := probe.TryRLock()
	if err != nil || free {
		_ = probe.Unlock()
		return holder{}, false
	}
	other, err := readHolder(s.lockPath())
	return other, err == nil && other.Addr != ""
}

func readHolder(path string) (holder, error) {
	var h holder
	content, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return h, fmt.Errorf("read the lock file: %w", err)
	}
	if err := json.Unmarshal(content, &h); err != nil {
		return h, fmt.Errorf("read the lock file: %w", err)
	}
	return h, nil
}

func newToken() string {
	token := make([]byte, 16)
	_, _ = rand.Read(token) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(token)
}
