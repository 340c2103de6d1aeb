package bleveindex_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// follow returns a follower that keeps the index up with the store.
func follow(store search.Store, index *bleveindex.Index) *search.Follower {
	return search.NewFollower("lexical", store, index, search.Pace{Batch: 100}, slog.New(slog.DiscardHandler))
}

func catchUp(t *testing.T, f *search.Follower) {
	t.Helper()
	if err := f.CatchUp(t.Context()); err != nil {
		t.Fatalf("catch up: %v", err)
	}
}

// filledFolder returns a folder with an index of the store, closed.
func filledFolder(t *testing.T, store search.Store) string {
	t.Helper()
	dir := t.TempDir()
	index, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	catchUp(t, follow(store, index))
	if err := index.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	return dir
}

// files returns the paths in an index folder that match, at least one.
func files(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "lexical", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	return paths
}

func eachFile(t *testing.T, dir, pattern string, do func(path string) error) {
	t.Helper()
	for _, path := range files(t, dir, pattern) {
		if err := do(path); err != nil {
			t.Fatalf("spoil %s: %v", path, err)
		}
	}
}

func TestAClosedIndexIsThereAgain(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Library()...)
	index := open(t, filledFolder(t, store))
	if reason := index.Stale(t.Context()); reason != "" {
		t.Errorf("stale: %s", reason)
	}
	if cursor, err := index.Cursor(t.Context()); err != nil || cursor != 6 {
		t.Errorf("cursor = %d, %v, want 6", cursor, err)
	}
	if got := found(t, index, "roofline"); len(got) != 1 {
		t.Errorf("found %v, want the roofline", got)
	}
}

// checkWhole checks that the index holds this many entries, those of the
// library and the late one among them.
func checkWhole(t *testing.T, index *bleveindex.Index, want int) {
	t.Helper()
	if reason := index.Stale(t.Context()); reason != "" {
		t.Errorf("still stale: %s", reason)
	}
	if cursor, err := index.Cursor(t.Context()); err != nil || cursor != quarry.Sequence(want) {
		t.Errorf("cursor = %d, %v, want %d", cursor, err, want)
	}
	for text, name := range map[string]string{"zeppelin": "late", "roofline": "roofline"} {
		if got := found(t, index, text); len(got) != 1 || got[0] != name {
			t.Errorf("%s found %v, want %s", text, got, name)
		}
	}
}

func TestAFolderTakenAwayUnderARunningIndexComesBack(t *testing.T) {
	t.Parallel()
	for name, pattern := range map[string]string{
		"all of it": "", "the generation": "generation-*", "its store": "generation-*/store",
		"the pointer": "current", "its root": "generation-*/store/root.bolt",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := searchtest.NewStore(searchtest.Library()...)
			dir := t.TempDir()
			index := open(t, dir)
			f := follow(store, index)
			catchUp(t, f)
			eachFile(t, dir, pattern, os.RemoveAll)
			if got := found(t, index, "roofline"); len(got) != 1 {
				t.Errorf("without its folder the index found %v, want the roofline still", got)
			}
			if index.Stale(t.Context()) == "" {
				t.Error("it went unnoticed that the folder is gone")
			}
			store.Put(searchtest.Entry(quarry.EntryFact, "late", "", "A late zeppelin."))
			catchUp(t, f)
			checkWhole(t, index, 7)
		})
	}
}

func TestAFileCutUnderARunningIndexEndsNothing(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Library()...)
	dir := filledFolder(t, store)
	index := open(t, dir)
	eachFile(t, dir, segments, empty)
	_, err := index.Search(t.Context(), quarry.Query{Text: "roofline", Limit: 1})
	if got := quarry.Explain(err); got.Kind != quarry.KindUnavailable || got.Code != "engine_unavailable" {
		t.Errorf("error = %v, want engine_unavailable", err)
	}
	store.Put(searchtest.Entry(quarry.EntryFact, "late", "", "A late zeppelin."))
	catchUp(t, follow(store, index))
	checkWhole(t, index, 7)
	if still := mapped(dir, "generation-000001"); still != "" {
		t.Errorf("the broken generation is still read:\n%s", still)
	}
}

// mapped returns the files of a folder that are mapped into memory, where the system
// tells.
func mapped(dir, generation string) string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return ""
	}
	var found []string
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, dir) && strings.Contains(line, generation) {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
}

func TestAnIndexOfAnotherMappingServesUntilItIsBuiltAnew(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Library()...)
	dir := filledFolder(t, store)
	rewriteRecord(t, dir, otherMapping)
	index := open(t, dir)
	if reason := index.Stale(t.Context()); reason != "the mapping has changed" {
		t.Errorf("stale = %q, want the mapping", reason)
	}
	if got := found(t, index, "roofline"); len(got) != 1 {
		t.Errorf("the old index found %v, want the roofline", got)
	}
	store.Put(searchtest.Entry(quarry.EntryFact, "late", "", "A late zeppelin."))
	catchUp(t, follow(store, index))
	checkWhole(t, index, 7)
}

// otherMapping makes the record of an index that of another mapping.
func otherMapping(record map[string]any) {
	serves, _, _ := strings.Cut(fmt.Sprint(record["mapping"]), "/")
	record["mapping"] = serves + "/0000000000000000"
}

func TestAnIndexOfAnotherLayoutDoesNotServe(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(record map[string]any){
		"another layout":              func(record map[string]any) { record["mapping"] = "0" + fmt.Sprint(record["mapping"]) },
		"no places of small words":    func(record map[string]any) { delete(record, "small") },
		"places of other small words": func(record map[string]any) { record["small"] = "0000000000000000" },
	} {
		store := searchtest.NewStore(searchtest.Library()...)
		dir := filledFolder(t, store)
		rewriteRecord(t, dir, change)
		index := open(t, dir)
		_, err := index.Search(t.Context(), quarry.Query{Text: "roofline", Limit: 1})
		if got := quarry.Explain(err); got.Kind != quarry.KindUnavailable || got.Code != "engine_unavailable" {
			t.Errorf("%s: error = %v, want engine_unavailable", name, err)
		}
		store.Put(searchtest.Entry(quarry.EntryFact, "late", "", "A late zeppelin."))
		catchUp(t, follow(store, index))
		checkWhole(t, index, 7)
	}
}

// rewriteRecord changes the record of a closed index.
func rewriteRecord(t *testing.T, dir string, change func(map[string]any)) {
	t.Helper()
	raw, err := bleve.Open(files(t, dir, "generation-*")[0])
	if err != nil {
		t.Fatalf("open with bleve: %v", err)
	}
	encoded, err := raw.GetInternal([]byte("quarry"))
	if err != nil {
		t.Fatalf("read the record: %v", err)
	}
	var record map[string]any
	if err := json.Unmarshal(encoded, &record); err != nil {
		t.Fatalf("decode the record: %v", err)
	}
	change(record)
	if encoded, err = json.Marshal(record); err != nil {
		t.Fatalf("encode the record: %v", err)
	}
	if err := errors.Join(raw.SetInternal([]byte("quarry"), encoded), raw.Close()); err != nil {
		t.Fatalf("write the record: %v", err)
	}
}

func TestASecondOpeningIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := openBuilt(t, dir)
	_, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want unavailable", err)
	}
	if reason := first.Stale(t.Context()); reason != "" {
		t.Errorf("the second opening harmed the first: %s", reason)
	}
}

func TestADiscardedRebuildLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	index := openBuilt(t, dir)
	build, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatalf("rebuild: %v", err)
	}
	if err := build.Apply(t.Context(), search.Batch{Puts: searchtest.Library(), Cursor: 9}); err != nil {
		t.Fatalf("apply: %v", err)
	}
	if err := build.Discard(); err != nil {
		t.Fatalf("discard: %v", err)
	}
	if got := len(files(t, dir, "generation-*")); got != 1 {
		t.Errorf("%d generations remain, want 1", got)
	}
	if got := found(t, index, "roofline"); len(got) != 0 {
		t.Errorf("found %v in an index that was never filled", got)
	}
}

//nolint:paralleltest // It looks at every goroutine of the process.
func TestNothingRunsOnAfterClose(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	store := searchtest.NewStore(searchtest.Library()...)
	dir := filledFolder(t, store)
	index, err := bleveindex.Open(t.Context(), dir, bleveindex.Options{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	if err := follow(store, index).Rebuild(t.Context()); err != nil {
		t.Fatalf("rebuild: %v", err)
	}
	if err := index.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	if _, err := index.Search(t.Context(), quarry.Query{Text: "x", Limit: 1}); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("a closed index answers %v, want unavailable", err)
	}
}

func TestSearchesGoOnWhileTheIndexIsBuiltAnew(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Library()...)
	index := open(t, t.TempDir())
	f := follow(store, index)
	catchUp(t, f)
	ctx, stop := context.WithCancel(t.Context())
	var searchers sync.WaitGroup
	for range 3 {
		searchers.Go(func() {
			for ctx.Err() == nil {
				ranking, err := index.Search(context.WithoutCancel(ctx), quarry.Query{Text: "roofline", Limit: 5, Facets: quarry.FacetNames()})
				if err != nil || len(ranking.Hits) != 1 {
					t.Errorf("found %v, %v, want the roofline", ranking.Hits, err)
					return
				}
			}
		})
	}
	for i := range 3 {
		store.Put(searchtest.Generate(200)[i*40 : (i+1)*40]...)
		catchUp(t, f)
		if err := f.Rebuild(t.Context()); err != nil {
			t.Errorf("rebuild: %v", err)
		}
	}
	stop()
	searchers.Wait()
}
