package quarry_test

import (
	"os"
	"strings"
	"testing"
)

// CONTRIBUTING.md shows a format and a way to ask in full. What it shows is compiled and
// tested where it stands.
func TestTheWorkedExamplesAreThoseThatAreCompiled(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	page := read("CONTRIBUTING.md")
	for _, file := range []string{
		"ingest/format/jsonrecords/doc.go", "ingest/format/jsonrecords/parser.go",
		"ingest/question/example_test.go", "ingest/question/golden_test.go", "ingest/question/testdata/riddles.md",
	} {
		if !strings.Contains(page, "\n"+strings.TrimSpace(read(file))+"\n```\n") {
			t.Errorf("CONTRIBUTING.md shows another %s", file)
		}
	}
	const line = "\t\tjsonrecords.New(lexicon),\n"
	if !strings.Contains(page, line) || !strings.Contains(read("ingest/layouts/layouts.go"), line) {
		t.Errorf("CONTRIBUTING.md or layouts.go has no line %q", line)
	}
}
