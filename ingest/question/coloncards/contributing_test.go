package coloncards_test

import (
	"os"
	"strings"
	"testing"
)

// CONTRIBUTING.md shows this package as its worked example; what it shows must
// be what is there.
func TestTheWorkedExampleIsThisPackage(t *testing.T) {
	t.Parallel()
	page := read(t, "../../../CONTRIBUTING.md")
	for _, file := range []string{"doc.go", "parser.go"} {
		if code := strings.TrimSpace(read(t, file)); !strings.Contains(page, "```go\n"+code+"\n```") {
			t.Errorf("CONTRIBUTING.md shows another %s", file)
		}
	}
	if line := "\t\tcoloncards.New(lexicon),\n"; !strings.Contains(read(t, "../../layouts/layouts.go"), line) {
		t.Errorf("layouts.go has no line %q", line)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
