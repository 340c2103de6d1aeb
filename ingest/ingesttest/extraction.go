package ingesttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

const extractSuffix = ".golden.md"

// Extraction is an extractor under test. A case is a file in testdata and,
// beside it, the text that comes out of it, below what the file says of itself:
// testdata/faq.html and testdata/faq.golden.md. A file that is refused has the
// reason there.
type Extraction struct {
	// New returns the extractor.
	New func() ingest.Extractor
	// Files are further cases, by name, that the test writes itself because no
	// person could read them in testdata.
	Files map[string][]byte
	// Update writes the golden files anew instead of comparing with them.
	Update bool
}

// Golden takes the text out of every case and compares it with its golden file.
func (e Extraction) Golden(t *testing.T) {
	t.Helper()
	files := e.files(t)
	if len(files) == 0 {
		t.Fatal("there is no case")
	}
	e.checkOrphans(t, files)
	for name, content := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := e.show(t, content)
			golden := extractOf(name)
			if e.Update {
				write(t, golden, []byte(got))
			}
			want, err := os.ReadFile(golden) //nolint:gosec // a file of the test's own folder
			if err != nil {
				t.Fatalf("no golden file, run the test with -update: %v", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// Fuzz gives the extractor whatever the fuzzer makes of the cases. It may leave
// a file; of one that it takes it must give text that can be read, the same the
// second time, or a reason.
func (e Extraction) Fuzz(f *testing.F) {
	for _, content := range e.files(f) {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if sure := e.New().Recognise(content); len(content) > longestFuzzed || sure == ingest.NotMine {
			return
		}
		if _, err := e.check(t.Context(), t, content); err != nil {
			return
		}
	})
}

// files returns all cases by name.
func (e Extraction) files(tb testing.TB) map[string][]byte {
	tb.Helper()
	all, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	if err != nil {
		tb.Fatal(err)
	}
	files := maps.Clone(e.Files)
	if files == nil {
		files = map[string][]byte{}
	}
	for _, path := range all {
		if strings.HasSuffix(path, extractSuffix) {
			continue
		}
		content, err := os.ReadFile(path) //nolint:gosec // a file of the test's own folder
		if err != nil {
			tb.Fatal(err)
		}
		files[filepath.Base(path)] = content
	}
	return files
}

func extractOf(name string) string {
	return filepath.Join("testdata", strings.TrimSuffix(name, filepath.Ext(name))+extractSuffix)
}

// checkOrphans complains of golden files without a case.
func (e Extraction) checkOrphans(t *testing.T, files map[string][]byte) {
	t.Helper()
	golden, err := filepath.Glob(filepath.Join("testdata", "*"+extractSuffix))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range golden {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(files)), func(name string) bool { return extractOf(name) == path }) {
			t.Errorf("%s has no case", path)
		}
	}
}

// check extracts twice and holds the answer against the interface's promises.
func (e Extraction) check(ctx context.Context, t *testing.T, content []byte) (ingest.Extract, error) {
	t.Helper()
	sure := e.New().Recognise(content)
	if sure < 0 || sure > 1 {
		t.Errorf("the extractor is sure to %v; want 0 to 1", sure)
	}
	kept := bytes.Clone(content)
	extract, err := e.New().Extract(ctx, content)
	again, errAgain := e.New().Extract(ctx, content)
	if !reflect.DeepEqual(extract, again) || (err == nil) != (errAgain == nil) {
		t.Errorf("the same file gave another text the second time: %s %v", cmp.Diff(string(extract.Text), string(again.Text)), errAgain)
	}
	if !bytes.Equal(kept, content) {
		t.Error("the file's bytes were changed")
	}
	if err != nil {
		if quarry.Explain(err).Kind == quarry.KindInternal {
			t.Errorf("refused without a reason for a reader: %v", err)
		}
		return ingest.Extract{}, err
	}
	if !utf8.Valid(extract.Text) || bytes.IndexByte(extract.Text, 0) >= 0 {
		t.Errorf("the text is not UTF-8, or has a zero byte in it: %.300q", extract.Text)
	}
	if !utf8.ValidString(extract.Title + strings.Join(extract.Warnings, "")) {
		t.Errorf("the title %q or the warnings %q are not UTF-8", extract.Title, extract.Warnings)
	}
	return extract, nil
}

// show returns what comes out of a file, as its golden file has it.
func (e Extraction) show(t *testing.T, content []byte) string {
	t.Helper()
	if e.New().Recognise(content) == ingest.NotMine {
		t.Fatal("the extractor does not take the file for its own")
	}
	extract, err := e.check(t.Context(), t, content)
	var shown strings.Builder
	say := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&shown, "%s: %s\n", name, value)
		}
	}
	if err != nil {
		say("refused", quarry.Explain(err).Message)
		if at, ok := errors.AsType[*ingest.LineError](err); ok {
			say("line", strconv.Itoa(at.Line))
		}
		return shown.String()
	}
	say("title", extract.Title)
	say("language", extract.Metadata.Language)
	say("author", extract.Metadata.Author)
	say("licence", extract.Metadata.Licence)
	say("date", extract.Metadata.Date)
	say("address", extract.Metadata.SourceURL)
	for _, warning := range extract.Warnings {
		say("warning", warning)
	}
	return shown.String() + "\n" + string(extract.Text)
}
