package ingest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
)

// handedIn is a text that takes the place of whatever is stored at its path.
func handedIn(path, text string) ingest.Sources {
	sources := texts(path, text)
	sources.Found[0].Root, sources.Found[0].Replaces = "upload", true
	return sources
}

func TestWhatIsHandedInReplacesAFileThatIsStillThere(t *testing.T) {
	t.Parallel()
	p, to := pipeline(t), newShelf()
	found := ingest.Find(ingest.Request{Paths: []string{folder(t, "a.md")}, Collection: "main"})
	ingestAll(t, p, to, found)
	for _, want := range []ingest.Status{ingest.Changed, ingest.Unchanged} {
		if became, _ := ingestAll(t, p, to, handedIn("a.md", "handed in\n")); became["a.md"] != want {
			t.Errorf("what is handed in is %s, want %s", became["a.md"], want)
		}
	}
	if k := to.at(t, "main", "a.md"); k.Document.Root != "upload" || string(k.Content.Text) != "handed in\n" {
		t.Errorf("stored is %q under %q, want what was handed in", k.Content.Text, k.Document.Root)
	}
	if became, _ := ingestAll(t, p, to, found); became["a.md"] != ingest.Changed {
		t.Errorf("the file is %s at the next ingest, want that it takes its place back", became["a.md"])
	}
}

func TestWhatIsHandedInReplacesEveryPartOfAFile(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"by a text":      {"whole\n", []string{"removed x.jsonl/2", "removed x.jsonl/3", "changed x.jsonl"}},
		"by fewer parts": {file("four", "five"), []string{"changed x.jsonl", "changed x.jsonl/2", "removed x.jsonl/3"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, to := splitting(t, &splitter{}), newShelf()
			told(t, p, to, texts("x.jsonl", file("one", "two", "three")))
			if diff := cmp.Diff(tc.want, told(t, p, to, handedIn("x.jsonl", tc.text))); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAFilesLimitIsToldByItsHead(t *testing.T) {
	t.Parallel()
	p := splitting(t, &splitter{})
	for name, tc := range map[string]struct {
		head string
		want int64
	}{
		"a text":           {"# Notes\n", ingest.MaxTextBytes},
		"nothing":          {"", ingest.MaxTextBytes},
		"a text in UTF-16": {"\xff\xfe" + strings.Repeat("a\x00", 10), 2 * ingest.MaxTextBytes},
		"records":          {file("one", "two"), 0},
	} {
		if got := p.Limit([]byte(tc.head)); got != tc.want {
			t.Errorf("%s: limit = %d, want %d", name, got, tc.want)
		}
	}
}
