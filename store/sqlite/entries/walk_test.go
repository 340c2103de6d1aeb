package entries_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestListsThatAreWalkedKeepWhatEveryStorePromises(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Store {
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
		store.WalkLists()
		return store
	})
}
