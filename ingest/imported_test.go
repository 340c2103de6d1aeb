package ingest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
)

// export writes a file that carries documents into a folder of its own.
func export(t *testing.T, lines ...string) string {
	t.Helper()
	root := t.TempDir()
	write(t, root, "export", "%\n"+strings.Join(lines, "\n")+"\n")
	return filepath.Join(root, "export")
}

// given finds what is named, in the collection main.
func given(paths ...string) ingest.Sources {
	return ingest.Find(ingest.Request{Paths: paths, Collection: "main"})
}

func TestAnImportedDocumentKeepsItsPlace(t *testing.T) {
	t.Parallel()
	from := export(t, "carry main a.md red green", "carry other deep/b.md blue")
	p, to := splitting(t, &splitter{}), newShelf()
	if got, want := told(t, p, to, given(from)), []string{"added a.md", "added deep/b.md"}; !slices.Equal(got, want) {
		t.Errorf("outcomes %q, want %q", got, want)
	}
	k := to.at(t, "other", "deep/b.md")
	if k.Document.Root != from || len(k.Facts) != 1 || k.Document.IngestedAt != carry("carry other deep/b.md blue").Document.IngestedAt {
		t.Errorf("stored %+v; want it as it came, with the file as its root", k.Document)
	}
	if got, want := told(t, p, to, given(from)), []string{"unchanged a.md", "unchanged deep/b.md"}; !slices.Equal(got, want) {
		t.Errorf("the second time: outcomes %q, want %q", got, want)
	}
}

func TestAnImportedDocumentThatIsGoneFromItsFileIsRemoved(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"one less":           {"%\ncarry main a.md red\ncarry main c.md grey\n", []string{"unchanged a.md", "changed c.md", "removed b.md"}},
		"one that is broken": {"%\ncarry main a.md forged\ncarry main c.md pink\n", []string{"rejected a.md read:2 " + forged, "unchanged c.md"}},
		"a file cut short":   {"%\ncarry main a.md red\nbroken\n", []string{"unchanged a.md", "rejected export read:3 no record"}},
		"a text now":         {"a text\n", []string{"removed a.md", "removed b.md", "removed c.md", "added export"}},
		"records now":        {file("one", "two"), []string{"removed a.md", "removed b.md", "removed c.md", "added export", "added export/2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, to := splitting(t, &splitter{}), newShelf()
			from := export(t, "carry main a.md red", "carry other b.md blue", "carry main c.md pink")
			told(t, p, to, given(from))
			write(t, filepath.Dir(from), "export", tc.text)
			if diff := cmp.Diff(tc.want, told(t, p, to, given(from))); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
		})
	}
}

const forged = `the text of "a.md" is not the one that its entries were taken from`

func TestAnImportedDocumentIsRefusedWhereAnotherFileHasItsPlace(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "a.md", "red\n")
	p, to := splitting(t, &splitter{}), newShelf()
	told(t, p, to, given(root))
	other := export(t, "carry main a.md other", "carry main b.md blue")
	want := []string{`rejected a.md claim:0 "a.md" is stored from ` + root + ", and not the same: a document of an export keeps its " +
		"collection and its path, so read it into another data directory, or take that file away first", "added b.md"}
	if diff := cmp.Diff(want, told(t, p, to, given(other))); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	second := export(t, "carry main b.md blue", "carry main b.md blue")
	want = []string{"unchanged b.md", `rejected b.md claim:0 "b.md" came already, in ` + second}
	if diff := cmp.Diff(want, told(t, p, to, given(second))); diff != "" {
		t.Errorf("the same entries of another file (-want +got):\n%s", diff)
	}
	write(t, root, "b.md", "another blue\n")
	if got := told(t, p, to, given(root)); len(got) != 2 || !strings.HasPrefix(got[1], `rejected b.md claim:0 "b.md" is already stored from `+other) {
		t.Errorf("outcomes %q; want the file refused, for the export is there", got)
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if got, want := told(t, p, to, given(root)), []string{"unchanged a.md", "changed b.md"}; !slices.Equal(got, want) {
		t.Errorf("once the export is gone: %q, want %q", got, want)
	}
}

func TestAFileDoesNotTakeAPlaceThatAnImportedDocumentHasJustTaken(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "a", "%\ncarry main b.md red\ncarry main c.md red\n")
	write(t, root, "b.md", "another red\n")
	write(t, root, "d", "%\ncarry main e.md red\n")
	p, to := splitting(t, &splitter{}), newShelf()
	got := told(t, p, to, given(root))
	if len(got) != 4 || !strings.HasPrefix(got[2], "rejected b.md claim:0") || got[3] != "added e.md" {
		t.Errorf("outcomes %q; want the second to claim b.md refused", got)
	}
}

func TestAnExportOfAFolderMayLieInIt(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "b.md", "red\n")
	p, to := splitting(t, &splitter{}), newShelf()
	told(t, p, to, given(root))
	write(t, root, "a", "%\ncarry main b.md red\n")
	write(t, root, "b.md", "changed\n")
	got := told(t, p, to, given(root))
	if len(got) != 2 || got[1] != "changed b.md" {
		t.Errorf("outcomes %q; want the file read again, for the export has not its place", got)
	}
}

func TestImportedDocumentsAreThereAsLongAsTheirFileIs(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "deep/export", "%\ncarry main a.md red\ncarry other b.md blue\n")
	write(t, root, "c.md", "text\n")
	p, to := splitting(t, &splitter{}), newShelf()
	request := ingest.Request{Paths: []string{root}, Collection: "main", As: "named"}
	told(t, p, to, ingest.Find(request))
	prune(t, p, to, request)
	if want := []string{"a.md", "b.md", "named/c.md"}; !slices.Equal(to.paths(), want) {
		t.Errorf("%q is left, want %q", to.paths(), want)
	}
	if err := os.Remove(filepath.Join(root, "deep", "export")); err != nil {
		t.Fatal(err)
	}
	prune(t, p, to, request)
	if want := []string{"b.md", "named/c.md"}; !slices.Equal(to.paths(), want) {
		t.Errorf("%q is left, want %q: the other is of another collection", to.paths(), want)
	}
}
