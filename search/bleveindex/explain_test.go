package bleveindex_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// The disk is hurt in ways that root feels, too.
func TestWhatTheDiskDoesToAnIndexIsToldWithoutItsPaths(t *testing.T) {
	t.Parallel()
	batch := search.Batch{Puts: searchtest.Library(), Cursor: 9}
	for name, write := range map[string]func(t *testing.T, index *bleveindex.Index, dir string) error{
		"apply without a folder": func(t *testing.T, index *bleveindex.Index, dir string) error {
			t.Helper()
			eachFile(t, dir, "generation-*", os.RemoveAll)
			return index.Apply(t.Context(), batch)
		},
		"apply to a closed index": func(t *testing.T, index *bleveindex.Index, _ string) error {
			t.Helper()
			must(t, index.Close())
			return index.Apply(t.Context(), batch)
		},
		"rebuild where a file is in the way": func(t *testing.T, index *bleveindex.Index, dir string) error {
			t.Helper()
			inTheWay(t, dir)
			_, err := index.Rebuild(t.Context())
			return err
		},
		"apply to a rebuild without a folder": func(t *testing.T, index *bleveindex.Index, dir string) error {
			t.Helper()
			build := begun(t, index)
			eachFile(t, dir, "generation-*", os.RemoveAll)
			return errors.Join(build.Apply(t.Context(), batch), build.Discard())
		},
		"commit without a folder": func(t *testing.T, index *bleveindex.Index, dir string) error {
			t.Helper()
			build := begun(t, index)
			eachFile(t, dir, "generation-*", os.RemoveAll)
			return build.Commit(t.Context())
		},
		"commit where a folder is in the way": func(t *testing.T, index *bleveindex.Index, dir string) error {
			t.Helper()
			build := begun(t, index)
			must(t, os.Mkdir(filepath.Join(dir, "lexical", "current.new"), 0o700))
			return build.Commit(t.Context())
		},
		"open where a file is in the way": func(t *testing.T, index *bleveindex.Index, dir string) error {
			t.Helper()
			must(t, index.Close())
			inTheWay(t, dir)
			_, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			err := write(t, openBuilt(t, dir), dir)
			told := quarry.Explain(err)
			if told.Kind != quarry.KindUnavailable || told.Code != "index_unavailable" || strings.Contains(told.Message, "/") {
				t.Errorf("told %q (%q) of %v, want index_unavailable and no path", told.Message, told.Code, err)
			}
			if known, ok := errors.AsType[*quarry.Error](err); !ok || known.Cause == nil {
				t.Errorf("%v keeps no cause for the log", err)
			}
		})
	}
}

func TestTheReasonOfTheSystemIsToldAndWhatIsKnownPasses(t *testing.T) {
	t.Parallel()
	full := fmt.Errorf("create generation: %w", &fs.PathError{Op: "write", Path: "/secret/store", Err: syscall.ENOSPC})
	if got := quarry.Explain(bleveindex.Explain(full)).Message; !strings.Contains(got, "no space left on device") || strings.Contains(got, "secret") {
		t.Errorf("a full disk is told as %q", got)
	}
	for _, err := range []error{
		nil, fmt.Errorf("search: %w", context.Canceled), context.DeadlineExceeded, quarry.Errorf(quarry.KindInvalid, "no text"),
	} {
		if got := bleveindex.Explain(err); !errors.Is(got, err) || quarry.Explain(got).Code == "index_unavailable" {
			t.Errorf("%v became %v", err, got)
		}
	}
}

// inTheWay puts a file in the place of the index folder.
func inTheWay(t *testing.T, dir string) {
	t.Helper()
	folder := filepath.Join(dir, "lexical")
	must(t, errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func begun(t *testing.T, index *bleveindex.Index) search.Rebuild {
	t.Helper()
	build, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return build
}
