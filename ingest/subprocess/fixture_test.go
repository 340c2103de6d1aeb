package subprocess_test

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/subprocess"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// What is read in another process is what is read in this one, to the byte: that nothing was
// found is told in the same way, whether by no list or by an empty one.
func TestEveryFixtureReadsAsItDoesInThisProcess(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	here := whole(words, slog.New(slog.DiscardHandler))
	there, _ := newReader(t, asWhole, subprocess.Config{Lexicon: words})
	read, kinds := 0, map[string]int{}
	for _, file := range fixtures(t) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		loaded := load(file, content)
		loaded.Part = strings.HasSuffix(file, ".jsonl")
		want, wanted := here.ReadDocument(t.Context(), loaded)
		got, err := there.ReadDocument(t.Context(), loaded)
		if said(err) != said(wanted) {
			t.Errorf("%s: error %v, want %v", file, err, wanted)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s reads otherwise (-here +there):\n%s", file, diff)
		}
		if wanted == nil {
			read++
			kinds["specs"] += len(want.Knowledge.Specs)
			kinds["questions"] += len(want.Knowledge.Questions)
			kinds["originals"] += min(1, len(want.Knowledge.Content.Original))
		}
	}
	if read < 200 || kinds["specs"] < 200 || kinds["questions"] < 900 || kinds["originals"] < 10 {
		t.Errorf("%d documents were read, with %v: too few to tell", read, kinds)
	}
}

func said(err error) string {
	if refused, ok := errors.AsType[*ingest.StageError](err); ok {
		r := refused.Rejection()
		return strings.Join([]string{r.Source, r.Stage, r.Reason, r.Code}, " | ") + string(rune(r.Line))
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func fixtures(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		inside := slices.Contains(strings.Split(path, "/"), "testdata")
		if err == nil && entry.Type().IsRegular() && inside && !strings.HasSuffix(path, ".golden.json") {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
