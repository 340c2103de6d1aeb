package bleveindex_test

import (
	"testing"

	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestTheIndexPassesTheEngineSuite(t *testing.T) {
	t.Parallel()
	searchtest.Run(t, func(t *testing.T) searchtest.Engine {
		t.Helper()
		return openBuilt(t, t.TempDir())
	})
}

// open opens an index that the test closes.
func open(t testing.TB, dir string) *bleveindex.Index {
	t.Helper()
	index, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := index.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return index
}

// openBuilt opens an index that is there and empty.
func openBuilt(t testing.TB, dir string) *bleveindex.Index {
	t.Helper()
	index := open(t, dir)
	build, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatalf("rebuild: %v", err)
	}
	if err := build.Commit(t.Context()); err != nil {
		t.Fatalf("commit: %v", err)
	}
	return index
}
