package datadir

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

// Lasting is the command that has a data directory for as long as a chatbot runs.
const Lasting = "mcp"

// Holder is who owns a data directory: what the lock file holds.
type Holder struct {
	Command string `json:"command"`
	PID     int    `json:"pid"`
	Addr    string `json:"addr"`              // "" while no API is served
	Token   string `json:"token"`             // carries the scope "write" over loopback
	Lexicon string `json:"lexicon,omitempty"` // fingerprint of the one that the API answers with
}

// String names the holder in a message.
func (h Holder) String() string {
	if h.PID == 0 {
		return "another process, which quarry.lock does not name"
	}
	if h.Addr == "" {
		return fmt.Sprintf("quarry %s (pid %d)", h.Command, h.PID)
	}
	return fmt.Sprintf("quarry %s (pid %d) at http://%s", h.Command, h.PID, h.Addr)
}

// Lock is the ownership of a data directory, held until release. The operating
// system gives it back when the process ends, however it ends.
type Lock struct {
	file   *flock.Flock
	Holder Holder
}

func (d *Dir) lockPath() string { return filepath.Join(d.Data, "quarry.lock") }

// Enter takes the data directory for a command, as Acquire does, or returns the server
// that has it.
func (d *Dir) Enter(ctx context.Context, command string) (*Lock, *Holder, error) {
	if server, ok := d.Server(); ok {
		return nil, &server, nil
	}
	held, err := d.Acquire(ctx, command)
	if server, ok := d.Server(); err != nil && ok {
		return nil, &server, nil // it was just starting
	}
	return held, nil, err
}

// EnterStored is Enter for a command that has nothing to do where there is no database.
func (d *Dir) EnterStored(ctx context.Context, command string) (*Lock, *Holder, error) {
	if _, ok := d.Server(); !ok {
		if err := d.Present(ctx); err != nil {
			return nil, nil, err
		}
	}
	return d.Enter(ctx, command)
}

// Acquire takes the data directory for a command, waiting a little for other
// short commands. Beside a server it fails at once and names it.
func (d *Dir) Acquire(ctx context.Context, command string) (*Lock, error) {
	if err := d.Disk.MakeFolder(d.Data); err != nil {
		return nil, CannotWrite(d.Data, err)
	}
	l := &Lock{file: flock.New(d.lockPath(), flock.SetPermissions(0o600))}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	late := time.After(lockGrace)
	for {
		taken, err := l.take(command)
		if err != nil {
			return nil, err
		}
		if taken { // what another process was killed at is completed before anything else, whatever ends the command
			if err := d.completeSwaps(context.WithoutCancel(ctx)); err != nil {
				return nil, errors.Join(err, l.Release())
			}
			return l, nil
		}
		other, err := ReadHolder(l.file.Path())
		if err == nil && other.Addr != "" {
			return nil, inUse(d.Data, other)
		}
		select {
		case <-ctx.Done():
			return nil, inUse(d.Data, other)
		case <-late:
			if other.Command == Lasting { // that would take days
				return nil, inUse(d.Data, other)
			}
			_, _ = fmt.Fprintf(d.Told, "quarry: waiting up to %v for %s, which has %s\n", lockWait, other, d.Data)
		case <-time.After(lockLook):
		}
	}
}

// take reports whether the lock was free, and is now this process's.
func (l *Lock) take(command string) (bool, error) {
	taken, err := l.file.TryLock()
	if err != nil {
		return false, CannotWrite(filepath.Dir(l.file.Path()), err)
	}
	if !taken {
		return false, nil
	}
	token := make([]byte, 16)
	_, _ = rand.Read(token) // never fails: crypto/rand ends the program instead
	if err := l.write(Holder{Command: command, PID: os.Getpid(), Token: hex.EncodeToString(token)}); err != nil {
		return false, errors.Join(err, l.file.Unlock())
	}
	return true, nil
}

func inUse(data string, by Holder) error {
	wayOut := "stop it first"
	if by.Command == Lasting && by.Addr == "" {
		wayOut += ", and start quarry serve before it, which it then asks as everybody does"
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s is in use by %s: %s", data, by, wayOut).
		WithCode("data_in_use")
}

// Serving puts the server's address and the fingerprint of its lexicon into the
// lock file, for other commands to find.
func (l *Lock) Serving(addr, lexicon string) error {
	next := l.Holder
	next.Addr, next.Lexicon = addr, lexicon
	return l.write(next)
}

// write replaces the file's content in one step short enough that a reader
// sees the old or the new one, or tries again.
func (l *Lock) write(h Holder) error {
	l.Holder = h
	content, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("write the lock file: %w", err)
	}
	_ = os.Chmod(l.file.Path(), 0o600) // of a file that was there before; some disks have no modes
	if err := os.WriteFile(l.file.Path(), content, 0o600); err != nil {
		return CannotWrite(filepath.Dir(l.file.Path()), err)
	}
	return nil
}

// Release gives the data directory back. The file stays, for removing it could
// take a lock away that another process just got.
func (l *Lock) Release() error {
	return errors.Join(os.Truncate(l.file.Path(), 0), l.file.Unlock())
}

// Server returns who serves the data directory, if anybody does.
func (d *Dir) Server() (Holder, bool) {
	if _, err := os.Stat(d.lockPath()); err != nil {
		return Holder{}, false
	}
	probe := flock.New(d.lockPath(), flock.SetPermissions(0o600))
	free, err := probe.TryRLock()
	if err != nil || free {
		_ = probe.Unlock()
		return Holder{}, false
	}
	other, err := ReadHolder(d.lockPath())
	return other, err == nil && other.Addr != ""
}

// ReadHolder reads a lock file. Where it is being written, or was torn, that is an error.
func ReadHolder(path string) (Holder, error) {
	var h Holder
	content, err := os.ReadFile(filepath.Clean(path))
	if err == nil {
		err = json.Unmarshal(content, &h)
	}
	if err != nil {
		return h, fmt.Errorf("read the lock file: %w", err)
	}
	return h, nil
}
