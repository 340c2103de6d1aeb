package ingest_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest"
)

func fromStdin(path string) ingest.Request {
	return ingest.Request{Extra: []ingest.Source{{
		Name: "-", Root: "-", Path: path,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("# A\n")), nil },
	}}}
}

func fromFolder(t *testing.T, as string) ingest.Request {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.md"), []byte("# A\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return ingest.Request{Paths: []string{folder}, As: as}
}

func TestAPathInsideOfItsCollectionIsFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request ingest.Request
		want    string
	}{
		"a plain name":                {fromStdin("notes/a.md"), "notes/a.md"},
		"a folder's file":             {fromFolder(t, ""), "a.md"},
		"under a name":                {fromFolder(t, "notes"), "notes/a.md"},
		"under a name that ends in /": {fromFolder(t, "my/notes/"), "my/notes/a.md"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ingest.Find(tc.request)
			if len(got.Found) != 1 || got.Found[0].Path != tc.want || len(got.Rejections) > 0 {
				t.Errorf("found %v, rejected %v; want %s", got.Found, got.Rejections, tc.want)
			}
		})
	}
}

func TestAPathThatLeadsOutOfItsCollectionIsRefused(t *testing.T) {
	t.Parallel()
	for name, request := range map[string]ingest.Request{
		"up and out":                    fromStdin("../../etc/passwd"),
		"up and back in":                fromStdin("notes/../a.md"),
		"absolute":                      fromStdin("/etc/passwd"),
		"a folder":                      fromStdin("notes/"),
		"nothing but the root":          fromStdin("."),
		"not UTF-8":                     fromStdin("a\xff.md"),
		"under a name that leads out":   fromFolder(t, "../notes/"),
		"under an absolute name":        fromFolder(t, "/notes/"),
		"under a name of a slash alone": fromFolder(t, "/"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ingest.Find(request)
			if len(got.Found) > 0 || len(got.Rejections) != 1 || got.Rejections[0].Stage != string(ingest.StageClaim) {
				t.Errorf("found %v, rejected %v; want one rejection at %s", got.Found, got.Rejections, ingest.StageClaim)
			}
		})
	}
}
