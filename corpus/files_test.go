package corpus_test

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quarrykb/quarry/corpus"
)

// documents returns the texts by their paths.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(corpus.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(corpus.Files(), name)
		texts[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestTheStarterCorpusHasQuestionsCardsReferenceAndSpecs(t *testing.T) {
	t.Parallel()
	var folders []string
	for name := range documents(t) {
		if folder := path.Dir(name); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	if want := []string{"cards", "questions", "reference", "specs"}; !slices.Equal(folders, want) {
		t.Errorf("folders: got %q, want %q", folders, want)
	}
}

func TestEveryDocumentIsCleanText(t *testing.T) {
	t.Parallel()
	for name, text := range documents(t) {
		if !utf8.ValidString(text) {
			t.Errorf("%s is not UTF-8", name)
		}
		if len(text) < 1000 || !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s: got %d bytes, want a document of 1000 or more that ends with one line end", name, len(text))
		}
		for i, line := range strings.Split(text, "\n") {
			if line = strings.TrimSuffix(line, "\r"); strings.HasSuffix(line, " ") {
				t.Errorf("%s:%d ends in white space: %q", name, i+1, line)
			}
		}
	}
}

func TestEveryMarkdownDocumentSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for name, text := range documents(t) {
		if path.Ext(name) != ".md" {
			continue
		}
		head, _, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		if !ok {
			t.Errorf("%s has no front matter", name)
		}
		for _, want := range []string{"title: ", "language: en", "licence: Apache-2.0"} {
			if !strings.Contains(head, want) {
				t.Errorf("%s: front matter is %q, want %q in it", name, head, want)
			}
		}
	}
}

func TestReferenceAndSpecsNameTheirSources(t *testing.T) {
	t.Parallel()
	for name, text := range documents(t) {
		folder := path.Dir(name)
		if path.Ext(name) != ".md" || folder != "reference" && folder != "specs" {
			continue
		}
		if _, sources, _ := strings.Cut(text, "\n## Sources\n"); !strings.Contains(sources, "https://") {
			t.Errorf("%s names no source with its address", name)
		}
	}
}
