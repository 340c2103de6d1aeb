package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// A command that stops the index has to know that nothing is lost.
func TestAnInterruptedIndexIsSaidToBeCompletedLater(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	broken := errors.New("the disk is full")
	var out bytes.Buffer
	code := complain(stdio{err: &out}, errors.Join(workplace{completes: "the next start of Quarry"}.unindexed(stopped, fmt.Errorf("scan entries: %w", stopped.Err()))))
	want := "quarry: interrupted; all documents are saved, and the next start of Quarry completes the index\n"
	if out.String() != want || code != present.ExitCouldNot {
		t.Errorf("it says %q and ends with %d, want %q and %d", out.String(), code, want, present.ExitCouldNot)
	}
	if err := (workplace{}).unindexed(t.Context(), broken); !errors.Is(err, broken) {
		t.Errorf("an index that failed: %v, want %v", err, broken)
	}
}
