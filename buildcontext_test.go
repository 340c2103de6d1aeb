package quarry_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

func TestTheBuildContextHoldsCodeAndWhatItEmbedsAndNothingElse(t *testing.T) {
	t.Parallel()
	embedded := embeddedFiles(t)
	code := []string{".go", ".c", ".h"}
	rules := dockerignore(t)
	for _, path := range buildContext(t, rules) {
		isCode := slices.Contains(code, filepath.Ext(path)) && !strings.HasSuffix(path, "_test.go")
		if !isCode && !embedded[path] && path != "go.mod" && path != "go.sum" {
			t.Errorf("%s gets into the image, and nothing is compiled from it: name it in .dockerignore", path)
		}
		if folder := filepath.Dir(path); folder != "." && isIgnored(t, rules, folder) {
			t.Errorf("%s is ignored and %s is not: Podman would not find it", folder, path)
		}
		delete(embedded, path)
	}
	for path := range embedded {
		t.Errorf("%s is embedded and does not get into the image: let it in, in .dockerignore", path)
	}
}

func TestNothingThatLiesBesideTheCodeReachesTheImage(t *testing.T) {
	t.Parallel()
	rules := dockerignore(t)
	for _, path := range []string{
		"notes.md", "todo.txt", "keys.json", "quarry.db", "quarry.db-wal", "export.jsonl",
		"quarry-data/quarry.db", "quarry-data/spool/upload.go", "quarry-data/index/lexical/current",
		"cmd/quarry/mine/quarry.db", "cmd/quarry/notes.md", "store/sqlite/copy.db", "api/web/notes.md",
		"openapi/notes.txt", "answer/notes.md", "search/bleveindex/notes.md", "internal/lexicon/data/mine.db",
		".env", ".git/config", ".git/refs/heads/fix.go", ".bin/tool/main.go", "api/.secrets.go", "corpus/documents/.env",
		"bin/quarry", "docs/running.md", "README.md", "Dockerfile", "Makefile", "search/TODO", "docker-compose.yml",
		"bench/main.go", "tools/openapi/main.go", "examples/main.go",
		"ingest/testdata/card.md", "store/sqlite/store_test.go", "cmd/quarry/testdata/script/main.go",
	} {
		if !isIgnored(t, rules, path) {
			t.Errorf("%s would get into the image", path)
		}
	}
	for _, path := range []string{"main.go", "anew/deeper/anew.go", "store/vfs/vfs.c", "migrations/sqlite/00099_later.sql"} {
		if isIgnored(t, rules, path) {
			t.Errorf("%s would not get into the image, as soon as there is one", path)
		}
	}
}

// dockerignore returns the rules as Docker reads them.
func dockerignore(t *testing.T) *patternmatcher.PatternMatcher {
	t.Helper()
	file, err := os.Open(".dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	patterns, err := ignorefile.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatalf("read .dockerignore: %v", err)
	}
	rules, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatalf("read .dockerignore: %v", err)
	}
	return rules
}

// isIgnored reports whether a path stays out of the build context, its folders
// considered from the outermost in, as Docker does.
func isIgnored(t *testing.T, rules *patternmatcher.PatternMatcher, path string) bool {
	t.Helper()
	ignored, above := false, patternmatcher.MatchInfo{}
	for i, letter := range path + "/" {
		if letter != '/' {
			continue
		}
		var err error
		if ignored, above, err = rules.MatchesUsingParentResults(path[:i], above); err != nil {
			t.Fatalf("match %q: %v", path, err)
		}
	}
	return ignored
}

// buildContext lists the files of the tree that Docker is given.
func buildContext(t *testing.T, rules *patternmatcher.PatternMatcher) []string {
	t.Helper()
	var left []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if path = filepath.ToSlash(path); !isIgnored(t, rules, path) {
			left = append(left, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// embeddedFiles asks the go command which files the packages embed.
func embeddedFiles(t *testing.T) map[string]bool {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=Dir,EmbedFiles", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var one struct {
			Dir        string
			EmbedFiles []string
		}
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("decode go list: %v", err)
		}
		for _, file := range one.EmbedFiles {
			path, err := filepath.Rel(root, filepath.Join(one.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.ToSlash(path)] = true
		}
	}
}
