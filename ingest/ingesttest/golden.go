package ingesttest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const goldenSuffix = ".golden.json"

// Golden takes every document in testdata through the pipeline and compares
// what comes out with the golden file beside it. A golden file without a
// document is a fault, and so is a document that the parser does not take for
// its own.
func (l Layout) Golden(t *testing.T) {
	t.Helper()
	documents := cases(t)
	if len(documents) == 0 {
		t.Fatal("there is no case in testdata")
	}
	for _, golden := range orphans(t, documents) {
		t.Errorf("%s has no document", golden)
	}
	b := l.bench(t)
	for _, path := range documents {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			got := b.view(t, path)
			golden := goldenOf(path)
			if l.Update {
				write(t, golden, got)
			}
			want, err := os.ReadFile(golden) //nolint:gosec // a file of the test's own folder
			if err != nil {
				t.Fatalf("no golden file, run the test with -update: %v", err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// view returns what comes out of a document, as its golden file has it.
func (b bench) view(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path) //nolint:gosec // a file of the test's own folder
	if err != nil {
		t.Fatal(err)
	}
	raw, mine := b.read(t.Context(), t, filepath.Base(path), content)
	if !mine {
		t.Fatalf("the parser does not take %s for its own", path)
	}
	knowledge, ok := b.check(t.Context(), t, raw)
	if !ok {
		t.Fatalf("%s was refused", path)
	}
	found, err := b.parser.Parse(t.Context(), raw.Text)
	if err != nil {
		t.Fatal(err)
	}
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(viewOf(knowledge, found.Marks)); err != nil {
		t.Fatal(err)
	}
	return encoded.Bytes()
}

func goldenOf(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + goldenSuffix
}

// orphans returns the golden files that no document belongs to.
func orphans(t *testing.T, documents []string) []string {
	t.Helper()
	golden, err := filepath.Glob(filepath.Join("testdata", "*"+goldenSuffix))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(golden, func(path string) bool {
		return slices.ContainsFunc(documents, func(document string) bool { return goldenOf(document) == path })
	})
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
