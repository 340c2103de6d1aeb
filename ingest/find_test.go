package ingest_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest"
)

// folder makes files in a new folder; a path that ends in a slash is a folder.
func folder(t *testing.T, files ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		at := filepath.Join(root, file)
		if strings.HasSuffix(file, "/") {
			if err := os.MkdirAll(at, 0o750); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("text of "+file+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func link(t *testing.T, target, at string) {
	t.Helper()
	if err := os.Symlink(target, at); err != nil {
		t.Fatal(err)
	}
}

func pathsOf(sources []ingest.Source) []string {
	paths := []string{}
	for _, source := range sources {
		paths = append(paths, source.Path)
	}
	return paths
}

func TestAFolderIsLookedThroughInTheOrderOfItsPaths(t *testing.T) {
	t.Parallel()
	root := folder(t, "b.md", "a/z.md", "a/b/c.txt", "B.md", ".hidden.md", ".git/config", "a/.cache/x.md", "empty/")
	got := ingest.Find(ingest.Request{Paths: []string{root}, Collection: "main"})
	if want := []string{"B.md", "a/b/c.txt", "a/z.md", "b.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	if len(got.Rejections) > 0 || !slices.Equal(got.Roots, []string{root}) {
		t.Errorf("rejections %v, roots %q; want none, %q", got.Rejections, got.Roots, root)
	}
	for _, source := range got.Found {
		if source.Root != root || source.Collection != "main" || source.Name != filepath.Join(root, source.Path) {
			t.Errorf("source %+v; want root %q, its file's name, collection main", source, root)
		}
	}
}

func TestAFileThatIsNamedIsFoundUnderItsFolder(t *testing.T) {
	t.Parallel()
	root := folder(t, "a/b.md", "a/.c.md")
	got := ingest.Find(ingest.Request{Paths: []string{filepath.Join(root, "a", "b.md"), filepath.Join(root, "a", ".c.md")}})
	if want := []string{".c.md", "b.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	if len(got.Roots) > 0 {
		t.Errorf("roots = %q; want none: the folder was not looked through", got.Roots)
	}
}

func TestAFileIsFoundOnceHoweverOftenItIsNamed(t *testing.T) {
	t.Parallel()
	root := folder(t, "a/b.md")
	link(t, filepath.Join(root, "a"), filepath.Join(root, "again"))
	got := ingest.Find(ingest.Request{Paths: []string{
		root, filepath.Join(root, "a"), filepath.Join(root, "a", "b.md"), filepath.Join(root, "again"), root + "/./a/../a/b.md",
	}})
	if want := []string{"a/b.md"}; !slices.Equal(pathsOf(got.Found), want) || len(got.Rejections) > 0 {
		t.Errorf("found %q, rejections %v; want %q", pathsOf(got.Found), got.Rejections, want)
	}
}

func TestLinksToFilesAreFollowedAndLinksToFoldersAreNot(t *testing.T) {
	t.Parallel()
	elsewhere := folder(t, "real.md", "sub/deep.md")
	root := folder(t, "a.md")
	link(t, filepath.Join(elsewhere, "real.md"), filepath.Join(root, "file.md"))
	link(t, filepath.Join(elsewhere, "sub"), filepath.Join(root, "folder"))
	link(t, root, filepath.Join(root, "myself"))
	got := ingest.Find(ingest.Request{Paths: []string{root}, FollowLinks: true})
	if want := []string{"a.md", "file.md"}; !slices.Equal(pathsOf(got.Found), want) || len(got.Rejections) > 0 {
		t.Errorf("found %q, rejections %v; want %q", pathsOf(got.Found), got.Rejections, want)
	}
}

func TestALinkThatLeadsOutOfItsFolderIsRefusedAndItsDocumentIsKept(t *testing.T) {
	t.Parallel()
	elsewhere := folder(t, "private.md")
	root := folder(t, "a.md", "sub/b.md")
	link(t, filepath.Join(elsewhere, "private.md"), filepath.Join(root, "notes.md"))
	link(t, "../../../../../../../../../../etc/passwd", filepath.Join(root, "sub", "up.md"))
	link(t, "notes.md", filepath.Join(root, "chain.md"))
	link(t, "../a.md", filepath.Join(root, "sub", "inside.md"))
	link(t, root+"/../"+filepath.Base(root)+"/a.md", filepath.Join(root, "around.md"))
	got := ingest.Find(ingest.Request{Paths: []string{root}})
	if want := []string{"a.md", "around.md", "sub/b.md", "sub/inside.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	refused := pathsOf(got.Refused)
	slices.Sort(refused)
	if want := []string{"chain.md", "notes.md", "sub/up.md"}; !slices.Equal(refused, want) || len(got.Rejections) != len(want) {
		t.Errorf("refused %q, want %q", refused, want)
	}
	for _, rejection := range got.Rejections {
		if !strings.Contains(rejection.Reason, "leads out of the folder") {
			t.Errorf("%s was refused with %q", rejection.Source, rejection.Reason)
		}
	}
	named := ingest.Find(ingest.Request{Paths: []string{filepath.Join(root, "notes.md")}})
	if want := []string{"private.md"}; !slices.Equal(pathsOf(named.Found), want) {
		t.Errorf("a link that is named itself gave %q, want %q", pathsOf(named.Found), want)
	}
}

func TestALinkThatLeadsNowhereIsReportedAndItsDocumentIsKept(t *testing.T) {
	t.Parallel()
	root := folder(t, "a.md")
	link(t, "loop-b.md", filepath.Join(root, "loop-a.md"))
	link(t, "loop-a.md", filepath.Join(root, "loop-b.md"))
	link(t, "gone.md", filepath.Join(root, "lost.md"))
	got := ingest.Find(ingest.Request{Paths: []string{root}})
	if want := []string{"a.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	reasons := map[string]string{}
	for _, rejection := range got.Rejections {
		reasons[filepath.Base(rejection.Source)] = rejection.Reason
	}
	for file, reason := range map[string]string{
		"loop-a.md": "too many levels", "loop-b.md": "too many levels", "lost.md": "no such file",
	} {
		if !strings.Contains(reasons[file], reason) {
			t.Errorf("%s was refused with %q; want %q", file, reasons[file], reason)
		}
	}
	refused := pathsOf(got.Refused)
	slices.Sort(refused)
	if want := []string{"loop-a.md", "loop-b.md", "lost.md"}; !slices.Equal(refused, want) {
		t.Errorf("refused %q, want %q", refused, want)
	}
}

func TestAPathThatIsNotThereIsRefused(t *testing.T) {
	t.Parallel()
	root := folder(t, "a.md")
	gone := filepath.Join(root, "gone")
	got := ingest.Find(ingest.Request{Paths: []string{gone, filepath.Join(root, "a.md", "b.md"), root}})
	if want := []string{"a.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	if len(got.Rejections) != 2 || got.Rejections[1].Source != gone || got.Rejections[1].Stage != "find" ||
		!strings.Contains(got.Rejections[1].Reason, "no such file") {
		t.Errorf("rejections = %+v; want two, one of %s", got.Rejections, gone)
	}
}

func TestTwoFilesThatClaimOnePathAreBothRefused(t *testing.T) {
	t.Parallel()
	one, two := folder(t, "notes.md", "only.md"), folder(t, "notes.md")
	got := ingest.Find(ingest.Request{Paths: []string{one, two}})
	if want := []string{"only.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	if len(got.Rejections) != 1 || got.Rejections[0].Stage != "claim" {
		t.Fatalf("rejections = %+v; want one, at the stage claim", got.Rejections)
	}
	for _, name := range []string{filepath.Join(one, "notes.md"), filepath.Join(two, "notes.md")} {
		if !strings.Contains(got.Rejections[0].Reason, name) {
			t.Errorf("the reason %q does not name %s", got.Rejections[0].Reason, name)
		}
	}
	if len(got.Refused) != 2 {
		t.Errorf("refused %q; want both", pathsOf(got.Refused))
	}
}

func TestTwoSpellingsOfOneNameClaimOnePath(t *testing.T) {
	t.Parallel()
	composed, decomposed := "caf\u00e9.md", "cafe\u0301.md"
	root := folder(t, composed, decomposed)
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 2 {
		t.Logf("this file system knows one spelling only: %v, %v", entries, err)
		root = folder(t, composed)
		if got := ingest.Find(ingest.Request{Paths: []string{root}}); !slices.Equal(pathsOf(got.Found), []string{composed}) {
			t.Errorf("found %q, want %q", pathsOf(got.Found), composed)
		}
		return
	}
	got := ingest.Find(ingest.Request{Paths: []string{root}})
	if len(got.Found) > 0 || len(got.Refused) != 2 || len(got.Rejections) != 1 {
		t.Errorf("found %q, refused %q; want both refused", pathsOf(got.Found), pathsOf(got.Refused))
	}
}

// A folder whose name is longer than the system allows cannot be listed by
// anybody, root included.
func TestAFolderThatCannotBeReadIsNotLookedThrough(t *testing.T) {
	t.Parallel()
	root := folder(t, "a.md", "deep/")
	unreadable(t, filepath.Join(root, "deep"))
	got := ingest.Find(ingest.Request{Paths: []string{root}})
	if want := []string{"a.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	if len(got.Roots) > 0 || len(got.Rejections) == 0 {
		t.Errorf("roots %q, rejections %v; want no root, a rejection", got.Roots, got.Rejections)
	}
}

// unreadable fills a folder with folders in each other until their whole path
// is longer than the system takes: listing them fails.
func unreadable(t *testing.T, at string) {
	t.Helper()
	here, err := os.OpenRoot(at)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("x", 200)
	for range 30 {
		if err := here.Mkdir(name, 0o750); err != nil {
			t.Fatal(err)
		}
		below, err := here.OpenRoot(name)
		if err := errors.Join(err, here.Close()); err != nil {
			t.Fatal(err)
		}
		here = below
	}
	if err := here.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestEmbeddedFilesHaveARootOfTheirOwn(t *testing.T) {
	t.Parallel()
	got, err := ingest.Embedded("starter", os.DirFS(folder(t, "b/c.md", "a.md")))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.md", "b/c.md"}; !slices.Equal(pathsOf(got.Found), want) {
		t.Errorf("found %q, want %q", pathsOf(got.Found), want)
	}
	for _, source := range got.Found {
		if source.Root != "embedded" || source.Collection != "starter" {
			t.Errorf("source %+v; want the root embedded, the collection starter", source)
		}
	}
	if text := knowledge(t, pipeline(t), got.Found[0]); text.Document.Title != "a.md" {
		t.Errorf("title = %q, want a.md", text.Document.Title)
	}
}
