package present

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// A command that stops has to say what was done; what failed by itself is told as it is.
func TestAStoppedCommandSaysWhatWasDone(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	ended := Stopped(stopped, fmt.Errorf("scan entries: %w", stopped.Err()), "all documents are saved")
	want := "interrupted; all documents are saved"
	if interrupted, ok := errors.AsType[*InterruptedError](ended); !ok || interrupted.Error() != want {
		t.Errorf("it says %q, want %q", ended, want)
	}
	broken := errors.New("the disk is full")
	if err := Stopped(t.Context(), broken, ""); !errors.Is(err, broken) {
		t.Errorf("a command that failed: %v, want %v", err, broken)
	}
	if err := Stopped(stopped, nil, ""); err != nil {
		t.Errorf("a command that was done: %v", err)
	}
}

func TestThingsAreCountedInWords(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 passages", 1: "1 passage", 2: "2 passages"} {
		if got := Number(n, "passage", "passages"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
