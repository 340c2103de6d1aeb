package intake

import (
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
	ended := workplace{completes: "the next start of Quarry"}.unindexed(stopped, fmt.Errorf("scan entries: %w", stopped.Err()))
	want := "interrupted; all documents are saved, and the next start of Quarry completes the index"
	if interrupted, ok := errors.AsType[*present.InterruptedError](ended); !ok || interrupted.Error() != want {
		t.Errorf("it says %q, want %q", ended, want)
	}
	if err := (workplace{}).unindexed(t.Context(), broken); !errors.Is(err, broken) {
		t.Errorf("an index that failed: %v, want %v", err, broken)
	}
}
