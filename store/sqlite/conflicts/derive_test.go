package conflicts_test

import (
	"fmt"
	"iter"
	"path/filepath"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestGroupsAndStepsThatAreLongKeepWhatEveryStorePromises(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Store {
		t.Helper()
		store := open(t)
		store.ReadTogether(3)
		store.EndSteps(2)
		return store
	})
}

func TestAStepEndsBehindWhatMoves(t *testing.T) {
	t.Parallel()
	store := open(t)
	store.EndSteps(8)
	const devices, claims = 9, 3
	for n := range claims {
		draft := storetest.NewDraft(fmt.Sprintf("%d.md", n))
		for device := range devices {
			draft.Spec(fmt.Sprintf("press-%d", device), "power", float64(n), "W")
		}
		if _, err := store.SaveDocument(t.Context(), draft.Knowledge()); err != nil {
			t.Fatal(err)
		}
	}
	for step := 1; ; step++ {
		derived, err := store.DeriveConflicts(t.Context(), "differ/1", 1000, differ)
		if err != nil {
			t.Fatal(err)
		}
		page, err := store.ConflictHeads(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 1})
		if want := min(devices, 3*step); err != nil || derived.Added > 3 || page.Total != want {
			t.Fatalf("behind step %d there are %d conflicts and %d are new (%v), want %d", step, page.Total, derived.Added, err, want)
		}
		if derived.Cursor == derived.Revision {
			break
		}
	}
	wrong, _, err := store.RejudgeConflicts(t.Context(), "differ/1", differ)
	if err != nil || len(wrong) > 0 {
		t.Errorf("judged anew, %v are others (%v)", wrong, err)
	}
}

// differ finds any two claims in conflict.
func differ(claims iter.Seq[quarry.Spec]) quarry.Verdict {
	verdict := quarry.Verdict{Disagrees: func(quarry.Spec) bool { return true }}
	for claim := range claims {
		verdict.Conflict = quarry.ConflictOver(claim)
	}
	return verdict
}

// open opens a store on a new file, and closes it when the test ends.
func open(t *testing.T) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "quarry.db"), sqlite.Options{
		Now: func() time.Time { return time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return store
}
