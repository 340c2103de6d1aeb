package markdown_test

import (
	"path/filepath"
	"testing"

	"github.com/quarrykb/quarry/ingest/markdown"
)

// Tables are read with the same words as lines: each document has the list of
// its specs beside it.
func TestNumbersOfTablesAreTypedInAnyField(t *testing.T) {
	t.Parallel()
	parser := markdown.New(fields(t))
	documents, err := filepath.Glob("testdata/tables/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("documents: %v, %v", documents, err)
	}
	for _, path := range documents {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			compareLines(t, parser, path)
		})
	}
}
