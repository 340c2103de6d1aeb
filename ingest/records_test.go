package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
)

func TestAFileOfRecordsBecomesADocumentForEachPart(t *testing.T) {
	t.Parallel()
	p, to := splitting(t, &splitter{}), newShelf()
	sources := texts("a.md", "whole\n", "x.jsonl", file("one", "two", "three"), "z.md", "whole\n")
	want := []string{"added a.md", "added x.jsonl", "added x.jsonl/2", "added x.jsonl/3", "added z.md"}
	if diff := cmp.Diff(want, told(t, p, to, sources)); diff != "" {
		t.Errorf("first run (-want +got):\n%s", diff)
	}
	for i, text := range []string{"one\n", "two\n", "three\n"} {
		path := "x.jsonl"
		if i > 0 {
			path += fmt.Sprintf("/%d", i+1)
		}
		k := to.at(t, "main", path)
		if d := k.Document; string(k.Content.Text) != text || d.SHA256 != ingest.Hash([]byte(text)) || d.Root != "/notes" || len(k.Facts) != 1 {
			t.Errorf("%s is %q of %+v; want %q, hashed, under the root of its file", path, k.Content.Text, d, text)
		}
	}
	written := len(to.writes)
	want = []string{"unchanged a.md", "unchanged x.jsonl", "unchanged x.jsonl/2", "unchanged x.jsonl/3", "unchanged z.md"}
	if diff := cmp.Diff(want, told(t, p, to, sources)); diff != "" || len(to.writes) != written {
		t.Errorf("second run, %d writes (-want +got):\n%s", len(to.writes)-written, diff)
	}
}

func TestOnlyThePartsThatChangedAreParsed(t *testing.T) {
	t.Parallel()
	var parsed []string
	parser := lineParser{parse: func(text *ingest.Text) (ingest.Extraction, error) {
		parsed = append(parsed, text.Line(1))
		return lineParser{}.Parse(context.Background(), text) //nolint:usetesting // the parser looks at no context
	}}
	p, to := splitting(t, &splitter{}, parser), newShelf()
	run := func(text string) {
		r := ingest.Run{Pipeline: p, Library: to, Writer: to, Workers: 1}
		if _, err := r.Ingest(t.Context(), texts("x.jsonl", text)); err != nil {
			t.Fatal(err)
		}
	}
	run(file("one", "two", "three"))
	parsed = nil
	run(file("one", "second", "three"))
	if want := []string{"second"}; !slices.Equal(parsed, want) {
		t.Errorf("parsed %q, want %q", parsed, want)
	}
}

func TestPartsThatAFileHasNoMoreAreRemoved(t *testing.T) {
	t.Parallel()
	before := texts("x", file("one", "two", "three"), "x.y", file("one", "two"))
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"fewer parts":           {file("one"), []string{"unchanged x", "removed x/2", "removed x/3"}},
		"fewer and other parts": {file("one", "other"), []string{"unchanged x", "changed x/2", "removed x/3"}},
		"no parts at all any more": {
			"one document\n", []string{"removed x/2", "removed x/3", "changed x"},
		},
		"documents that it carries": {
			"%\ncarry main a.md text\n", []string{"added a.md", "removed x", "removed x/2", "removed x/3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, to := splitting(t, &splitter{}), newShelf()
			told(t, p, to, before)
			after := texts("x", tc.text, "x.y", file("one", "two"))
			want := append(slices.Clone(tc.want), "unchanged x.y", "unchanged x.y/2")
			to.dry = true
			if diff := cmp.Diff(want, told(t, p, to, after)); diff != "" {
				t.Errorf("dry run (-want +got):\n%s", diff)
			}
			to.dry = false
			if diff := cmp.Diff(want, told(t, p, to, after)); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			told(t, p, to, before)
			if want := []string{"x", "x.y", "x.y/2", "x/2", "x/3"}; !slices.Equal(to.paths(), want) {
				t.Errorf("with the old file again %q is stored, want %q", to.paths(), want)
			}
		})
	}
}

func TestAnErrorInTheMiddleKeepsWhatStoodBeforeIt(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want string
	}{
		"a record that is none": {"%\none\n---\nother\n---\nbroken\nthree\n---\n", "rejected x read:6 no record"},
		"a fault of a splitter": {"%\none\n---\nother\n---\npanic\n", "rejected x read:0 a fault of the program: torn"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, to := splitting(t, &splitter{}), newShelf()
			told(t, p, to, texts("x", file("one", "two", "three", "four")))
			want := []string{"unchanged x", "changed x/2", tc.want, "added y"}
			if diff := cmp.Diff(want, told(t, p, to, texts("x", tc.text, "y", "whole\n"))); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			if want := []string{"x", "x/2", "x/3", "x/4", "y"}; !slices.Equal(to.paths(), want) {
				t.Errorf("%q is stored, want %q", to.paths(), want)
			}
		})
	}
}

func TestAFileThatCannotBeReadOnIsRefusedThere(t *testing.T) {
	t.Parallel()
	text := file("one", strings.Repeat("two ", ingest.HeadBytes))
	source := textSource("x", "")
	source.Open = func() (io.ReadCloser, error) {
		failing := io.MultiReader(strings.NewReader(text), iotest.ErrReader(&os.PathError{Path: "/secret", Err: io.ErrNoProgress}))
		return io.NopCloser(failing), nil
	}
	to := newShelf()
	lines := told(t, splitting(t, &splitter{}), to, ingest.Sources{Found: []ingest.Source{source}})
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "rejected x read:") || strings.Contains(last, "secret") {
		t.Errorf("last of %q; want the file refused, its path not told twice", lines)
	}
	if want := []string{"x"}; !slices.Equal(to.paths(), want) {
		t.Errorf("stored %q, want %q", to.paths(), want)
	}
}

func TestARefusedPartIsNamedByItsLineInTheFile(t *testing.T) {
	t.Parallel()
	parser := lineParser{}
	parser.parse = func(text *ingest.Text) (ingest.Extraction, error) {
		for n := 1; n <= text.Lines(); n++ {
			if strings.HasPrefix(text.Line(n), "bad") {
				return ingest.Extraction{}, &ingest.LineError{Line: n, Err: errors.New("torn")}
			}
			if strings.HasPrefix(text.Line(n), "worse") {
				return ingest.Extraction{}, errors.New("torn somewhere")
			}
		}
		return lineParser{}.Parse(context.Background(), text) //nolint:usetesting // the parser looks at no context
	}
	p, to := splitting(t, &splitter{}, parser), newShelf()
	told(t, p, to, texts("x", file("one", "two", "three", "four")))
	want := []string{
		"unchanged x", "rejected x/2 parse:6 torn", "rejected x/3 parse:8 torn somewhere",
		"rejected x/4 read:11 binary: there is a zero byte in it",
	}
	if diff := cmp.Diff(want, told(t, p, to, texts("x", file("one", "good\nfine\nbad", "worse", "good\n\x00")))); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if want := []string{"x", "x/2", "x/3", "x/4"}; !slices.Equal(to.paths(), want) {
		t.Errorf("%q is stored, want %q: a refused part keeps what it was", to.paths(), want)
	}
}

func TestAFileOfNoRecordsIsRefused(t *testing.T) {
	t.Parallel()
	p, to := splitting(t, &splitter{}), newShelf()
	told(t, p, to, texts("x", file("one", "two")))
	want := []string{"rejected x read:0 empty: there is nothing to read"}
	if diff := cmp.Diff(want, told(t, p, to, texts("x", "%\n"))); diff != "" || len(to.paths()) != 2 {
		t.Errorf("%q is stored; outcomes (-want +got):\n%s", to.paths(), diff)
	}
}

func TestARecordMayHaveALongLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", ingest.MaxLineBytes+1)
	source := textSource("x", "")
	source.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("%")), nil }
	parts := fixedParts{{Line: 1, Text: []byte(long)}, {Line: 2, Text: make([]byte, ingest.PartBytes+ingest.MaxRecordBytes+1)}}
	p := ingest.NewPipeline(ingest.Config{
		Splitters: []ingest.Splitter{parts}, Parsers: []ingest.Parser{lineParser{}}, Lexicon: emptyLexicon(t), Log: discard(), Now: epoch,
	})
	want := []string{"added x", "rejected x/2 read:2 a record of more than 32 MB"}
	if diff := cmp.Diff(want, told(t, p, newShelf(), ingest.Sources{Found: []ingest.Source{source}})); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

func TestPartsAreNotReadFarAheadOfTheWriter(t *testing.T) {
	t.Parallel()
	const workers, parts = 2, 60
	s, to := &splitter{}, newShelf()
	most := 0
	to.onSave = func(string) error {
		most = max(most, int(s.pulled.Load())-len(to.paths()))
		return nil
	}
	texted := make([]string, parts)
	for i := range texted {
		texted[i] = fmt.Sprintf("part %d", i)
	}
	run := ingest.Run{Pipeline: splitting(t, s), Library: to, Writer: to, Workers: workers}
	if _, err := run.Ingest(t.Context(), texts("x", file(texted...))); err != nil {
		t.Fatal(err)
	}
	if limit := 2*workers + 2; most > limit || len(to.paths()) != parts {
		t.Errorf("%d parts were read ahead of the writer, want at most %d; %d are stored, want %d", most, limit, len(to.paths()), parts)
	}
}

func TestAFileThatWasInterruptedIsCompletedByTheNextRun(t *testing.T) {
	t.Parallel()
	var parts, all []string
	for i := range 20 {
		parts = append(parts, fmt.Sprintf("text %d", i))
		all = append(all, fmt.Sprintf("x/%02d", i+1))
	}
	p, to, files := splitting(t, &splitter{}), newShelf(), &openFiles{}
	sources := ingest.Sources{Found: []ingest.Source{files.source("w", file("one", "two")), files.source("x", file(parts...)), files.source("y", file(parts...))}}
	interrupted(t, ingest.Run{Pipeline: p, Library: to, Writer: to, Workers: 3}, to, "x/8", sources)
	if got := len(to.paths()); got != 2+7 || files.open.Load() != 0 {
		t.Errorf("%d documents are stored, want 9; %d files are open, want none", got, files.open.Load())
	}
	told(t, p, to, sources)
	if got, want := len(to.paths()), 2+2*len(all); got != want || files.open.Load() != 0 {
		t.Errorf("%d documents are stored, want %d; %d files are open, want none", got, want, files.open.Load())
	}
}

// That no goroutine is left is held by the leak detector of this package.
func TestAParserThatWaitsForTheEndIsEndedByAnInterruption(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"a document": "stuck\n", "a part": file("fine", "stuck", "stuck", "stuck")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, interrupt := context.WithCancel(t.Context())
			files := &openFiles{}
			to := newShelf()
			parser := stuckParser{reached: interrupt}
			run := ingest.Run{Pipeline: splitting(t, &splitter{}, parser), Library: to, Writer: to, Workers: 2}
			sources := ingest.Sources{Found: []ingest.Source{files.source("x", text), files.source("y", text), files.source("z", text)}}
			if _, err := run.Ingest(ctx, sources); !errors.Is(err, context.Canceled) {
				t.Errorf("error = %v, want %v", err, context.Canceled)
			}
			if files.open.Load() != 0 {
				t.Errorf("%d files are open, want none", files.open.Load())
			}
		})
	}
}

func TestAFaultOfAParserLeavesNoFileOpen(t *testing.T) {
	t.Parallel()
	parser := lineParser{parse: func(*ingest.Text) (ingest.Extraction, error) { panic("torn") }}
	files, to := &openFiles{}, newShelf()
	sources := ingest.Sources{Found: []ingest.Source{files.source("x", file("one", "two")), files.source("y", "three\n")}}
	want := []string{
		"rejected x parse:2 a fault of the program: torn", "rejected x/2 parse:4 a fault of the program: torn",
		"rejected y parse:0 a fault of the program: torn",
	}
	if diff := cmp.Diff(want, told(t, splitting(t, &splitter{}, parser), to, sources)); diff != "" || files.open.Load() != 0 {
		t.Errorf("%d files are open; outcomes (-want +got):\n%s", files.open.Load(), diff)
	}
}

func TestPartsAreThereAsLongAsTheirFileIs(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "x.jsonl", file("one", "two", "three"))
	write(t, root, "y.jsonl", file("one", "two"))
	write(t, root, "z.jsonl/2", "a file of its own\n")
	p, to := splitting(t, &splitter{}), newShelf()
	request := ingest.Request{Paths: []string{root}, Collection: "main"}
	told(t, p, to, ingest.Find(request))
	write(t, root, "x.jsonl", "%\nbroken\n")
	for _, gone := range []string{"y.jsonl", "z.jsonl"} {
		if err := os.RemoveAll(filepath.Join(root, gone)); err != nil {
			t.Fatal(err)
		}
	}
	prune(t, p, to, request)
	if want := []string{"x.jsonl", "x.jsonl/2", "x.jsonl/3"}; !slices.Equal(to.paths(), want) {
		t.Errorf("%q is left, want %q", to.paths(), want)
	}
}

func TestAPartOfAnotherRootIsRefusedWhileItsFileIsThere(t *testing.T) {
	t.Parallel()
	one, two := t.TempDir(), t.TempDir()
	write(t, one, "x", file("one", "two"))
	write(t, two, "x/2", "another two\n")
	p, to := splitting(t, &splitter{}), newShelf()
	told(t, p, to, ingest.Find(ingest.Request{Paths: []string{one}, Collection: "main"}))
	second := ingest.Find(ingest.Request{Paths: []string{two}, Collection: "main"})
	if got := told(t, p, to, second); len(got) != 1 || !strings.HasPrefix(got[0], `rejected x/2 claim:0 "x/2" is already stored from `+one) {
		t.Errorf("outcomes %q; want the file refused, for the other's part is there", got)
	}
	if err := os.Remove(filepath.Join(one, "x")); err != nil {
		t.Fatal(err)
	}
	if got, want := told(t, p, to, second), []string{"changed x/2"}; !slices.Equal(got, want) {
		t.Errorf("outcomes %q, want %q", got, want)
	}
}
