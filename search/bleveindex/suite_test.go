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
func open(tb testing.TB, dir string) *bleveindex.Index {
	tb.Helper()
	index, err := bleveindex.Open(tb.Context(), dir, bleveindex.Options{})
	if err != nil {
		tb.Fatalf("open: %v", err)
	}
	tb.Cleanup(func() {
		if err := index.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
	return index
}

// openBuilt opens an index that is there and empty.
func openBuilt(tb testing.TB, dir string) *bleveindex.Index {
	tb.Helper()
	index := open(tb, dir)
	build, err := index.Rebuild(tb.Context())
	if err != nil {
		tb.Fatalf("rebuild: %v", err)
	}
	if err := build.Commit(tb.Context()); err != nil {
		tb.Fatalf("commit: %v", err)
	}
	return index
}
