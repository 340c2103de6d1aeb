package main

import (
	"os"
	"testing"
)

// The file may be there already, copied with its folder by somebody who let others
// read it: the token is not for them.
func TestTheLockFileIsForItsOwnerWhateverItWasBefore(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	if err := os.WriteFile(s.lockPath(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.lockPath(), 0o644); err != nil {
		t.Fatal(err)
	}
	held, err := s.acquire(t.Context(), "serve")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(s.lockPath())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v (%v), want 0600", info.Mode().Perm(), err)
	}
	if err := held.release(); err != nil {
		t.Error(err)
	}
}
