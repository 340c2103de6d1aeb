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
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// ingestAll runs once over some sources, and returns what became of each.
func ingestAll(t *testing.T, p *ingest.Pipeline, to *shelf, sources ingest.Sources) (map[string]ingest.Status, ingest.Summary) {
	t.Helper()
	became := map[string]ingest.Status{}
	run := ingest.Run{Pipeline: p, Library: to, Writer: to, Workers: 3, Observe: func(o ingest.Outcome) { became[o.Path] = o.Status }}
	summary, err := run.Ingest(t.Context(), sources)
	if err != nil {
		t.Fatalf("ingest: %v", err)
	}
	return became, summary
}

func texts(pairs ...string) ingest.Sources {
	var sources ingest.Sources
	for i := 0; i < len(pairs); i += 2 {
		sources.Found = append(sources.Found, textSource(pairs[i], pairs[i+1]))
	}
	return sources
}

func TestOnlyWhatChangedIsSaved(t *testing.T) {
	t.Parallel()
	p, to := pipeline(t), newShelf()
	first, summary := ingestAll(t, p, to, texts("a.md", "one\n", "b.md", "two\nthree\n"))
	if want := map[string]ingest.Status{"a.md": ingest.Added, "b.md": ingest.Added}; !cmp.Equal(first, want) {
		t.Errorf("first run: %v, want %v", first, want)
	}
	if summary.Counts.Fact != 3 || summary.Entries[ingest.Added] != 3 {
		t.Errorf("first run: %d facts, %d added; want 3 and 3", summary.Counts.Fact, summary.Entries[ingest.Added])
	}
	second, summary := ingestAll(t, p, to, texts("a.md", "one\n", "b.md", "two\nfour\n"))
	if want := map[string]ingest.Status{"a.md": ingest.Unchanged, "b.md": ingest.Changed}; !cmp.Equal(second, want) {
		t.Errorf("second run: %v, want %v", second, want)
	}
	if want := map[ingest.Status]int{ingest.Added: 1, ingest.Changed: 0, ingest.Removed: 1}; !cmp.Equal(summary.Entries, want) {
		t.Errorf("second run: entries %v, want %v", summary.Entries, want)
	}
	if want := []string{"save a.md", "save b.md", "save b.md"}; !slices.Equal(to.writes, want) {
		t.Errorf("writes = %q, want %q", to.writes, want)
	}
}

func TestAnUnchangedDocumentIsReadAgainByAnotherPipeline(t *testing.T) {
	t.Parallel()
	same := texts("a.md", "one\n")
	other, err := lexicon.New(lexicon.Data{Fingerprint: "another"})
	if err != nil {
		t.Fatal(err)
	}
	for name, next := range map[string]ingest.Config{
		"a newer parser": {Lexicon: ingesttest.Lexicon(t), Parsers: []ingest.Parser{lineParser{format: ingest.Format{Name: "lines", Version: 2}}}},
		"a new lexicon":  {Lexicon: other, Parsers: []ingest.Parser{lineParser{}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, to := pipeline(t), newShelf()
			ingestAll(t, first, to, same)
			next.Log, next.Now = discard(), epoch
			if became, _ := ingestAll(t, ingest.NewPipeline(next), to, same); became["a.md"] != ingest.Changed {
				t.Errorf("the document is %s, want %s", became["a.md"], ingest.Changed)
			}
			if became, _ := ingestAll(t, ingest.NewPipeline(next), to, same); became["a.md"] != ingest.Unchanged {
				t.Errorf("the second time the document is %s, want %s", became["a.md"], ingest.Unchanged)
			}
		})
	}
}

func TestARefusedDocumentDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	to := newShelf()
	sources := texts("a.md", "one\n", "b.md", "\x00", "c.md", "panic\n", "d.md", "two\n")
	sources.Rejections = []quarry.Rejection{{Source: "/gone", Stage: "find", Reason: "no such file"}}
	parser := lineParser{}
	parser.parse = func(text *ingest.Text) (ingest.Extraction, error) {
		if strings.HasPrefix(text.Line(1), "panic") {
			panic("torn")
		}
		return lineParser{}.Parse(context.Background(), text) //nolint:usetesting // the parser looks at no context
	}
	became, summary := ingestAll(t, pipeline(t, parser), to, sources)
	want := map[string]ingest.Status{
		"": ingest.Rejected, "a.md": ingest.Added, "b.md": ingest.Rejected, "c.md": ingest.Rejected, "d.md": ingest.Added,
	}
	if diff := cmp.Diff(want, became); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	var reasons []string
	for _, r := range summary.Rejections {
		reasons = append(reasons, fmt.Sprintf("%s %s:%d %s", r.Stage, r.Source, r.Line, r.Reason))
	}
	wantReasons := []string{
		"find /gone:0 no such file", "read /notes/b.md:1 binary: there is a zero byte in it",
		"parse /notes/c.md:0 a fault of the program: torn",
	}
	if diff := cmp.Diff(wantReasons, reasons); diff != "" {
		t.Errorf("rejections (-want +got):\n%s", diff)
	}
	if !slices.Equal(to.paths(), []string{"a.md", "d.md"}) {
		t.Errorf("stored %q, want a.md and d.md", to.paths())
	}
}

func TestDocumentsAreSavedInTheOrderOfTheirPathsHoweverLongEachTakes(t *testing.T) {
	t.Parallel()
	const documents = 40
	var pairs, want []string
	for i := range documents {
		path := fmt.Sprintf("%02d.md", i)
		pairs = append(pairs, path, strings.Repeat("a fact about dough\n", (documents-i)*20))
		want = append(want, "save "+path)
	}
	to := newShelf()
	ingestAll(t, pipeline(t), to, texts(pairs...))
	if diff := cmp.Diff(want, to.writes); diff != "" {
		t.Errorf("writes (-want +got):\n%s", diff)
	}
}

func TestNoMoreDocumentsAreReadAtATimeThanThereAreWorkers(t *testing.T) {
	t.Parallel()
	const workers = 2
	var now, most atomic.Int32
	parser := lineParser{parse: func(text *ingest.Text) (ingest.Extraction, error) {
		defer now.Add(-1)
		for {
			here, seen := now.Add(1), most.Load()
			now.Add(-1)
			if here <= seen || most.CompareAndSwap(seen, here) {
				break
			}
		}
		now.Add(1)
		return lineParser{}.Parse(context.Background(), text) //nolint:usetesting // the parser looks at no context
	}}
	var pairs []string
	for i := range 50 {
		pairs = append(pairs, fmt.Sprintf("%02d.md", i), "text\n")
	}
	to := newShelf()
	run := ingest.Run{Pipeline: pipeline(t, parser), Library: to, Writer: to, Workers: workers}
	if _, err := run.Ingest(t.Context(), texts(pairs...)); err != nil {
		t.Fatal(err)
	}
	if got := most.Load(); got > workers {
		t.Errorf("%d documents were read at a time, want at most %d", got, workers)
	}
}

func TestADocumentOfAnotherRootIsRefusedWhileItsFileIsThere(t *testing.T) {
	t.Parallel()
	p, to := pipeline(t), newShelf()
	one, two := folder(t, "a.md"), folder(t, "a.md")
	ingestAll(t, p, to, ingest.Find(ingest.Request{Paths: []string{one}, Collection: "main"}))
	again := ingest.Find(ingest.Request{Paths: []string{two}, Collection: "main"})
	became, summary := ingestAll(t, p, to, again)
	if became["a.md"] != ingest.Rejected || summary.Rejections[0].Stage != "claim" || !strings.Contains(summary.Rejections[0].Reason, one) {
		t.Errorf("the other file is %s, %+v; want it refused, its rival's folder named", became["a.md"], summary.Rejections)
	}
	inAnother := ingest.Find(ingest.Request{Paths: []string{two}, Collection: "other"})
	if became, _ := ingestAll(t, p, to, inAnother); became["a.md"] != ingest.Added {
		t.Errorf("in another collection the file is %s, want %s", became["a.md"], ingest.Added)
	}
	named := ingest.Find(ingest.Request{Paths: []string{two}, Collection: "main", As: "two/"})
	if became, _ := ingestAll(t, p, to, named); became["two/a.md"] != ingest.Added {
		t.Errorf("under another name the file is %s, want %s", became["two/a.md"], ingest.Added)
	}
	if err := os.Remove(filepath.Join(one, "a.md")); err != nil {
		t.Fatal(err)
	}
	if became, _ := ingestAll(t, p, to, again); became["a.md"] != ingest.Changed {
		t.Errorf("once its rival is gone the file is %s, want %s", became["a.md"], ingest.Changed)
	}
}

func TestADryRunWritesNothing(t *testing.T) {
	t.Parallel()
	p, to := pipeline(t), newShelf()
	root := folder(t, "a.md", "b.md", "c.md")
	request := ingest.Request{Paths: []string{root}, Collection: "main"}
	ingestAll(t, p, to, ingest.Find(request))
	if err := os.WriteFile(filepath.Join(root, "a.md"), []byte("changed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, "b.md")); err != nil {
		t.Fatal(err)
	}
	before, written := to.paths(), len(to.writes)
	to.dry = true
	became := map[string]ingest.Status{}
	run := ingest.Run{Pipeline: p, Library: to, Writer: to, Observe: func(o ingest.Outcome) { became[o.Path] = o.Status }}
	sources := ingest.Find(request)
	summary, err := run.Ingest(t.Context(), sources)
	if err == nil {
		err = run.Prune(t.Context(), request, sources, &summary)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]ingest.Status{"a.md": ingest.Changed, "b.md": ingest.Removed, "c.md": ingest.Unchanged}
	if diff := cmp.Diff(want, became); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if !slices.Equal(to.paths(), before) || len(to.writes) != written {
		t.Errorf("stored %q, writes %q; want %q and nothing new", to.paths(), to.writes, before)
	}
}

func TestPruningStaysWithinItsFolderCollectionAndName(t *testing.T) {
	t.Parallel()
	p, to := pipeline(t), newShelf()
	one, two := folder(t, "a.md", "gone.md", "\x01broken.md"), folder(t, "b.md", "gone2.md")
	requests := []ingest.Request{
		{Paths: []string{one}, Collection: "main"},
		{Paths: []string{two}, Collection: "main"},
		{Paths: []string{one}, Collection: "other"},
		{Paths: []string{one}, Collection: "main", As: "named"},
		{Paths: []string{one}, Collection: "main", As: "named2"},
	}
	for _, request := range requests {
		ingestAll(t, p, to, ingest.Find(request))
	}
	if err := errors.Join(os.Remove(filepath.Join(one, "gone.md")), os.Remove(filepath.Join(two, "gone2.md"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(one, "\x01broken.md"), []byte{0}, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int][]string{3: {"named/gone.md"}, 0: {"gone.md"}} {
		from := len(to.writes)
		sources := ingest.Find(requests[i])
		run := ingest.Run{Pipeline: p, Library: to, Writer: to}
		summary, err := run.Ingest(t.Context(), sources)
		if err == nil {
			err = run.Prune(t.Context(), requests[i], sources, &summary)
		}
		if err != nil {
			t.Fatal(err)
		}
		deleted := slices.DeleteFunc(to.writes[from:], func(write string) bool { return !strings.HasPrefix(write, "delete ") })
		if !slices.Equal(deleted, []string{"delete " + want[0]}) || summary.Documents[ingest.Removed] != 1 {
			t.Errorf("%+v: writes %q, want %q removed alone; the broken file is still there", requests[i], deleted, want)
		}
	}
}

// prunedAfter ingests a folder, removes what is to be gone from it, and returns
// what a run over other paths leaves of it.
func prunedAfter(t *testing.T, root, gone string, paths ...string) []string {
	t.Helper()
	p, to := pipeline(t), newShelf()
	request := ingest.Request{Paths: []string{root}, Collection: "main"}
	ingestAll(t, p, to, ingest.Find(request))
	if err := os.RemoveAll(filepath.Join(root, gone)); err != nil {
		t.Fatal(err)
	}
	request.Paths = paths
	sources := ingest.Find(request)
	run := ingest.Run{Pipeline: p, Library: to, Writer: to}
	summary, err := run.Ingest(t.Context(), sources)
	if err == nil {
		err = run.Prune(t.Context(), request, sources, &summary)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to.paths()
}

func TestNothingIsPrunedOnAGuess(t *testing.T) {
	t.Parallel()
	whole, closed, mounted, named, rival := folder(t, "a.md", "b.md"), folder(t, "a.md", "b.md", "deep/"),
		folder(t, "a.md", "b.md"), folder(t, "a.md", "b.md"), folder(t, "a.md", "b.md")
	unreadable(t, filepath.Join(closed, "deep"))
	both := []string{"a.md", "b.md"}
	for name, tc := range map[string]struct{ got, want []string }{
		"a folder that was looked through": {prunedAfter(t, whole, "b.md", whole), []string{"a.md"}},
		"a folder that cannot be read":     {prunedAfter(t, closed, "b.md", closed), both},
		"a folder that is not there":       {prunedAfter(t, mounted, "b.md", filepath.Join(mounted, "x")), both},
		"a file that is named alone":       {prunedAfter(t, named, "b.md", filepath.Join(named, "a.md")), both},
		"two files that claim one path":    {prunedAfter(t, rival, "c.md", rival, folder(t, "b.md")), both},
	} {
		if !slices.Equal(tc.got, tc.want) {
			t.Errorf("%s: %q is stored, want %q", name, tc.got, tc.want)
		}
	}
}

// The run is stopped while a document is being saved. That the goroutines which
// parse have ended by then is held by the leak detector of this package.
func TestAnInterruptedRunIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	var pairs, all []string
	for i := range 30 {
		path := fmt.Sprintf("%02d.md", i)
		pairs, all = append(pairs, path, "text of "+path+"\n"), append(all, path)
	}
	for name, workers := range map[string]int{"alone": 1, "with others": 4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, to := pipeline(t), newShelf()
			interrupted(t, ingest.Run{Pipeline: p, Library: to, Writer: to, Workers: workers}, to, "07.md", texts(pairs...))
			if want := all[:7]; !slices.Equal(to.paths(), want) {
				t.Errorf("stored %q, want %q", to.paths(), want)
			}
			became, _ := ingestAll(t, p, to, texts(pairs...))
			if !slices.Equal(to.paths(), all) || became["06.md"] != ingest.Unchanged || became["07.md"] != ingest.Added {
				t.Errorf("stored %q, outcomes %v; want all, those from before unchanged", to.paths(), became)
			}
		})
	}
}

// interrupted runs until a document is about to be saved.
func interrupted(t *testing.T, run ingest.Run, to *shelf, at string, sources ingest.Sources) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	to.onSave = func(path string) error {
		if path == at {
			interrupt()
		}
		return nil
	}
	if _, err := run.Ingest(ctx, sources); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
	to.onSave = nil
}

func TestARunThatWasInterruptedBeforeItBeganDoesNothing(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	to := newShelf()
	_, err := (&ingest.Run{Pipeline: pipeline(t), Library: to, Writer: to}).Ingest(ctx, texts("a.md", "one\n"))
	if !errors.Is(err, context.Canceled) || len(to.writes) > 0 {
		t.Errorf("error %v, writes %q; want %v and none", err, to.writes, context.Canceled)
	}
}

func TestAStoreThatFailsEndsTheRun(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	to := newShelf()
	to.onSave = func(path string) error {
		if path == "b.md" {
			return full
		}
		return nil
	}
	summary, err := (&ingest.Run{Pipeline: pipeline(t), Library: to, Writer: to, Workers: 2}).Ingest(
		t.Context(), texts("a.md", "one\n", "b.md", "two\n", "c.md", "three\n"))
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "/notes/b.md") {
		t.Errorf("error = %v, want one that names the document and says %v", err, full)
	}
	if !slices.Equal(to.paths(), []string{"a.md"}) || summary.Documents[ingest.Added] != 1 {
		t.Errorf("stored %q, summary %v; want a.md alone", to.paths(), summary.Documents)
	}
}

func TestALibraryThatFailsEndsTheRun(t *testing.T) {
	t.Parallel()
	to := newShelf()
	run := ingest.Run{Pipeline: pipeline(t), Library: brokenLibrary{}, Writer: to, Workers: 2}
	if _, err := run.Ingest(t.Context(), texts("a.md", "one\n")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error = %v, want %v", err, io.ErrUnexpectedEOF)
	}
	sources := ingest.Sources{Roots: []string{"/notes"}}
	if err := run.Prune(t.Context(), ingest.Request{}, sources, &ingest.Summary{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error = %v, want %v", err, io.ErrUnexpectedEOF)
	}
}

type brokenLibrary struct{}

func (brokenLibrary) StoredFile(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, io.ErrUnexpectedEOF
}

func (brokenLibrary) PreviewDocument(context.Context, quarry.Knowledge) (quarry.Difference, error) {
	return quarry.Difference{}, io.ErrUnexpectedEOF
}

func (brokenLibrary) StoredDocuments(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, io.ErrUnexpectedEOF
}
