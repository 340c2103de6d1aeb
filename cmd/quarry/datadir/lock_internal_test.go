package datadir

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/disk"
)

// newDir returns a data directory of its own.
func newDir(t *testing.T) *Dir {
	t.Helper()
	return &Dir{Disk: disk.System{}, Data: t.TempDir(), Told: io.Discard}
}

// holding returns who may want a data directory after a command has it, and what gives
// it back.
func holding(t *testing.T, command string, stderr io.Writer) (*Dir, *Lock) {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	held, err := (&Dir{Disk: disk.System{}, Data: data, Told: io.Discard}).Acquire(t.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	return &Dir{Disk: disk.System{}, Data: data, Told: stderr}, held
}

func TestNoCommandWaitsForAChatbotToEnd(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	next, held := holding(t, "mcp", &said)
	_, err := next.Acquire(t.Context(), "serve")
	if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), "in use by quarry mcp (pid ") || said.Len() > 0 {
		t.Errorf("acquire: %v after saying %q, want it refused with who has it", err, said.String())
	}
	if err := held.Release(); err != nil {
		t.Error(err)
	}
}

func TestWhoWaitsForAnotherCommandSaysSo(t *testing.T) {
	t.Parallel()
	heard, said := io.Pipe()
	next, held := holding(t, "ingest", said)
	taken := make(chan error, 1)
	go func() {
		mine, err := next.Acquire(t.Context(), "search")
		if err == nil {
			err = mine.Release()
		}
		taken <- err
	}()
	line := make([]byte, 4096)
	n, err := heard.Read(line)
	if got := string(line[:n]); err != nil || !strings.Contains(got, "waiting up to 10s for quarry ingest (pid ") {
		t.Errorf("said %q (%v), want whom it waits for", got, err)
	}
	if err := held.Release(); err != nil {
		t.Error(err)
	}
	if err := <-taken; err != nil {
		t.Errorf("acquire once it was free: %v", err)
	}
}

// The file may be there already, copied with its folder by a user who let others
// read it: the token is not for them.
func TestTheLockFileIsForItsOwnerWhateverItWasBefore(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	if err := os.WriteFile(s.lockPath(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.lockPath(), 0o644); err != nil {
		t.Fatal(err)
	}
	held, err := s.Acquire(t.Context(), "serve")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(s.lockPath())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v (%v), want 0600", info.Mode().Perm(), err)
	}
	if err := held.Release(); err != nil {
		t.Error(err)
	}
}

// A power cut may leave half of what the lock file said.
func TestATornLockFileHoldsUpNoProcessAndHidesNone(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"half": `{"command":"ser`, "empty": "", "zeros": "\x00\x00\x00\x00"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkTorn(t, newDir(t), content)
		})
	}
}

// checkTorn reports an error unless a data directory with such a lock file is taken, and
// refused beside its holder.
func checkTorn(t *testing.T, s *Dir, content string) {
	t.Helper()
	tear(t, s, content)
	held, err := s.Acquire(t.Context(), "ingest")
	if err != nil {
		t.Fatalf("acquire with no other process there: %v", err)
	}
	if by, err := ReadHolder(s.lockPath()); err != nil || by.Command != "ingest" {
		t.Errorf("the lock file says %+v (%v), want who has it now", by, err)
	}
	tear(t, s, content)
	soon, cancel := context.WithTimeout(t.Context(), lockLook)
	defer cancel()
	_, err = (&Dir{Disk: disk.System{}, Data: s.Data, Told: io.Discard}).Acquire(soon, "search")
	if want := "is in use by another process, which quarry.lock does not name: stop it first"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("acquire beside it: %v, want %q", err, want)
	}
	if err := held.Release(); err != nil {
		t.Error(err)
	}
}

// tear leaves something else in the lock file than what was written.
func tear(t *testing.T, s *Dir, content string) {
	t.Helper()
	if err := os.WriteFile(s.lockPath(), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
