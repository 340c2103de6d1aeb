package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestTheStoreKeepsWhatEveryStorePromises(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Store {
		t.Helper()
		return openEmpty(t)
	})
}

// openEmpty opens a store on a new file, and closes it when the test ends.
func openEmpty(t *testing.T) *sqlite.Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "quarry.db"))
}

func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatalf("open %s: %v", path, err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return store
}

// options has a clock that stands still.
func options() sqlite.Options {
	return sqlite.Options{Now: func() time.Time { return time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC) }}
}
